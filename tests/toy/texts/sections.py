"""The table in words."""

from __future__ import annotations

from typing import Any

from proa.engine.core.view_types import ALL, Line, Section, line
from proa.engine.messages import join_list, seat
from toy.messages import plural, say
from toy.state import CHOOSING, VALUES


def cards(counts: Any) -> Any:
    """Return the values of cards, from their counts."""
    return join_list([v + 1 for v in range(VALUES) for _ in range(counts[v])])


def sections(game: Any, position: Any, viewer: int) -> list[Section]:
    """Return the table in words."""
    s = position.fields
    table = [
        line(plural("one card in the deck", "{n} cards in the deck", sum(s.deck))),
        line(say("Laid: {cards}", cards=cards(s.open))),
        line(say("Tide: {n}", n=s.tide)),
    ]
    seats = [line for number in range(s.players) for line in _seat_lines(position, number, viewer)]
    return [
        {"heading": say("Table"), "lines": table},
        {"heading": say("Players"), "lines": seats},
    ]


def _seat_lines(position: Any, number: int, viewer: int) -> list[Line]:
    s = position.fields
    player = s.player[number]
    points = player.laid + player.pairs
    held = plural("one card", "{n} cards", player.held)
    text = say("{seat}: {points} points, {held}", seat=seat(number), points=points, held=held)
    lines = [line(text, points=points)]
    if viewer in (number, ALL):
        lines.append(line(say("Hand: {cards}", cards=cards(player.hand))))
        if s.phase == CHOOSING and s.mover == number:
            lines.append(line(say("Chosen: {cards}", cards=cards(s.chosen))))
    return lines
