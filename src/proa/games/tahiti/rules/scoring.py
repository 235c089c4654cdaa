"""8. Scoring."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import inlined, rule
from proa.games.tahiti.rules.sea import (
    Squares,
    around,
    common,
    first_of,
    has_any,
    linked,
    number_of,
    only,
    put,
    set_at,
    without,
)
from proa.games.tahiti.state import MOST_COLOURS, MOST_PLAYERS, NONE


@rule
def survey(rules, state, pearls, boats):
    """Fill ``pearls`` and ``boats`` (int64, zero) with the squares of each colour and of each seat,
    as arrays of sets (:mod:`proa.games.tahiti.rules.sea`)."""
    for square in range(rules.squares):
        if state.pearl[square] != NONE:
            put(pearls, state.pearl[square], only(rules, square))
            put(boats, state.boat[square], only(rules, square))


@inlined
def first_bank(rules, pearls) -> Squares:
    """Return one bank of the pearls of a colour: they are linked side by side (TA-8.3), whoever
    owns the boats (TA-8.4). A single pearl is a bank too (TA-8.5)."""
    return linked(rules, first_of(pearls), pearls)


@inlined
def empty_sea(rules, pearls) -> Squares:
    """Return the sea squares without a pearl."""
    empty = set_at(rules.sea, 0)
    for colour in range(MOST_COLOURS):
        empty = without(empty, set_at(pearls, colour))
    return empty


@inlined
def shore(rules, bank, empty) -> Squares:
    """Return the empty sea squares that touch a bank (TA-8.6), without the island (TA-8.7), each
    once (TA-8.8)."""
    return common(around(rules, bank), empty)


@inlined
def value_of(rules, bank, empty) -> int:
    """Return pearls times empty squares (TA-8.6)."""
    return number_of(bank) * number_of(shore(rules, bank, empty))


@inlined
def boats_in(bank, boats, seat) -> int:
    """Return the number of boats that a seat has in the bank."""
    return number_of(common(set_at(boats, seat), bank))


@inlined
def most_boats(bank, boats) -> int:
    """Return the highest number of boats that a seat has in the bank."""
    most = 0
    for seat in range(MOST_PLAYERS):
        most = max(most, boats_in(bank, boats, seat))
    return most


@rule
def share(boats, most, value) -> int:
    """Return the whole value for the most boats (TA-8.9), also for each tied seat (TA-8.11), and
    half for other seats with a boat there (TA-8.10)."""
    if boats == 0:
        return 0
    return value if boats == most else value // 2


@rule
def sheet(rules, state, seat, out):
    """Fill ``out`` with the points from the banks of each colour and from the chest (TA-8.1,
    TA-8.2, TA-7.4)."""
    pearls = np.zeros(2 * MOST_COLOURS, np.int64)
    boats = np.zeros(2 * MOST_PLAYERS, np.int64)
    survey(rules, state, pearls, boats)
    empty = empty_sea(rules, pearls)
    for colour in range(MOST_COLOURS):
        out[colour] = 0
        left = set_at(pearls, colour)
        while has_any(left):
            bank = first_bank(rules, left)
            left = without(left, bank)
            value = value_of(rules, bank, empty)
            out[colour] += share(boats_in(bank, boats, seat), most_boats(bank, boats), value)
    out[MOST_COLOURS] = state.player[seat].chest


@rule
def total_up(rules, state, pearls, boats, out):
    """Fill ``out`` with every seat's points for pearls and boats on these squares (TA-8.1)."""
    for seat in range(state.players):
        out[seat] = state.player[seat].chest
    empty = empty_sea(rules, pearls)
    for colour in range(MOST_COLOURS):
        left = set_at(pearls, colour)
        while has_any(left):
            bank = first_bank(rules, left)
            left = without(left, bank)
            value = value_of(rules, bank, empty)
            most = most_boats(bank, boats)
            for seat in range(state.players):
                out[seat] += share(boats_in(bank, boats, seat), most, value)


@rule
def scores(rules, state, out):
    """Fill ``out`` with every seat's points."""
    pearls = np.zeros(2 * MOST_COLOURS, np.int64)
    boats = np.zeros(2 * MOST_PLAYERS, np.int64)
    survey(rules, state, pearls, boats)
    total_up(rules, state, pearls, boats, out)


@rule
def rank_key(rules, state, total, seat):
    """Return the number by which players are ranked: points (TA-8.12), then, with that option, the
    chest (TA-10.2)."""
    if rules.chest_breaks_ties:
        return total * 65536 + state.player[seat].chest
    return total


@rule
def returns(rules, state, out):
    """Fill ``out`` with 1/k for each of k players who share the victory (TA-8.12, TA-8.13)."""
    totals = np.zeros(MOST_PLAYERS, np.int64)
    scores(rules, state, totals)
    best = -1
    winners = 0
    for seat in range(state.players):
        mine = rank_key(rules, state, totals[seat], seat)
        if mine > best:
            best = mine
            winners = 0
        if mine == best:
            winners += 1
    for seat in range(state.players):
        out[seat] = 1.0 / winners if rank_key(rules, state, totals[seat], seat) == best else 0.0
