"""Who is shut out of this server, or muted in its chat, by its host."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal

from proa.engine.messages import Message, say
from proa.server.durations import rounded
from proa.server.errors import Refusal
from proa.server.store.schema import Ban

What = Literal["mute", "block"]


class Bans:
    """What of the host's decisions holds now, as this process last read it."""

    def __init__(self) -> None:
        self._bans: dict[tuple[str, str], float | None] = {}

    def learn(self, bans: Iterable[Ban]) -> bool:
        """Take what the database says; whether that is something new."""
        before, self._bans = self._bans, {(bar.what, bar.who): bar.until for bar in bans}
        return self._bans != before

    def check(self, what: What, now: float, *who: str) -> None:
        """Refuse somebody who is barred, by any of the names they are counted under."""
        for one in who:
            if (what, one) not in self._bans:
                continue
            until = self._bans[what, one]
            if until is None:
                raise Refusal(403, _why(what))
            if (left := until - now) > 0:
                left = max(1.0, left - 1)  # clocks of two processes differ: 2 days are not 49 hours
                why = say("{why} Time left: {time}.", why=_why(what), time=rounded(left))
                raise Refusal(403, why, again=math.ceil(left))


def _why(what: What) -> Message:
    if what == "mute":
        return say("The host of this server has muted you in the chat.")
    return say("The host of this server has blocked you.")
