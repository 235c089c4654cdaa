"""An SMTP server on this machine that keeps the mails it gets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

from server.ports import free_port
from waiting import wait_until


class PostOffice:
    """The mails that came; ``settings`` are those of a server that sends them here."""

    def __init__(self, port: int) -> None:
        self.came: list[tuple[str, EmailMessage]] = []
        self.raw: list[bytes] = []
        self.settings: dict[str, Any] = {
            "mail_host": "127.0.0.1",
            "mail_port": port,
            "mail_tls": "off",
            "mail_from": "proa@proa.example",
        }
        self.refuses = ""
        """The answer to mails that are not taken."""

    async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:  # noqa: N802
        if self.refuses:
            return self.refuses
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        self.raw.append(envelope.content)
        self.came += [(to, mail) for to in envelope.rcpt_tos]
        return "250 OK"

    def link(self, number: int = 1) -> str:
        """Wait for a mail, counted from 1, and return the path of the link in it."""
        wait_until(lambda: len(self.came) >= number)
        found = re.search(r"https?://[^/\s]+(/\S+)", self.came[number - 1][1].get_content())
        assert found
        return found[1]


@contextmanager
def post_office() -> Iterator[PostOffice]:
    """Run an SMTP server until the context ends."""
    office = PostOffice(free_port())
    port = office.settings["mail_port"]
    running = Controller(office, hostname="127.0.0.1", port=port)
    running.start()
    try:
        yield office
    finally:
        running.stop()
