"""Tahiti's actions and outcomes: their numbers and codes.

=============  ================================================  =====================
code           what                                              numbers
=============  ================================================  =====================
``pass``       pass; as the last player without a bid, decline   ``PASS``
``bid:7``      bid; 0 only as TA-4.13 allows                     ``BID`` + dollars
``stash:3``    put money into the chest                          ``STASH`` + dollars
``yacht:5``    place the yacht on a track space                  ``YACHT`` + space
``take:blue``  take a pearl                                      ``TAKE`` + colour
``boat``       place a boat on the space reached                 ``BOAT``
``place:CM``   place boat and pearl on a square, row then column ``PLACE`` + square
``first:2``    outcome: seat 2 is the first player               ``FIRST`` + seat
``roll:3``     outcome: the die; ``roll:blank``                  ``ROLL`` + pips
=============  ================================================  =====================
"""

from __future__ import annotations

from functools import cache

from proa.games.tahiti.components import Tables, line_letters
from proa.games.tahiti.position import (
    COLOURS,
    MOST_BID,
    MOST_COLOURS,
    MOST_PIPS,
    MOST_PLAYERS,
    MOST_SPACES,
    MOST_SQUARES,
)

MOST_STASH = 20

PASS = 0
BID = 1
STASH = BID + MOST_BID + 1
YACHT = STASH + MOST_STASH + 1
TAKE = YACHT + MOST_SPACES
BOAT = TAKE + MOST_COLOURS
PLACE = BOAT + 1
FIRST = PLACE + MOST_SQUARES
ROLL = FIRST + MOST_PLAYERS
ACTIONS = ROLL + MOST_PIPS + 1


@cache
def square_names(size: int) -> tuple[str, ...]:
    """The squares' names, row by row: row, then column (TA-1.5)."""
    lines = line_letters(size)
    return tuple(row + column for row in lines for column in lines)


def codes(rules: Tables) -> list[str]:
    """The code of every action; empty for numbers that the edition does not use."""
    names = [""] * ACTIONS
    names[PASS] = "pass"
    names[BOAT] = "boat"
    for dollars in range(MOST_BID + 1):
        names[BID + dollars] = f"bid:{dollars}"
    for dollars in range(rules.stash + 1):
        names[STASH + dollars] = f"stash:{dollars}"
    for space in range(rules.spaces):
        names[YACHT + space] = f"yacht:{space}"
    for colour, name in enumerate(COLOURS):
        names[TAKE + colour] = f"take:{name}"
    for square, name in enumerate(square_names(rules.size)):
        names[PLACE + square] = f"place:{name}"
    for seat in range(MOST_PLAYERS):
        names[FIRST + seat] = f"first:{seat}"
    for pips in range(MOST_PIPS + 1):
        names[ROLL + pips] = f"roll:{pips}" if pips else "roll:blank"
    return names
