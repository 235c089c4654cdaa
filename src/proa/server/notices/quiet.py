"""Quiet hours in a person's time zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from proa.server.store.rows import NoticeSettings

DAY = 24 * 60
"""The minutes of a day."""


LONGEST_ZONE = 60


def is_zone(name: str) -> bool:
    """Return whether this machine knows a time zone."""
    try:
        return len(name) <= LONGEST_ZONE and ZoneInfo(name).key == name
    except (KeyError, ValueError, OSError):
        return False


def zone_of(name: str) -> tzinfo:
    """Return a time zone; UTC if this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return UTC


def quiet_until(now: float, time_zone: str, chosen: NoticeSettings) -> float | None:
    """Return when the quiet hours end; None outside of them."""
    begin, end = chosen.quiet_from, chosen.quiet_until
    if begin is None or end is None or begin == end:
        return None
    zone = zone_of(time_zone)
    here = datetime.fromtimestamp(now, zone)
    minute = here.hour * 60 + here.minute
    if (minute - begin) % DAY >= (end - begin) % DAY:
        return None
    day = here.date() + timedelta(days=1 if minute >= end else 0)
    repeated = here.fold  # in autumn an hour comes twice, and its second time ends the quiet too
    return datetime.combine(day, time(end // 60, end % 60, fold=repeated), zone).timestamp()
