"""Bora Bora's evaluation for bots: the value of a position at the end of a round."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole
from proa.engine.core.search_settings import SearchSettings, Strength
from proa.games.borabora.ai.evaluation_features import NAMES, evaluation_features
from proa.games.borabora.ai.weights import TO_COME
from proa.games.borabora.rules.ending import scores
from proa.games.borabora.state import DEAL_WOMEN, OVER_ALL, ROUNDS

SETTINGS = {
    players: SearchSettings(
        guided=True, explore=0.1, picks=2, scale=12.0, lean=1.0, cut=True, halving=True
    )
    for players in (2, 3, 4)
}
LEVELS = {
    players: {
        "easy": Strength(50, 0.02),
        "steady": Strength(30, prior=True),
        "keen": Strength(200, prior=True),
        "master": Strength(2_500),
        "merciless": Strength(30_000),
    }
    for players in (2, 3, 4)
}
"""The network gains nothing at the simulations of *master*."""
WEIGHTS = np.array([TO_COME.get(name, (0.0,) * (ROUNDS - 1)) for name in NAMES]).T.copy()
"""``[round, feature]``: :data:`proa.games.borabora.ai.weights.TO_COME` in the order of ``NAMES``. A
new feature has weight 0 until it is fitted."""


@rule
def is_quiet(rules, state):
    """Return whether a round is over and scored and the next one not yet dealt, or the game is
    over."""
    if state.phase == OVER_ALL:
        return True
    return state.phase == DEAL_WOMEN and state.turn == 0 and state.round > 1


@rule
def evaluate(rules, state, values):
    """Fill ``values`` with each seat's points, as if the game ended now, plus those that its
    features promise."""
    totals = np.zeros(len(values), np.int64)
    scores(rules, state, totals)
    over = rounds_over(state)
    found = np.zeros(len(NAMES), np.float64)
    for seat in range(len(values)):
        values[seat] = totals[seat]
        if over < ROUNDS:
            evaluation_features(rules, state, whole(seat), found)
            for i in range(len(NAMES)):
                values[seat] += WEIGHTS[over - 1, i] * found[i]


@rule
def rounds_over(state):
    """Return how many rounds are over, at least 1. A round being played counts as over."""
    over = state.round - 1 if state.phase == DEAL_WOMEN else state.round
    return ROUNDS if state.phase == OVER_ALL else max(whole(over), 1)
