"""The evaluation features of a seat of Tahiti between turns, and how much of the game is left."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.tahiti.state import BID, LAND, MOST_COLOURS, NONE, SQUARE

NAMES = (
    "points of banks",
    "dollars",
    "dollars beyond small change",
    "pearl in hand",
    "waiting boat",
    "pairs",
)
"""The features of a seat; each pair on the sea brings income (TA-3.4)."""
SMALL_CHANGE = 12
PEARLS = 12.0
"""The number of pearls of two colours; the game ends when they are used up (TA-7.1)."""


@rule
def begins_turn(state):
    """Return whether the position is between turns: no auction (TA-4.1), nothing to place."""
    return state.phase not in (BID, LAND, SQUARE)


@rule
def to_come(state):
    """Return how much of the game is left, 1 to 0: the pearls of the two rarest colours."""
    least = 99
    second = 99
    for colour in range(MOST_COLOURS):
        left = whole(state.supply[colour])
        if left < least:
            second = least
            least = left
        elif left < second:
            second = left
    return min(1.0, (least + second) / PEARLS)


@rule
def evaluation_features(rules, state, seat, points, out):
    """Fill ``out`` (float64) in the order of ``NAMES`` for a seat with ``points``. Return the
    points that can't change, those in the chest: the value of banks changes with every pair."""
    player = state.player[seat]
    out[0] = points - player.chest
    out[1] = player.cash
    out[2] = max(0, whole(player.cash) - SMALL_CHANGE)
    out[3] = player.pearl != NONE
    out[4] = player.waiting != NONE
    out[5] = player.pairs
    return whole(player.chest)
