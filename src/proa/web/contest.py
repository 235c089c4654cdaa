"""The report of a contest as a page: one self-contained HTML file."""

from __future__ import annotations

from proa.arena.report import Report
from proa.web.pages import render
from proa.web.plots import Course, Intervals, Row, signed
from proa.web.seats import SEATS
from proa.web.single_file import style


def page(report: Report, locale: str = "en") -> str:
    """Return the report as HTML."""
    first = report.entrants[0]
    low, high = first.sequence
    return render(
        "contest.html",
        locale,
        report=report,
        title=report.contest.game.title,
        style=style(),
        shares=_shares(report),
        margins=_margins(report),
        ratings=_ratings(report) if len(set(report.contest.bots)) > 2 else None,
        seats=_seats(report),
        course=Course(first.shares.tolist(), low.tolist(), high.tolist(), report.parity),
        colours=[_colour(number) for number in range(len(report.entrants))],
    )


def _shares(report: Report) -> Intervals:
    rows = [
        Row(one.bot, one.share, *one.interval, _colour(number), f"{one.share:.1%}")
        for number, one in enumerate(report.entrants)
    ]
    return Intervals(rows, report.parity)


def _margins(report: Report) -> Intervals:
    rows = [
        Row(
            one.bot,
            one.margin,
            *(one.margin_interval or (one.margin, one.margin)),
            _colour(number),
            signed(one.margin, 1),
        )
        for number, one in enumerate(report.entrants)
    ]
    return Intervals(rows, 0.0)


def _ratings(report: Report) -> Intervals:
    rows = [
        Row(bot, *rating, _colour(number), signed(rating.points))
        for number, (bot, rating) in enumerate(
            zip(report.contest.bots, report.ratings, strict=True)
        )
    ]
    return Intervals(rows, 0.0)


def _seats(report: Report) -> Intervals:
    rows = [
        Row(str(seat + 1), share, *interval, _colour(seat), f"{share:.1%}")
        for seat, (share, interval) in enumerate(report.seats)
    ]
    return Intervals(rows, report.parity)


def _colour(number: int) -> str:
    return SEATS[number % len(SEATS)].colour
