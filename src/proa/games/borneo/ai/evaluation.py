"""Borneo's evaluation for bots: the value of a position at the start of a turn."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole
from proa.engine.core.search_settings import SearchSettings, Strength
from proa.games.borneo.ai.evaluation_features import (
    NAMES,
    begins_turn,
    evaluation_features,
    to_come,
)
from proa.games.borneo.ai.weights import TO_COME
from proa.games.borneo.rules.ending import scores

TURN = 8
"""Decisions in a turn, rounded up, with the answers to others' turns."""
SETTINGS = {
    players: SearchSettings(guided=True, explore=0.25, picks=2, lean=3.0, horizon=TURN * players)
    for players in (3, 4, 5)
}
USUAL = {
    "easy": Strength(60, 0.06),
    "steady": Strength(100, 0.02),
    "keen": Strength(500, 0.006),
    "master": Strength(4_000),
    "merciless": Strength(20_000),
}
LEVELS = {
    3: USUAL | {"steady": Strength(100, 0.03), "keen": Strength(200, 0.015)},
    4: USUAL | {"steady": Strength(120, 0.018)},
    5: USUAL | {"steady": Strength(100, 0.03), "keen": Strength(200, 0.02)},
}
"""Five times the simulations gain little here (docs/strength.md), so levels lie far apart."""
FEW, FIVE = range(2)
WEIGHTS = np.array([[TO_COME[name][table] for name in NAMES] for table in (FEW, FEW, FIVE)])
"""``[players - 3, feature, time]``: points per unit of each feature, at the end and at the start of
a game."""


@rule
def is_quiet(rules, state):
    """Return whether a turn begins, or goes on after a mission."""
    return begins_turn(state)


@rule
def evaluate(rules, state, values):
    """Fill ``values`` with each seat's points plus those that its features promise."""
    totals = np.zeros(len(values), np.int64)
    scores(rules, state, totals)
    time = to_come(state)
    found = np.zeros(len(NAMES), np.float64)
    for seat in range(len(values)):
        values[seat] = evaluation_features(rules, state, whole(seat), totals[seat], found)
        for what in range(len(NAMES)):
            ends = WEIGHTS[state.players - 3, what]
            values[seat] += (ends[0] + time * (ends[1] - ends[0])) * found[what]
