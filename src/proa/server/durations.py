"""Durations as messages ("2 hours")."""

from __future__ import annotations

import math

from proa.engine.messages import Message


def duration(seconds: int) -> Message:
    """Return a duration as a message, in the largest unit that divides it."""
    for unit, one, many in (
        (86400, "{n} day", "{n} days"),
        (3600, "{n} hour", "{n} hours"),
        (60, "{n} minute", "{n} minutes"),
    ):
        if seconds % unit == 0:
            return {"say": one, "many": many, "n": seconds // unit}
    return {"say": "{n} second", "many": "{n} seconds", "n": seconds}


def rounded(seconds: float) -> Message:
    """Return a duration as a message, rounded up to whole hours, minutes or seconds."""
    whole = math.ceil(seconds)
    unit = 3600 if whole >= 3600 else 60 if whole >= 60 else 1
    return duration(unit * math.ceil(whole / unit))
