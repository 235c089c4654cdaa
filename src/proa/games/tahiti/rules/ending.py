"""7. The end of the game."""

from __future__ import annotations

from proa.engine.compiler.compile import rule
from proa.games.tahiti.state import MOST_COLOURS

IDLE_ROUNDS = 3
"""The number of rounds without a move that ends the game (TA-7.5)."""


@rule
def is_spent(rules, state) -> bool:
    """Return whether two colours are used up (TA-7.1): no pearl is left in the supply (TA-6.1)."""
    gone = 0
    for colour in range(MOST_COLOURS):
        if rules.pearls[colour] > 0 and state.supply[colour] == 0:
            gone += 1
    return gone >= 2
