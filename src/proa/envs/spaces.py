"""The Gymnasium spaces of a game, which PettingZoo uses too."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from proa.engine.core.game import Game
from proa.engine.core.observation_rules import MOST


def observation_space(game: Game) -> spaces.Dict:
    """Return the space of observations: numbers as in ``Game.layout``, and an action mask."""
    most = MOST * game.layout.factors
    numbers: spaces.Box = spaces.Box(-most, most, dtype=np.float32)
    mask: spaces.Box = spaces.Box(0, 1, (len(game.all_codes),), np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask})


def action_space(game: Game) -> spaces.Discrete[Any]:
    """Return the space of all actions by number; those of outcomes are never legal for a seat."""
    return spaces.Discrete(len(game.all_codes))
