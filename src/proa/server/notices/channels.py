"""The kinds of channels: which ones this server can use, and sending by them."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from proa.server.config.settings import Settings
from proa.server.notices import chat, letters, push, webhook
from proa.server.notices.failures import Failed, Reason
from proa.server.notices.messages import Letter
from proa.server.store.rows import Channel

PUSH, MAIL, WEBHOOK, CHAT = "push", "mail", "webhook", "chat"
KINDS = (PUSH, MAIL, WEBHOOK, CHAT)
_NEEDED = {PUSH: ("pywebpush", "aiohttp"), WEBHOOK: ("aiohttp",), CHAT: ("apprise",)}


@cache
def installed(kind: str) -> bool:
    """Return whether the libraries that a kind needs are installed."""
    return all(find_spec(name) for name in _NEEDED.get(kind, ()))


def usable(kind: str, settings: Settings) -> bool:
    """Return whether this server can send notices of a kind."""
    return settings.sends_mail if kind == MAIL else installed(kind)


async def send(settings: Settings, channel: Channel, address: str, letter: Letter) -> None:
    """Send a letter by a channel; ``address`` is the account's verified mail address.

    Raise :class:`Failed`, or :class:`proa.server.notices.failures.Gone`.
    """
    if not usable(channel.kind, settings):
        raise Failed(Reason.MISSING)
    if channel.kind == PUSH:
        await push.send(settings, channel, letter)
    elif channel.kind == MAIL:
        await letters.send(settings, channel, address, letter)
    elif channel.kind == WEBHOOK:
        await webhook.send(settings, channel, letter)
    else:
        await chat.send(settings, channel, letter)
