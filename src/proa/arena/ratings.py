"""Ratings of bots that met in any mixture: the model of Plackett and Luce.

The first place is drawn from all bots by their odds, the second from those left, and so on.
Intervals come from resampling the deals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

POINTS = 400 / math.log(10)
"""Points per logarithm of odds, as in chess: 400 for ten to one."""
STEPS = 300
"""Iterations of the fit, which comes close to its end after a few dozen."""
RESAMPLED = 400

Places = Sequence[int]
"""The bots of a game, best first; seats with the same number have the same bot."""


class Rating(NamedTuple):
    """Points above the mean of all bots, and the 95 % interval."""

    points: float
    low: float
    high: float


def ratings(deals: Sequence[Sequence[Places]], bots: int) -> list[Rating]:
    """Return the rating of each bot from the games of each deal.

    Source of the fit: Hunter, "MM algorithms for generalized Bradley-Terry models" (2004).
    """
    left, chosen = _choices(deals, bots)
    n = len(deals)
    drawn = np.random.default_rng(0).multinomial(n, [1 / n] * n, size=RESAMPLED)
    fitted = _fit(left, np.concatenate([chosen.sum(axis=0)[None], np.tensordot(drawn, chosen, 1)]))
    low, high = np.quantile(fitted[1:], [0.025, 0.975], axis=0)
    return [Rating(*map(float, row)) for row in zip(fitted[0], low, high, strict=True)]


def _choices(
    deals: Sequence[Sequence[Places]], bots: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how many of each bot were left in each kind of choice, ``[choice, bot]``, and how
    often each bot was chosen in each deal, ``[deal, choice, bot]``."""
    numbers: dict[tuple[int, ...], int] = {}
    made = []
    for deal, games in enumerate(deals):
        for places in games:
            for first in range(len(places) - 1):
                left = tuple(np.bincount(places[first:], minlength=bots).tolist())
                made.append((deal, numbers.setdefault(left, len(numbers)), places[first]))
    chosen = np.zeros((len(deals), len(numbers), bots))
    for choice in made:
        chosen[choice] += 1
    return np.array(list(numbers), np.float64).reshape(-1, bots), chosen


def _fit(left: NDArray[np.float64], chosen: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return points, ``[drawing, bot]``; ``chosen`` is ``[drawing, choice, bot]``.

    For each pair of bots half a win in each direction is added, so that a bot that always wins gets
    a finite rating.
    """
    bots = left.shape[1]
    pairs = np.array([np.isin(range(bots), pair) for pair in combinations(range(bots), 2)])
    left = np.concatenate([left, pairs.astype(np.float64).reshape(-1, bots)])
    halves = np.broadcast_to(pairs.reshape(-1, bots) / 2, (len(chosen), len(pairs), bots))
    chosen = np.concatenate([chosen, halves], axis=1)
    wins, times = chosen.sum(axis=1), chosen.sum(axis=2)
    odds = np.ones_like(wins)
    for _ in range(STEPS):
        odds = wins / ((times / (odds @ left.T)) @ left)
        odds /= np.exp(np.log(odds).mean(axis=1, keepdims=True))
    points: NDArray[np.float64] = np.log(odds) * POINTS
    return points
