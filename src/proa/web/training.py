"""The course of a training, as a page: one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proa.engine.messages import Message, say, text
from proa.learn.curve import Point
from proa.web.pages import render
from proa.web.plots import Line, Lines
from proa.web.seats import SEATS
from proa.web.single_file import style


def page(
    title: Message, card: Mapping[str, Any], curve: Sequence[Point], locale: str = "en"
) -> str:
    """Return the page of a network, described by its ``card``, with its learning curve."""
    epochs = [point.epoch for point in curve]

    def lines(*drawn: tuple[Message, list[float]], percent: bool = False) -> Lines:
        named = [
            Line(text(name, locale), values, seat.colour)
            for (name, values), seat in zip(drawn, SEATS, strict=False)
        ]
        return Lines(epochs, named, percent)

    return render(
        "training.html",
        locale,
        title=title,
        card=card,
        curve=curve,
        style=style(),
        agreement=lines(
            (say("As the teacher"), [point.agreement for point in curve]), percent=True
        ),
        loss=lines(
            (say("Learning"), [point.trained for point in curve]),
            (say("Held out"), [point.policy for point in curve]),
        ),
        values=lines(
            (say("Shares of victory"), [point.share for point in curve]),
            (say("Leads"), [point.lead for point in curve]),
            (say("Points by source"), [point.points for point in curve]),
        ),
    )
