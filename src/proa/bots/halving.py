"""Sequential halving: which actions at the root of a search are simulated, and how often.

All get equally many simulations, then the better half of them, and so on to the last: in as many
rounds as that takes, with a like part of the simulations each. That finds the best more surely than
bounds, which are made for losing little on the way.

Source: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits" (2013).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np


class Halving:
    """The actions that are left to choose from."""

    def __init__(self, actions: Sequence[int], simulations: int) -> None:
        self.left = np.array(actions, np.int32)
        self._plan(simulations)

    @staticmethod
    def is_possible(actions: int, simulations: int) -> bool:
        """Whether there are simulations enough for each round of so many actions."""
        return simulations >= actions * _rounds(actions)

    @property
    def is_done(self) -> bool:
        """Whether one action is left."""
        return len(self.left) == 1

    def turns(self, simulations: int) -> int:
        """How often each action may be simulated now, for about so many simulations: once at
        least, and not beyond the round."""
        return min(self._turns, max(1, simulations // len(self.left)))

    def count(self, turns: int, means: Mapping[int, float], simulations: int) -> None:
        """So many turns are over; after the last one of a round the better half stays, by the mean
        of each action, for ``simulations`` to come."""
        self._turns -= turns
        if self._turns == 0:
            best = sorted(self.left.tolist(), key=lambda action: -means[action])
            self.left = np.array(best[: (len(best) + 1) // 2], np.int32)
            self._plan(simulations)

    def best(self, means: Mapping[int, float]) -> int:
        """The best of the actions that are left, as far as they are known."""
        best: int = max(self.left.tolist(), key=lambda action: means.get(action, 0.0))
        return best

    def _plan(self, simulations: int) -> None:
        actions = len(self.left)
        self._turns = 0 if self.is_done else simulations // (actions * _rounds(actions))


def _rounds(actions: int) -> int:
    return math.ceil(math.log2(actions))
