"""Accounts of visitors: an authenticator of the browser, without a person's finger."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor

from browser.visitor import Visitor
from proa.server.http.cookies import session_name
from proa.server.store.rows import AccountRow, SessionRow
from proa.server.tokens import hashed

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


def sign_in_without_passkey(visitor: Visitor, name: str) -> None:
    """Give a visitor an account and a session, as where browsers allow no passkeys."""
    site, token, account_id = visitor.site, secrets.token_hex(16), secrets.token_hex(16)

    async def store() -> None:
        await site.store.create_account(AccountRow(account_id, name, 1.0), [account_id])
        await site.store.begin_session(SessionRow(hashed(token), account_id, "?", 1.0, 1.0))

    with ThreadPoolExecutor(1) as thread:  # this one has Playwright's loop
        thread.submit(asyncio.run, store()).result()
    cookie = {"name": session_name(site.key), "value": token, "url": site.url}
    visitor.page.context.add_cookies([cookie])
