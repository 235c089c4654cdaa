"""8. Scoring."""

from __future__ import annotations

import numpy as np

from proa.engine.compile import rule
from proa.games.tahiti.position import MOST_COLOURS, MOST_PLAYERS, MOST_SQUARES, NONE


@rule
def gather_bank(rules, state, square, bank, member) -> int:
    """List in ``bank`` the squares of the bank at ``square`` and mark them in ``member``; returns
    how many. Pearls of one colour are linked side by side (TA-8.3), whoever has the boats (TA-8.4);
    one alone is a bank too (TA-8.5)."""
    colour = state.pearl[square]
    bank[0] = square
    member[square] = 1
    n = 1
    done = 0
    while done < n:
        here = bank[done]
        done += 1
        for i in range(rules.side_count[here]):
            other = rules.side[here][i]
            if state.pearl[other] == colour and member[other] == 0:
                member[other] = 1
                bank[n] = other
                n += 1
    return n


@rule
def empty_around(rules, state, bank, n, counted) -> int:
    """The empty sea squares that touch the bank (TA-8.6), without the island (TA-8.7), each once
    (TA-8.8). ``counted`` is scratch in which the bank's number, its first square + 1, has not been
    used yet."""
    mark = bank[0] + 1
    empty = 0
    for k in range(n):
        here = bank[k]
        for i in range(rules.near_count[here]):
            other = rules.near[here][i]
            if state.pearl[other] == NONE and counted[other] != mark:
                counted[other] = mark
                empty += 1
    return empty


@rule
def count_boats(state, bank, n, boats) -> int:
    """Count in ``boats`` those of each seat in the bank; returns the most."""
    for seat in range(MOST_PLAYERS):
        boats[seat] = 0
    most = 0
    for k in range(n):
        owner = state.boat[bank[k]]
        boats[owner] += 1
        most = max(most, boats[owner])
    return most


@rule
def share(boats, most, value) -> int:
    """All for the most boats (TA-8.9) and for every tie for it (TA-8.11), half for others with a
    boat there (TA-8.10)."""
    if boats == 0:
        return 0
    return value if boats == most else value // 2


@rule
def sheet(rules, state, seat, out):
    """Points from the banks of each colour and from the chest (TA-8.1, TA-8.2, TA-7.4)."""
    for i in range(MOST_COLOURS):
        out[i] = 0
    out[MOST_COLOURS] = state.player[seat].chest
    bank = np.zeros(MOST_SQUARES, np.int64)
    member = np.zeros(MOST_SQUARES, np.int64)
    counted = np.zeros(MOST_SQUARES, np.int64)
    boats = np.zeros(MOST_PLAYERS, np.int64)
    for square in range(rules.squares):
        if state.pearl[square] != NONE and member[square] == 0:
            n = gather_bank(rules, state, square, bank, member)
            value = n * empty_around(rules, state, bank, n, counted)
            most = count_boats(state, bank, n, boats)
            out[state.pearl[square]] += share(boats[seat], most, value)


@rule
def scores(rules, state, out):
    """Every seat's points, its banks gathered once (TA-8.1)."""
    for seat in range(state.players):
        out[seat] = state.player[seat].chest
    bank = np.zeros(MOST_SQUARES, np.int64)
    member = np.zeros(MOST_SQUARES, np.int64)
    counted = np.zeros(MOST_SQUARES, np.int64)
    boats = np.zeros(MOST_PLAYERS, np.int64)
    for square in range(rules.squares):
        if state.pearl[square] != NONE and member[square] == 0:
            n = gather_bank(rules, state, square, bank, member)
            value = n * empty_around(rules, state, bank, n, counted)
            most = count_boats(state, bank, n, boats)
            for seat in range(state.players):
                out[seat] += share(boats[seat], most, value)


@rule
def standing(rules, state, total, seat):
    """What winners are compared by: points (TA-8.12), then, if so agreed, the chest (TA-10.2)."""
    if rules.chest_breaks_ties:
        return total * 65536 + state.player[seat].chest
    return total


@rule
def returns(rules, state, out):
    """1/k to each of k players who share the victory (TA-8.12, TA-8.13)."""
    totals = np.zeros(MOST_PLAYERS, np.int64)
    scores(rules, state, totals)
    best = -1
    winners = 0
    for seat in range(state.players):
        mine = standing(rules, state, totals[seat], seat)
        if mine > best:
            best = mine
            winners = 0
        if mine == best:
            winners += 1
    for seat in range(state.players):
        out[seat] = 1.0 / winners if standing(rules, state, totals[seat], seat) == best else 0.0
