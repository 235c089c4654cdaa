"""Tahiti's actions and outcomes: their numbers and codes.

=============  ================================================  =====================
code           what                                              numbers
=============  ================================================  =====================
``pass``       pass; as the last player without a bid, decline   ``A_PASS``
``bid:7``      bid; 0 only as TA-4.13 allows                     ``A_BID`` + dollars
``stash:3``    put money into the chest                          ``A_STASH`` + dollars
``yacht:5``    place the yacht on a track space                  ``A_YACHT`` + space
``take:blue``  take a pearl                                      ``A_TAKE`` + colour
``boat``       place a boat on the space reached                 ``A_BOAT``
``place:CM``   place boat and pearl on a square, row then column ``A_PLACE`` + square
``first:2``    outcome: seat 2 is the first player               ``A_FIRST`` + seat
``roll:3``     outcome: the die; ``roll:blank``                  ``A_ROLL`` + pips
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

A_PASS = 0
A_BID = 1
A_STASH = A_BID + MOST_BID + 1
A_YACHT = A_STASH + MOST_STASH + 1
A_TAKE = A_YACHT + MOST_SPACES
A_BOAT = A_TAKE + MOST_COLOURS
A_PLACE = A_BOAT + 1
A_FIRST = A_PLACE + MOST_SQUARES
A_ROLL = A_FIRST + MOST_PLAYERS
ACTIONS = A_ROLL + MOST_PIPS + 1


@cache
def square_names(size: int) -> tuple[str, ...]:
    """The squares' names, row by row: row, then column (TA-1.5)."""
    lines = line_letters(size)
    return tuple(row + column for row in lines for column in lines)


def codes(rules: Tables) -> list[str]:
    """The code of every action; empty for numbers that the edition does not use."""
    names = [""] * ACTIONS
    names[A_PASS] = "pass"
    names[A_BOAT] = "boat"
    for dollars in range(MOST_BID + 1):
        names[A_BID + dollars] = f"bid:{dollars}"
    for dollars in range(rules.stash + 1):
        names[A_STASH + dollars] = f"stash:{dollars}"
    for space in range(rules.spaces):
        names[A_YACHT + space] = f"yacht:{space}"
    for colour, name in enumerate(COLOURS):
        names[A_TAKE + colour] = f"take:{name}"
    for square, name in enumerate(square_names(rules.size)):
        names[A_PLACE + square] = f"place:{name}"
    for seat in range(MOST_PLAYERS):
        names[A_FIRST + seat] = f"first:{seat}"
    for pips in range(MOST_PIPS + 1):
        names[A_ROLL + pips] = f"roll:{pips}" if pips else "roll:blank"
    return names
