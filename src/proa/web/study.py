"""What many games teach, as a page: one self-contained HTML file."""

from __future__ import annotations

from proa.arena.study import Opening, Study
from proa.engine.messages import text
from proa.web.pages import render
from proa.web.plots import Intervals, Row, signed
from proa.web.seats import SEATS
from proa.web.single_file import style


def page(study: Study, locale: str = "en") -> str:
    """Return the study as HTML."""
    return render(
        "study.html",
        locale,
        study=study,
        title=study.game.title,
        style=style(),
        seats=_seats(study),
        openings=[(one, _answers(study, one, locale)) for one in study.openings],
        sources=_sources(study, locale),
        signed=signed,
    )


def _seats(study: Study) -> Intervals:
    rows = [
        Row(str(seat + 1), share, *interval, SEATS[seat].colour, f"{share:.1%}")
        for seat, (share, interval) in enumerate(study.seats)
    ]
    return Intervals(rows, study.parity)


def _answers(study: Study, opening: Opening, locale: str) -> Intervals:
    rows = [
        Row(text(one.label, locale), one.share, *one.interval, SEATS[0].colour, f"{one.share:.1%}")
        for one in opening.answers
    ]
    return Intervals(rows, study.parity)


def _sources(study: Study, locale: str) -> Intervals:
    rows = [
        Row(
            text(one.heading, locale), one.more, *one.interval, SEATS[1].colour, signed(one.more, 1)
        )
        for one in study.sources
    ]
    return Intervals(rows, 0.0)
