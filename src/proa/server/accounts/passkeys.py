"""Passkeys: what a browser is asked to sign, and the check of what it signed.

Nothing of a request's host is believed: passkeys belong to the host of ``public_url``, or to
``localhost``.
"""

from __future__ import annotations

import json
import secrets
from typing import NamedTuple
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
)

from proa.engine.messages import say
from proa.server.config import urls
from proa.server.config.settings import Settings
from proa.server.errors import Code, Refusal
from proa.server.store.rows import PasskeyRow
from proa.server.store.ways_in import CHALLENGE, Asked
from proa.server.tables.tables import Tables
from proa.server.tokens import hashed

MOST = 20
"""The most passkeys of an account."""
_BYTES = 32
_TRANSPORTS = ("usb", "nfc", "ble", "internal", "hybrid", "smart-card")
_MILLISECONDS = int(CHALLENGE * 1000)


class Place(NamedTuple):
    """Where passkeys work: the host that they belong to, and the origin of its pages."""

    host: str
    origin: str


def place_of(settings: Settings, origin: str) -> Place | None:
    """Return the place of passkeys for a page of an origin; None if they don't work there.

    Browsers have them in secure contexts only, and for names, not for numbers.
    """
    host = urlsplit(origin).hostname or ""
    if settings.public_url:
        origin, known = settings.public_url.rstrip("/").lower(), urlsplit(settings.public_url)
        is_secure = known.scheme == "https" or known.hostname == "localhost"
        if host != known.hostname or not is_secure or urls.address(host):
            return None
        return Place(host, _without_usual_port(origin))
    return Place(host, origin) if host == "localhost" else None


def _without_usual_port(origin: str) -> str:
    scheme, _, _ = origin.partition(":")
    return origin.removesuffix({"https": ":443", "http": ":80"}[scheme])


# -- asking ------------------------------------------------------------------------------------


async def ask_new(
    tables: Tables, place: Place, browser: str, account_id: str, name: str, *, is_new: bool
) -> str:
    """Return, as JSON, the options for a new passkey of an account, which may be new too."""
    challenge = secrets.token_bytes(_BYTES)
    have = [] if is_new else await tables.store.passkeys_of(account_id)
    if len(have) >= MOST:
        raise Refusal(409, say("An account has at most {n} passkeys. Remove one first.", n=MOST))
    options = webauthn.generate_registration_options(
        rp_id=place.host,
        rp_name="proa",
        user_id=bytes.fromhex(account_id),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        timeout=_MILLISECONDS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey.id)) for passkey in have
        ],
    )
    hidden = _hashed(challenge)
    await tables.store.add_challenge(hidden, browser, account_id, name if is_new else "")
    return webauthn.options_to_json(options)


async def ask_known(tables: Tables, place: Place, browser: str) -> str:
    """Return, as JSON, the options for signing in with any passkey of this place."""
    challenge = secrets.token_bytes(_BYTES)
    options = webauthn.generate_authentication_options(
        rp_id=place.host, challenge=challenge, timeout=_MILLISECONDS
    )
    await tables.store.add_challenge(_hashed(challenge), browser, "", "")
    return webauthn.options_to_json(options)


# -- checking ----------------------------------------------------------------------------------


async def check_new(
    tables: Tables, place: Place, browser: str, credential: str, name: str
) -> tuple[Asked, PasskeyRow]:
    """Return what a new passkey was asked for, and the passkey; its challenge is used up."""
    challenge, asked = await _asked(tables, browser, credential)
    if not asked.account_id:
        raise _not_done()
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
        )
    except Exception:  # whatever a library raises for bytes from outside
        raise _not_done() from None
    passkey = PasskeyRow(
        bytes_to_base64url(found.credential_id),
        asked.account_id,
        found.credential_public_key,
        found.sign_count,
        _transports(json.loads(credential)),
        name,
        tables.now(),
    )
    return asked, passkey


async def check_known(tables: Tables, place: Place, browser: str, credential: str) -> str:
    """Return the account of a passkey that signed a challenge; the challenge is used up."""
    challenge, asked = await _asked(tables, browser, credential)
    sent = json.loads(credential)
    passkey = await tables.store.passkey(str(sent.get("id")))
    if passkey is None:
        raise _not_known()
    user = sent["response"].get("userHandle") or _user(passkey.account_id)
    if asked.account_id or user != _user(passkey.account_id):
        raise _not_done()
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
        )
    except Exception:
        raise _not_done() from None
    await tables.store.use_passkey(passkey.id, found.new_sign_count)
    return passkey.account_id


async def _asked(tables: Tables, browser: str, credential: str) -> tuple[bytes, Asked]:
    """Return the challenge that was signed, and what for; it must be one of this browser."""
    try:
        signed = json.loads(
            base64url_to_bytes(json.loads(credential)["response"]["clientDataJSON"])
        )
        challenge = base64url_to_bytes(signed["challenge"])
    except Exception:
        raise _not_done() from None
    asked = await tables.store.take_challenge(_hashed(challenge), browser)
    if asked is None:
        raise _not_done()
    return challenge, asked


def _transports(credential: dict[str, dict[str, object]]) -> list[str]:
    named = credential["response"].get("transports")
    return [kind for kind in _TRANSPORTS if isinstance(named, list) and kind in named]


def _user(account_id: str) -> str:
    return bytes_to_base64url(bytes.fromhex(account_id))


def _hashed(challenge: bytes) -> str:
    return hashed(challenge.hex())


def _not_done() -> Refusal:
    why = say("That passkey was not accepted, or it took more than five minutes. Try again.")
    return Refusal(422, why)


def _not_known() -> Refusal:
    why = say(
        "No account here has this passkey. If you removed it from its account, remove it from"
        " your device too."
    )
    return Refusal(404, why, Code.NOT_FOUND)
