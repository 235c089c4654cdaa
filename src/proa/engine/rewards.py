"""What a position is worth to each seat. A reward is by how much that has grown, from 0 on.

=========  ==================================================================================
``share``  at the end 1/k to each of k winners, else 0; before the end 0
``lead``   at the end the points ahead of the best other seat; before the end 0
``gains``  that lead at any time, as if the game had ended now: each gain is paid when it comes
=========  ==================================================================================

``gains`` may tell a seat what it can't see, as points of hidden cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from proa.engine.compile import door, rule, whole
from proa.engine.errors import BadOption
from proa.engine.game import Game, Position
from proa.engine.verbs import OVER, returns, scores, to_move

SHARE, LEAD, GAINS = range(3)
REWARDS = ("share", "lead", "gains")
"""Their names, in the order of their numbers."""


def reward_number(name: str) -> int:
    """The number of a reward; :class:`BadOption` if there is none of this name."""
    if name not in REWARDS:
        raise BadOption(
            "there is no reward {name}; there are {names}",
            name=repr(name),
            names=", ".join(REWARDS),
        )
    return REWARDS.index(name)


@rule
def lead_of(totals, seat):
    """Points ahead of the best other seat."""
    best = totals[seat - 1] if seat > 0 else totals[1]
    for other in range(len(totals)):
        if other != seat:
            best = max(best, totals[other])
    return np.float64(totals[seat] - best)


@rule
def appraise(rules, state, reward, totals, worths):
    """Fill ``worths`` (float64) with what the position is worth to each seat.

    ``totals`` (int64) is scratch, one a seat like ``worths``.
    """
    if reward != GAINS and to_move(rules, state) != OVER:
        for seat in range(len(worths)):
            worths[seat] = 0.0
    elif reward == SHARE:
        returns(rules, state, worths)
    else:
        scores(rules, state, totals)
        for seat in range(len(worths)):
            worths[seat] = lead_of(totals, whole(seat))


@door("void(R, S, i8, i8[:], f8[:])")
def worth(rules, states, reward, totals, worths):
    """:func:`appraise` for one position."""
    appraise(rules[0], states[0], reward, totals, worths)


def worths(game: Game, position: Position, reward: int) -> NDArray[np.float64]:
    """What a position is worth to each seat, ``[seats]``."""
    totals, found = np.zeros(position.players, np.int64), np.zeros(position.players)
    game.run(worth, position.record(), reward, totals, found)
    return found
