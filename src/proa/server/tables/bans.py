"""Guests and addresses that the host of this server has blocked or muted."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal

from proa.engine.messages import Message, say
from proa.server.durations import rounded
from proa.server.errors import Refusal
from proa.server.store.rows import Ban

What = Literal["mute", "block"]


class Bans:
    """The bans in force, as this process last read them."""

    def __init__(self) -> None:
        self._bans: dict[tuple[str, str], float | None] = {}

    def learn(self, bans: Iterable[Ban]) -> bool:
        """Replace the bans by those of the database; return whether they changed."""
        before, self._bans = self._bans, {(ban.what, ban.who): ban.until for ban in bans}
        return self._bans != before

    def check(self, what: What, now: float, *who: str) -> None:
        """Refuse if one of the guest id and address in ``who`` is banned."""
        for name in who:
            if (what, name) not in self._bans:
                continue
            until = self._bans[what, name]
            if until is None:
                raise Refusal(403, _why(what))
            if (left := until - now) > 0:
                left = max(1.0, left - 1)  # clocks differ: 2 days must not become 49 hours
                why = say("{why} Time left: {time}.", why=_why(what), time=rounded(left))
                raise Refusal(403, why, again=math.ceil(left))


def _why(what: What) -> Message:
    if what == "mute":
        return say("The host of this server has muted you in the chat.")
    return say("The host of this server has blocked you.")
