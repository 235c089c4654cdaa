"""Tahiti's rules record, filled by edition files (TA-1, TA-10)."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from proa.engine.core.fields import Fields, Row, int64, uint8, uint16
from proa.games.tahiti.state import (
    MOST_COLOURS,
    MOST_FACES,
    MOST_PIPS,
    MOST_SIZE,
    MOST_SPACES,
)


class Tables(Fields, of="tahiti_rules"):
    """Tahiti's tables and limits."""

    size: uint8
    squares: uint8
    island: uint8
    spaces: uint8
    space_letter: Annotated[Row[uint8], MOST_SPACES]  # a line: 0 is A
    space_pearl: Annotated[Row[uint8], MOST_SPACES]
    faces: Annotated[Row[uint8], MOST_FACES]  # blanks (0) first
    face_count: uint8
    blanks: uint8
    throws: Annotated[Row[uint8], MOST_PIPS + 1]  # how many faces show 0, 1, 2 ...
    pearls: Annotated[Row[uint8], MOST_COLOURS]
    boats: uint8
    money: uint16
    stash: uint8
    chest_breaks_ties: uint8
    open_money: uint8
    # The number of squares in the northern rows. Sets of squares (rules/sea.py): all but the
    # island; the outermost columns of the northern rows.
    north: uint8
    sea: Annotated[Row[int64], 2]
    first_column: int64
    last_column: int64
    # For each line, the squares of its row and its column.
    reach_count: Annotated[Row[uint8], MOST_SIZE]
    reach: Annotated[Row[Row[uint8]], MOST_SIZE, 2 * MOST_SIZE]


def most_players(rules: Tables) -> int:
    """Return the number of pearl colours: starting pearls must differ (TA-10.4)."""
    return sum(int(n) > 0 for n in rules.pearls)


@cache
def line_letters(size: int) -> tuple[str, ...]:
    """Return the letters of the lines from the top and from the left: A B C M D E F, M the middle
    (TA-1.4, TA-1.5)."""
    letters = [chr(ord("A") + i) for i in range(size - 1)]
    return *letters[: size // 2], "M", *letters[size // 2 :]
