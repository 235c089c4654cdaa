"""The report of a contest as a page: one self-contained HTML file."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache

from proa.arena.report import Report
from proa.web import statics
from proa.web.pages import render
from proa.web.plots import Course, Intervals, Row
from proa.web.seats import SEATS

FACES = re.compile(r"-(latin|cyrillic)-(400|700)-normal")
"""The fonts in the page."""


def page(report: Report, locale: str = "en") -> str:
    """Return the report as HTML."""
    first = report.entrants[0]
    low, high = first.sequence
    return render(
        "contest.html",
        locale,
        report=report,
        title=report.contest.game.title,
        style=_style(),
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
            _signed(one.margin, 1),
        )
        for number, one in enumerate(report.entrants)
    ]
    return Intervals(rows, 0.0)


def _ratings(report: Report) -> Intervals:
    rows = [
        Row(bot, *rating, _colour(number), _signed(rating.points))
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


def _signed(value: float, digits: int = 0) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def _colour(number: int) -> str:
    return SEATS[number % len(SEATS)].colour


@cache
def _style() -> str:
    """Return colours, type, the page's own styles, and the fonts as data URLs."""
    faces = re.findall(r"@font-face\s*{.*?}", _text("fonts/fonts.css"), re.DOTALL)
    fonts = [_with_font(face) for face in faces if FACES.search(face)]
    return "\n".join([*fonts, _text("tokens.css"), _text("contest.css")])


def _with_font(face: str) -> str:
    """Return a font face with its file as a data URL."""

    def data_url(address: re.Match[str]) -> str:
        return f"url(data:font/woff2;base64,{b64encode(_body(f'fonts/{address[1]}')).decode()})"

    return re.sub(r"url\([\"']?([^)\"']+)[\"']?\)", data_url, face)


def _text(name: str) -> str:
    return _body(name).decode()


def _body(name: str) -> bytes:
    found = statics.file(name)
    assert found is not None, name
    return found.body
