"""From expected leads to chances of winning.

A lead changes until the end like a random walk: its spread shrinks with the square root of the part
of the game that is left. Source: Stern, "A Brownian motion model for the progress of sports scores"
(1994). How far leads spread is measured by ``scripts/spreads.py``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SPREADS = Path(__file__).with_name("spreads.json")
USUAL_SPREAD = 15.0
"""Points, of games that nobody has measured."""
LOGISTIC = 1.702
"""The logistic distribution with this factor is close to the normal one."""


def spread_of(game: str, players: int) -> float:
    """Return how far an expected lead at the start is from the final one: the root of the mean
    square, in points."""
    measured: Mapping[str, Mapping[str, float]] = json.loads(SPREADS.read_text())["games"]
    return measured.get(game, {}).get(str(players), USUAL_SPREAD)


def chances(leads: NDArray[np.float64], spread: float, left: float) -> NDArray[np.float64]:
    """Return each seat's chance to win, from the expected leads, when the part ``left`` of the game
    is still to come."""
    scale = 2 / LOGISTIC * spread * math.sqrt(left)
    if scale <= 0:
        odds = np.where(leads == leads.max(), 1.0, 0.0)
    else:
        odds = np.exp((leads - leads.max()) / scale)
    shares: NDArray[np.float64] = odds / odds.sum()
    return shares
