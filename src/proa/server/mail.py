"""Sending mails through the SMTP server of the settings."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from email import policy
from email.message import EmailMessage
from email.utils import localtime, make_msgid

import aiosmtplib

from proa.server.config.settings import Settings

SECONDS = 20.0
"""Seconds for the whole talk with the SMTP server."""
FAILURES = (aiosmtplib.SMTPException, OSError)
"""What :func:`send` raises when a mail was not taken; SMTP codes from 500 on are for good."""
_POLICY = policy.SMTP.clone(max_line_length=998)
"""Headers are not folded: a long address would become encoded words, which are no address."""


async def send(
    settings: Settings, to: str, subject: str, text: str, headers: Mapping[str, str] | None = None
) -> None:
    """Send a mail of plain text; raise one of :data:`FAILURES` if it was not taken."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = settings.mail_from, to, subject
    mail["Date"] = localtime()
    mail["Message-ID"] = make_msgid(domain=settings.mail_from.rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"  # no answers of absent people (RFC 3834)
    for name, value in (headers or {}).items():
        mail[name] = value
    mail.set_content(text)
    async with asyncio.timeout(SECONDS):
        await aiosmtplib.send(
            mail.as_bytes(policy=_POLICY),
            sender=settings.mail_from,
            recipients=[to],
            hostname=settings.mail_host,
            port=settings.mail_port,
            use_tls=settings.mail_tls == "implicit",
            start_tls=settings.mail_tls == "starttls",
            username=settings.mail_user or None,
            password=settings.mail_password or None,
        )
