"""The spaces of Gymnasium, which PettingZoo uses too."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from proa.engine.game import Game


def observation_space(game: Game) -> spaces.Dict:
    """What a seat is given: numbers named by ``Game.feature_names``, and what it may do."""
    numbers: spaces.Box = spaces.Box(-np.inf, np.inf, (len(game.feature_names()),), np.float32)
    mask: spaces.Box = spaces.Box(0, 1, (len(game.all_codes),), np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask})


def action_space(game: Game) -> spaces.Discrete[Any]:
    """All actions by their numbers; those of outcomes are never legal for a seat."""
    return spaces.Discrete(len(game.all_codes))
