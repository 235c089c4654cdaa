"""Accounts of visitors: an authenticator of the browser, without a person's finger."""

from __future__ import annotations

from browser.visitor import Visitor

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def sign_up(visitor: Visitor, name: str) -> None:
    """Make an account with a passkey of the browser."""
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page = visitor.go("/account")
    page.locator("form[action='/account/passkeys'] [name=name]").fill(name)
    page.locator("form[action='/account/passkeys'] button").click()
    page.locator("h1", has_text=name).wait_for()
