"""What bots know of Borneo: what a position is worth at the start of a turn."""

from __future__ import annotations

import numpy as np

from proa.engine.compile import rule, whole
from proa.engine.thought import Settings, Strength
from proa.games.borneo.rules.ending import scores
from proa.games.borneo.study.outlook import NAMES, begins_turn, outlook, to_come

SETTINGS = {players: Settings(knowing=True, explore=0.25, horizon=6) for players in (3, 4, 5)}
USUAL = {
    "easy": Strength(200, 0.05),
    "steady": Strength(400),
    "keen": Strength(2_000),
    "master": Strength(12_000),
    "merciless": Strength(80_000),
}
LEVELS = {
    3: USUAL | {"steady": Strength(300, 0.015), "keen": Strength(3_000)},
    4: USUAL,
    5: USUAL,
}
"""Eight times the simulations gain little here (docs/strength.md), so levels lie far apart."""
TO_COME = {
    "most of one good": (-0.6, 0.3),
    "goods of all, four at most of each": (-0.1, -0.1),
    "missions of one good, begun": (0.6, -0.3),
    "missions of one good, nearly had": (0.25, 0.4),
    "missions of each good, begun": (0.1, 0.0),
    "missions of each good, nearly had": (0.2, 0.2),
    "best mission that can be had": (0.65, -0.4),
    "first places": (0.15, 0.8),
    "second places": (0.0, -0.25),
    "third places": (-0.25, -1.0),
    "fourth places": (-0.15, -1.6),
    "open harbors of companies with first place": (2.0, 0.2),
    "open harbors of companies with second place": (1.0, 1.2),
    "open harbors of companies with third place": (0.8, 0.0),
    "goods that lie there for first places": (0.1, 0.2),
    "cards in hand": (0.6, 1.1),
    "flags in hand of companies with first place": (0.1, 0.05),
    "flags in hand of one company, most": (-0.1, -0.4),
    "harbors": (-1.0, 0.1),
}
"""Points that come of each thing that a seat has, at the end and at the start of a game: rounded
from what ``scripts/worth.py`` found in 160 games of three."""
WEIGHTS = np.array([[TO_COME[name] for name in NAMES]] * 3)
"""``[players - 3, what, when]``: the same for all numbers of players."""


@rule
def quiet(rules, state):
    """A turn begins."""
    return begins_turn(state)


@rule
def worth(rules, state, values):
    """Points, and those to come by what a seat has."""
    totals = np.zeros(len(values), np.int64)
    scores(rules, state, totals)
    time = to_come(state)
    found = np.zeros(len(NAMES), np.float64)
    for seat in range(len(values)):
        values[seat] = outlook(rules, state, whole(seat), totals[seat], found)
        for what in range(len(NAMES)):
            ends = WEIGHTS[state.players - 3, what]
            values[seat] += (ends[0] + time * (ends[1] - ends[0])) * found[what]
