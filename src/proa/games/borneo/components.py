"""Borneo's rules record, filled by edition files (BO-1, BO-14)."""

from __future__ import annotations

from typing import Annotated

from proa.engine.core.fields import Fields, Row, int8, int16, int32, int64
from proa.games.borneo.state import (
    COMPANIES,
    GOODS,
    HAND,
    MOST_HARBORS,
    MOST_MISSIONS,
    MOST_PLAYERS,
    MOST_SHIPMENTS,
)

EACH_GOOD, ONE_GOOD = range(2)
"""What a mission demands: a number of each good, or a number of any one good (BO-1.13)."""

LONGEST_NAME = 24
FLAGS = 4


class Tables(Fields, of="borneo_rules"):
    """Borneo's tables and limits."""

    shipments: int8
    good: Annotated[Row[int8], MOST_SHIPMENTS]
    worth: Annotated[Row[int8], MOST_SHIPMENTS]
    # Companies on a shipment: the top line, then the lower flag; and how often in the top line.
    flag: Annotated[Row[Row[int8]], MOST_SHIPMENTS, FLAGS]
    top: Annotated[Row[Row[int8]], MOST_SHIPMENTS, len(COMPANIES)]
    # Sets of shipments: by good; those marked "2"; those that show a company; those whose number of
    # the company's flags has the bit 1, 2 or 4.
    of_good: Annotated[Row[int64], len(GOODS)]
    doubles: int64
    shows: Annotated[Row[int64], len(COMPANIES)]
    flag_bits: Annotated[Row[Row[int64]], len(COMPANIES), 3]
    # Harbor cards (BO-1.11).
    harbors: int8
    harbor_good: Annotated[Row[int8], MOST_HARBORS]
    card_limit: Annotated[Row[int8], MOST_HARBORS]
    monopoly_number: Annotated[Row[int8], MOST_HARBORS]
    harbors_of_good: Annotated[Row[int16], len(GOODS)]
    harbor_name: Annotated[Row[Row[int32]], MOST_HARBORS, LONGEST_NAME]  # code points, then zeros
    mission_kinds: int8
    mission_goods: Annotated[Row[int8], MOST_MISSIONS]
    mission_number: Annotated[Row[int8], MOST_MISSIONS]
    mission_points: Annotated[Row[int8], MOST_MISSIONS]
    mission_cards: Annotated[Row[int8], MOST_MISSIONS]
    merchants: int8  # per player
    keep_any: int8


def most_players(rules: Tables) -> int:
    """Return the maximal number of players: each is dealt three shipments (BO-2.1)."""
    return min(MOST_PLAYERS, int(rules.shipments) // HAND)


def harbor_name(rules: Tables, card: int) -> str:
    """Return the name on a harbor card; ``rules`` is a twin."""
    return "".join(chr(letter) for letter in rules.harbor_name[card] if letter)
