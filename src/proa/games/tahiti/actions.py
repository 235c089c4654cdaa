"""Tahiti's actions and outcomes, one row each: word, rule, names. A row's value is its first
number."""

from __future__ import annotations

from functools import cache

from proa.engine.core.actions import Actions
from proa.games.tahiti.components import Tables, line_letters
from proa.games.tahiti.state import (
    COLOURS,
    MOST_BID,
    MOST_PIPS,
    MOST_PLAYERS,
    MOST_SPACES,
    MOST_SQUARES,
)

MOST_STASH = 20


@cache
def square_names(size: int) -> tuple[str, ...]:
    """Return the names of the squares, row by row: row letter, then column letter (TA-1.5)."""
    lines = line_letters(size)
    return tuple(row + column for row in lines for column in lines)


def _amounts(rules: Tables) -> range:
    return range(rules.stash + 1)


def _spaces(rules: Tables) -> range:
    return range(rules.spaces)


def _squares(rules: Tables) -> tuple[str, ...]:
    return square_names(rules.size)


ROWS = Actions()
PASS = ROWS.choice("pass", "TA-4.2")  # as the last player without a bid: decline (TA-4.12)
BID = ROWS.choice("bid", "TA-4.2", range(MOST_BID + 1))  # 0 only as TA-4.13 allows
STASH = ROWS.choice("stash", "TA-3.6", _amounts, MOST_STASH + 1)  # dollars
YACHT = ROWS.choice("yacht", "TA-2.4", _spaces, MOST_SPACES)
TAKE = ROWS.choice("take", "TA-5.3", COLOURS)
BOAT = ROWS.choice("boat", "TA-5.3")  # on the space reached
PLACE = ROWS.choice("place", "TA-5.11", _squares, MOST_SQUARES)  # a boat and its pearl
FIRST = ROWS.outcome("first", "TA-2.3", range(MOST_PLAYERS))
ROLL = ROWS.outcome("roll", "TA-3.2", ("blank", *range(1, MOST_PIPS + 1)))
