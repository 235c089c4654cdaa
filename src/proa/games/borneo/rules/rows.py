"""The table and the companies' rows of merchants, first-ranked first (BO-5.2)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo.state import COMPANIES, MOST_MERCHANTS


@rule
def left_of(state, seat):
    """Return the next seat clockwise."""
    return whole(seat) + 1 if seat + 1 < state.players else whole(0)


@rule
def owner(merchant) -> int:
    """Return the seat that owns a merchant in a row."""
    return (whole(merchant) - 1) // MOST_MERCHANTS


@rule
def merchants_placed(state):
    """Return how many merchants stand in the rows."""
    n = whole(0)
    for company in range(len(COMPANIES)):
        n += state.row[company].length
    return n


@rule
def append(state, company, merchant):
    """Add a merchant at the right end of a row (BO-2.7, BO-5.3)."""
    row = state.row[company]
    row.place[row.length] = merchant
    row.length += 1


@rule
def leave(state, company, place):
    """Remove a merchant from its row, which closes up to the left (BO-5.5), and return it."""
    row = state.row[company]
    merchant = whole(row.place[place])
    row.length -= 1
    for i in range(place, row.length):
        row.place[i] = row.place[i + 1]
    row.place[row.length] = 0
    return merchant
