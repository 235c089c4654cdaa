"""Quiet hours in a person's time zone, in summer, in winter, and when the clocks change."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from proa.server.notices.quiet import quiet_until
from proa.server.store.rows import NoticeSettings

ZONE = "America/New_York"


def at(text: str, fold: int = 0) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(ZONE), fold=fold).timestamp()


@pytest.mark.parametrize(
    ("quiet", "now", "until"),
    [
        ((19, 23), "2026-07-01T19:00", "2026-07-01T23:00"),
        ((19, 23), "2026-01-01T22:59", "2026-01-01T23:00"),
        ((19, 23), "2026-07-01T18:59", None),
        ((19, 23), "2026-07-01T23:00", None),
        ((21, 7), "2026-07-01T23:30", "2026-07-02T07:00"),
        ((21, 7), "2026-07-02T00:10", "2026-07-02T07:00"),
        ((21, 7), "2026-07-02T07:00", None),
        ((21, 7), "2026-11-01T00:10", "2026-11-01T07:00"),
        ((21, 7), "2026-03-08T00:10", "2026-03-08T07:00"),
        ((7, 7), "2026-07-02T07:00", None),
    ],
)
def test_they_follow_the_clock_on_the_wall(quiet, now, until):
    chosen = NoticeSettings(*(hour * 60 for hour in quiet))
    assert quiet_until(at(now), ZONE, chosen) == (until and at(until))


@pytest.mark.parametrize("fold", [0, 1])
def test_they_end_later_than_now_in_the_hour_that_comes_twice(fold):
    """An end in the past would be tried again at once, for an hour."""
    now = at("2026-11-01T01:10", fold)
    assert quiet_until(now, ZONE, NoticeSettings(22 * 60, 90)) == now + 20 * 60


def test_they_end_after_the_hour_that_does_not_come():
    now = at("2026-03-08T01:50")
    until = quiet_until(now, ZONE, NoticeSettings(22 * 60, 150))
    assert until
    assert until > now
    assert quiet_until(until, ZONE, NoticeSettings(22 * 60, 150)) is None
