"""Mailed links: they sign in, make an account, or verify an address. Each works once.

Every mail address gets a mail, whether an account has it or not, so that nobody learns which.
"""

from __future__ import annotations

import logging

from proa.engine.messages import Message, say, text
from proa.server import mail
from proa.server.config.settings import Settings, is_mail_address
from proa.server.errors import Refusal, cause
from proa.server.store.ways_in import MailedLink
from proa.server.tables.tables import Tables
from proa.server.tokens import fresh_token, hashed

_log = logging.getLogger("proa.server")


def checked(address: str) -> str:
    """Return a mail address without the blanks around it; refuse what is none."""
    address = address.strip()
    if not is_mail_address(address):
        raise Refusal(422, say("This is not a mail address that proa can write to."))
    return address


async def offer(tables: Tables, address: str, account_id: str | None) -> str:
    """Return the secret of a link for an address: of an account that adds it, or for signing in."""
    token = fresh_token()
    await tables.store.add_link(hashed(token), address, account_id)
    return token


async def post(settings: Settings, address: str, token: str, locale: str) -> None:
    """Mail a link; a failure is logged, without the address."""
    link = f"{settings.public_url.rstrip('/')}/account/mail/{token}"
    subject = text(say("Your link to proa"), locale)
    try:
        await mail.send(settings, address, subject, text(_letter(link), locale))
    except mail.FAILURES as error:
        _log.warning("a mail was not taken: %s", cause(error))


def _letter(link: str) -> Message:
    return say(
        "Hello,\n\nopen this link to use proa with this mail address:\n\n{link}\n\nIt works once,"
        " within 15 minutes, and only after you press the button on its page. If you did not ask"
        " for it, do nothing: nobody can use your address without this link.\n",
        link=link,
    )


async def offered(tables: Tables, token: str) -> MailedLink:
    """Return a mailed link, without using it."""
    return _valid(await tables.store.link(hashed(token)))


async def take(tables: Tables, token: str) -> MailedLink:
    """Return a mailed link; it is used up."""
    return _valid(await tables.store.take_link(hashed(token)))


def _valid(found: MailedLink | None) -> MailedLink:
    if found is None:
        why = say("This link has been used, or it is older than 15 minutes. Ask for a new one.")
        raise Refusal(404, why)
    return found
