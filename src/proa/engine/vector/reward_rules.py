"""Rules for the value of a position; :mod:`proa.engine.vector.rewards` defines the rewards."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import compiled_function, rule, whole
from proa.engine.core.verbs import OVER, returns, scores, to_move

SHARE, LEAD, GAINS = range(3)


@rule
def lead_of(totals, seat):
    """Return the points ahead of the best other seat."""
    best = totals[seat - 1] if seat > 0 else totals[1]
    for other in range(len(totals)):
        if other != seat:
            best = max(best, totals[other])
    return np.float64(totals[seat] - best)


@rule
def fill_rewards(rules, state, reward, totals, values):
    """Fill ``values`` (float64) with the value of the position for each seat.

    ``totals`` (int64) is scratch, one per seat like ``values``.
    """
    if reward != GAINS and to_move(rules, state) != OVER:
        for seat in range(len(values)):
            values[seat] = 0.0
    elif reward == SHARE:
        returns(rules, state, values)
    else:
        scores(rules, state, totals)
        for seat in range(len(values)):
            values[seat] = lead_of(totals, whole(seat))


@compiled_function("void(R, S, i8, i8[:], f8[:])")
def position_rewards(rules, states, reward, totals, values):
    """Run :func:`fill_rewards` for one position."""
    fill_rewards(rules[0], states[0], reward, totals, values)
