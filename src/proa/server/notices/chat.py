"""Chat services by Apprise, of an allow-list, in a process of its own.

Apprise makes its requests by itself, so the process that runs it resolves names through our guard:
whatever address, redirect or second look-up a service needs goes through the same function.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from urllib.parse import urlsplit

from proa.engine.messages import say
from proa.server.config.settings import Settings
from proa.server.errors import Refusal
from proa.server.notices import chat_process
from proa.server.notices.failures import Failed, Reason
from proa.server.notices.messages import Letter
from proa.server.notices.outgoing import LONGEST_URL
from proa.server.store.rows import Channel

SERVICES = {
    "discord": "Discord",
    "tgram": "Telegram",
    "slack": "Slack",
    "ntfys": "ntfy",
    "gotifys": "Gotify",
    "matrixs": "Matrix",
    "mmosts": "Mattermost",
    "pover": "Pushover",
}
"""The schemes of Apprise's addresses that are accepted; all of them use TLS."""
_AT_HOME = {"ntfy": "ntfy", "gotify": "Gotify", "matrix": "Matrix", "mmost": "Mattermost"}
"""Those without TLS, only for networks that the settings permit."""
SECONDS = 30.0


def service(url: str) -> str:
    """Return the name of the service of an address; empty if it is not accepted."""
    scheme = url.partition("://")[0].lower()
    return {**SERVICES, **_AT_HOME}.get(scheme, "")


def check(url: str, settings: Settings) -> None:
    """Refuse an address of no accepted service.

    Options after a question mark may name files or switch certificates off, so there are none.
    """
    scheme = url.partition("://")[0].lower()
    is_known = scheme in SERVICES or (scheme in _AT_HOME and settings.notice_networks)
    is_plain = url.isprintable() and len(url) <= LONGEST_URL and not {"?", " "} & set(url)
    if not is_known or not is_plain or not _has_host(url):
        known = ", ".join(f"{name}://" for name in SERVICES)
        why = say(
            "This is not an address of a chat service that proa knows. It begins with one of"
            " {known}, and has no question mark.",
            known=known,
        )
        raise Refusal(422, why)


def _has_host(url: str) -> bool:
    try:
        return bool(urlsplit(url).netloc)
    except ValueError:
        return False


async def send(settings: Settings, channel: Channel, letter: Letter) -> None:
    """Send a letter to a chat service."""
    job = {
        "url": channel.target,
        "title": letter.title,
        "body": _harmless(f"{letter.body}\n{letter.url if letter.base else ''}".strip()),
        "networks": list(settings.notice_networks),
        "is_secure": channel.target.partition("://")[0].lower() in SERVICES,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        chat_process.__name__,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        env=chat_process.environment(),
    )
    try:
        async with asyncio.timeout(SECONDS):
            await process.communicate(json.dumps(job).encode())
    except TimeoutError:
        raise Failed(Reason.TIME) from None
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    if process.returncode:
        raise Failed(chat_process.REASONS.get(process.returncode, Reason.CHAT))


def _harmless(text: str) -> str:
    """Return a text that calls nobody: a table may be named ``@everyone``."""
    return text.replace("@", "@\u200b")
