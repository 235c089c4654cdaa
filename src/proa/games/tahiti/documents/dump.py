"""The JSON form of a position of Tahiti, in words of the rule book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proa.engine.core.schema import Counts, Number, Pairs, Part, Rows, Schema, Word, group, listing
from proa.games.tahiti.actions import square_names
from proa.games.tahiti.components import Tables, line_letters
from proa.games.tahiti.state import (
    COLOURS,
    MOST_BID,
    MOST_MONEY,
    MOST_PLAYERS,
    MOST_SQUARES,
    NONE,
    PHASES,
    SIDES,
)

SEATS = tuple(str(seat) for seat in range(MOST_PLAYERS))


class _Seats:
    """Converter between a bit set of seats and a list of their numbers."""

    def write(self, value: Any, rules: Tables) -> Any:
        return [seat for seat in range(MOST_PLAYERS) if int(value) >> seat & 1]

    def read(self, json: Any, path: str, rules: Tables) -> Any:
        seats = Rows(SEAT, len(json) if isinstance(json, list) else 0).read(json, path, rules)
        value = 0
        for seat in seats:
            value |= 1 << seat
        return value

    def schema(self, rules: Any) -> Schema:
        return listing(SEAT.schema(rules))


def _squares(rules: Tables) -> Sequence[str]:
    return square_names(rules.size)


def _lines(rules: Tables) -> Sequence[str]:
    return line_letters(rules.size)


SEAT = Number(0, MOST_PLAYERS - 1)
SEAT_OR_NONE = Number(NONE, MOST_PLAYERS - 1)
COLOUR: Part = Word(COLOURS, none=NONE)
SPACE = Number(NONE, 23)

DOCUMENT = group(
    names={
        "mover": "to_decide",
        "first": "first_player",
        "disc": "marker_disc",
        "letter": "place_in_line",
        "idle": "turns_without_move",
        "pearl": "pearls",
        "boat": "boats",
        "player": "seats",
    },
    players=Number(2, MOST_PLAYERS),
    phase=Word(PHASES),
    mover=SEAT,
    first=SEAT,
    roller=SEAT,
    disc=Word(SIDES),
    die=Number(0, 6),
    bid=Number(0, MOST_BID),
    bidder=SEAT_OR_NONE,
    first_passer=SEAT_OR_NONE,
    passed=_Seats(),
    letter=Word(_lines, none=NONE),
    idle=Number(0, 3 * MOST_PLAYERS),
    supply=Counts(COLOURS, 60),
    pearl=Pairs(COLOUR, _squares, empty=NONE, size=MOST_SQUARES),
    boat=Pairs(SEAT, _squares, empty=NONE, size=MOST_SQUARES),
    player=Rows(
        group(
            names={"boats": "boats_at_hand", "waiting": "boat_waits_at", "yacht": "yacht_at"},
            optional=("pairs",),
            cash=Number(0, MOST_MONEY),
            chest=Number(0, MOST_MONEY),
            boats=Number(0, 60),
            pearl=COLOUR,
            waiting=SPACE,
            yacht=SPACE,
            pairs=Number(0, 60),
        ),
        MOST_PLAYERS,
    ),
)
