"""Mails about turns, which a person ends with one click (RFC 8058)."""

from __future__ import annotations

from proa.engine.messages import say, text
from proa.server import mail
from proa.server.config.settings import Settings
from proa.server.notices.failures import Failed, Reason
from proa.server.notices.messages import Letter
from proa.server.store.rows import Channel


def off_path(channel: Channel) -> str:
    """Return the page that switches a channel off; whoever knows it may."""
    return f"/notices/off/{channel.id}"


async def send(settings: Settings, channel: Channel, address: str, letter: Letter) -> None:
    """Send a letter by mail to an account's verified address."""
    if not settings.sends_mail:
        raise Failed(Reason.MISSING)
    if not address:
        raise Failed(Reason.NO_MAIL)
    off = settings.public_url.rstrip("/") + off_path(channel)
    headers = {
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    stop = text(say("No more mails like this: {address}", address=off), letter.language)
    body = f"{letter.body}\n\n{letter.url}\n\n-- \n{stop}\n"
    subject = letter.title
    if len(letter.lines) == 1 and letter.notices:
        subject = f"{letter.title}: {letter.lines[0]}"
    try:
        await mail.send(settings, address, " ".join(subject.split()), body, headers)
    except TimeoutError:
        raise Failed(Reason.TIME) from None
    except mail.FAILURES:
        raise Failed(Reason.MAIL) from None
