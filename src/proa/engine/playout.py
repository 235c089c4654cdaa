"""Random play to the end: the loop of batches, searches and benchmarks."""

from __future__ import annotations

import numpy as np

from proa.engine.compile import rule
from proa.engine.rng import below, next_number
from proa.engine.verbs import CHANCE, apply, draw, legal, to_move


@rule
def play_out(rules, state, rng, actions, most):  # type: ignore[no-untyped-def]
    """Play random decisions until the game ends or ``most`` are made; returns how many.

    Every decision is drawn from its list of legal actions, chance by ``draw`` from ``rng``, never
    from the position's key. ``actions`` is scratch.
    """
    decisions = 0
    while True:
        seat = to_move(rules, state)
        if seat == CHANCE:
            apply(rules, state, draw(rules, state, next_number(rng)))
        elif seat < 0 or decisions >= most:
            return decisions
        else:
            n = legal(rules, state, actions)
            apply(rules, state, np.int64(actions[below(rng, n)]))
            decisions += 1
