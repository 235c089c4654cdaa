"""Times in words."""

from __future__ import annotations

import math

from proa.engine.messages import Message


def duration(seconds: int) -> Message:
    """A time in words."""
    for unit, one, many in (
        (86400, "{n} day", "{n} days"),
        (3600, "{n} hour", "{n} hours"),
        (60, "{n} minute", "{n} minutes"),
    ):
        if seconds % unit == 0:
            return {"say": one, "many": many, "n": seconds // unit}
    return {"say": "{n} second", "many": "{n} seconds", "n": seconds}


def rounded(seconds: float) -> Message:
    """A time in words, rounded up to the largest unit that it is some of."""
    whole = math.ceil(seconds)
    unit = 3600 if whole >= 3600 else 60 if whole >= 60 else 1
    return duration(unit * math.ceil(whole / unit))
