"""What a seat of Tahiti has between turns, as numbers with names, and how much is to come."""

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
"""The numbers of a seat; each pair on the sea brings income (TA-3.4)."""
SMALL_CHANGE = 12
PEARLS = 12.0
"""Pearls of two colours, after which the game ends (TA-7.1)."""


@rule
def begins_turn(state):
    """Between turns: no number is auctioned (TA-4.1), nothing is to be placed."""
    return state.phase not in (BID, LAND, SQUARE)


@rule
def to_come(state):
    """How much of the game is to come, 1 to 0: the pearls of the two rarest colours."""
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
    """Fill ``out`` (float64) in the order of ``NAMES``; the seat has ``points``. Returns those that
    stay as they are, the chest's: what banks bring changes with every pair."""
    player = state.player[seat]
    out[0] = points - player.chest
    out[1] = player.cash
    out[2] = max(0, whole(player.cash) - SMALL_CHANGE)
    out[3] = player.pearl != NONE
    out[4] = player.waiting != NONE
    out[5] = player.pairs
    return whole(player.chest)
