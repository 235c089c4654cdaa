"""The value of a position for each seat. A reward is the increase of that value, from 0 on.

=========  ==================================================================================
``share``  at the end 1/k to each of k winners, else 0; before the end 0
``lead``   at the end the points ahead of the best other seat; before the end 0
``gains``  that lead at any time, as if the game had ended now: each gain is paid when it comes
=========  ==================================================================================

``gains`` may reveal to a seat what it can't see, for example the points of hidden cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.errors import BadOption
from proa.engine.vector.reward_rules import position_rewards

REWARDS = ("share", "lead", "gains")
"""Their names, in the order of their numbers in :mod:`proa.engine.vector.reward_rules`."""


def reward_number(name: str) -> int:
    """Return the number of a reward; raise :class:`BadOption` for an unknown name."""
    if name not in REWARDS:
        raise BadOption(
            "there is no reward {name}; the rewards are {names}",
            name=repr(name),
            names=", ".join(REWARDS),
        )
    return REWARDS.index(name)


def rewards_of(game: Game, position: Position, reward: int) -> NDArray[np.float64]:
    """Return the value of a position for each seat, ``[seats]``."""
    totals, found = np.zeros(position.players, np.int64), np.zeros(position.players)
    game.run(position_rewards, position.record(), reward, totals, found)
    return found
