"""Time controls: how much time seats have, as a table agreed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from proa.engine.messages import Message, say
from proa.server.durations import duration
from proa.server.errors import Refusal
from proa.server.store.rows import TableRow

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
SHORTEST_PACE, LONGEST_PACE = 10, 30 * DAY
"""Limits of the seconds for a decision."""
SMALLEST_BANK, LARGEST_BANK = MINUTE, 90 * DAY
"""Limits of the seconds in a bank."""
_TEXT = re.compile(r"(?P<seconds>[0-9]{1,8})(?P<plus>\+(?P<increment>[0-9]{1,8}))?")


@dataclass(frozen=True)
class TimeControl:
    """The time of every seat: ``pace`` for each decision, or a ``bank`` with an increment."""

    pace: int | None = None
    bank: int | None = None
    increment: int = 0

    @property
    def is_timed(self) -> bool:
        return self.pace is not None or self.bank is not None

    @property
    def is_slow(self) -> bool:
        """Return whether players may come back after days."""
        return (self.pace or self.bank or 0) >= DAY

    @property
    def columns(self) -> dict[str, Any]:
        """Return the columns of a table with this time control."""
        return {"pace": self.pace, "bank": self.bank, "increment": self.increment}

    @property
    def text(self) -> str:
        """Return this as forms write it: ``60``, ``1200+10``, or nothing."""
        if self.bank is not None:
            return f"{self.bank}+{self.increment}"
        return "" if self.pace is None else str(self.pace)

    @property
    def sentence(self) -> Message:
        """Return what people read."""
        if self.bank is not None:
            whole = duration(self.bank)
            if not self.increment:
                return say("{time} for the whole game", time=whole)
            more = duration(self.increment)
            return say("{time} + {more} per decision", time=whole, more=more)
        if self.pace is not None:
            return say("{time} per decision", time=duration(self.pace))
        return say("no clock")

    def check(self) -> None:
        """Refuse times outside the limits."""
        if self.pace is not None and self.bank is not None:
            raise Refusal(422, say("Choose a time for each decision or a bank, not both."))
        if self.pace is not None and not SHORTEST_PACE <= self.pace <= LONGEST_PACE:
            raise Refusal(422, say("The time for a decision is from 10 seconds to 30 days."))
        if self.bank is not None and not SMALLEST_BANK <= self.bank <= LARGEST_BANK:
            raise Refusal(422, say("The time for the whole game is from 1 minute to 90 days."))
        if not 0 <= self.increment <= (DAY if self.bank is not None else 0):
            raise Refusal(422, say("A bank gets up to 1 day more after each decision."))


NO_CLOCK = TimeControl()


def of_row(row: TableRow) -> TimeControl:
    """Return a table's time control."""
    return TimeControl(row.pace, row.bank, row.increment)


def read(text: str) -> TimeControl:
    """Return the time control that :attr:`TimeControl.text` wrote; refuse other texts."""
    if not text:
        return NO_CLOCK
    found = _TEXT.fullmatch(text)
    if found is None:
        raise Refusal(422, say("The time for a decision is from 10 seconds to 30 days."))
    if found["plus"]:
        return TimeControl(bank=int(found["seconds"]), increment=int(found["increment"]))
    return TimeControl(pace=int(found["seconds"]))


OFFERED: Mapping[str, tuple[TimeControl, ...]] = {
    "live": (
        TimeControl(pace=30),
        TimeControl(pace=MINUTE),
        TimeControl(pace=3 * MINUTE),
        TimeControl(bank=10 * MINUTE, increment=5),
        TimeControl(bank=20 * MINUTE, increment=10),
    ),
    "slow": (
        TimeControl(pace=DAY),
        TimeControl(pace=3 * DAY),
        TimeControl(bank=7 * DAY, increment=6 * HOUR),
    ),
}
"""What forms offer, for games in one sitting and for games over days."""


def choices(now: TimeControl | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return what forms offer, and the present one if it is another."""
    groups = {name: list(offered) for name, offered in OFFERED.items()}
    if now and now.is_timed and not any(now in offered for offered in groups.values()):
        groups["slow" if now.is_slow else "live"].insert(0, now)
    return {
        name: [{"value": one.text, "label": one.sentence} for one in offered]
        for name, offered in groups.items()
    }
