"""Playing one record in compiled code: an action, and the chance after it, in one call."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa.engine.core import position_functions
from proa.engine.core.opened import Opened

NOTHING = -1
"""No action."""
_FIRST = 16
"""The numbers of a turn's result that are converted at once: more are seldom legal."""
MOST_DRAWN = 128
"""How many outcomes one call of compiled code returns at most."""


class Turns:
    """Plays records of a game."""

    def __init__(self, game: Opened) -> None:
        self._rules = game.rules
        self._capacity = game.spec.capacity
        self._direct = game.compiled.unchecked(position_functions.turn)
        self._spare: list[NDArray[np.int32]] = []

    def play(
        self, array: NDArray[Any], number: int, chance: bool
    ) -> tuple[tuple[int, list[int]], list[int]]:
        """Change a record by an action and chance.

        Return who decides then, with the legal actions, and the outcomes drawn.
        """
        decision, drawn = self._call(array, number, chance)
        every = drawn
        while len(drawn) == MOST_DRAWN:
            decision, drawn = self._call(array, NOTHING, chance)
            every += drawn
        return decision, every

    def _call(
        self, array: NDArray[Any], number: int, chance: bool
    ) -> tuple[tuple[int, list[int]], list[int]]:
        try:
            out = self._spare.pop()  # each thread has its own
        except IndexError:
            out = np.empty(position_functions.LISTS + self._capacity + MOST_DRAWN, np.int32)
        self._direct(self._rules, array, number, chance, self._capacity, out)
        first = out[:_FIRST].tolist()
        last = position_functions.LISTS + first[position_functions.OFFERED]
        legal = (first if last <= _FIRST else out[:last].tolist())[position_functions.LISTS : last]
        drawn = first[position_functions.DRAWN]
        outcomes = out[-MOST_DRAWN:][:drawn].tolist() if drawn else []
        self._spare.append(out)
        return (first[position_functions.MOVER], legal), outcomes
