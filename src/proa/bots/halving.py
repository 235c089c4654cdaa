"""Sequential halving: which actions at the root of a search are simulated, and how often.

In each round all actions left get equally many simulations, and the better half stays. All rounds
get about the same number of simulations. This finds the best action more reliably than upper
confidence bounds, which minimise the losses on the way.

A prior counts like a result, and the less the more simulations an action has.

Sources: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits" (2013);
Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel" (2022).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

PRIOR_FADES = 50
"""After so many simulations of an action its prior counts half as much."""
NO_PRIOR: Mapping[int, float] = MappingProxyType({})


class Halving:
    """The actions that are left to choose from."""

    def __init__(
        self, actions: Sequence[int], simulations: int, prior: Mapping[int, float] = NO_PRIOR
    ) -> None:
        """``prior`` has the logarithm of each action's probability."""
        self.left = np.array(actions, np.int32)
        self._prior = prior
        self._given = 0
        self._plan(simulations)

    @staticmethod
    def is_possible(actions: int, simulations: int) -> bool:
        """Return whether there are enough simulations for each round of so many actions."""
        return simulations >= actions * _rounds(actions)

    @property
    def is_done(self) -> bool:
        """Return whether one action is left."""
        return len(self.left) == 1

    def turns(self, simulations: int) -> int:
        """Return how often each action may be simulated now, for about so many simulations: at
        least once, and not beyond the end of the round."""
        return min(self._turns, max(1, simulations // len(self.left)))

    def count(self, turns: int, means: Mapping[int, float], simulations: int) -> None:
        """Count ``turns`` as played.

        At the end of a round the better half stays, by the mean of each action; ``simulations`` are
        left.
        """
        self._turns -= turns
        self._given += turns
        if self._turns == 0:
            best = sorted(self.left.tolist(), key=lambda action: -self._rank(action, means))
            self.left = np.array(best[: (len(best) + 1) // 2], np.int32)
            self._plan(simulations)

    def best(self, means: Mapping[int, float]) -> int:
        """Return the best of the actions that are left, by the means known so far."""
        best: int = max(self.left.tolist(), key=lambda action: self._rank(action, means))
        return best

    def _rank(self, action: int, means: Mapping[int, float]) -> float:
        bonus = self._prior.get(action, 0.0) / (PRIOR_FADES + self._given)
        return means.get(action, 0.0) + bonus

    def _plan(self, simulations: int) -> None:
        actions = len(self.left)
        self._turns = 0 if self.is_done else simulations // (actions * _rounds(actions))


def _rounds(actions: int) -> int:
    return math.ceil(math.log2(actions))
