"""One game at a time for learners: arrays, masks and rewards."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import logger
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from proa import open_game
from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.core.seeds import Seed, as_number, checked_seed
from proa.engine.errors import BadOption
from proa.engine.vector.rewards import reward_number, rewards_of
from proa.envs import VERSIONS

Observation = dict[str, NDArray[Any]]
"""``observation`` (float32) and ``action_mask`` (int8) of a seat."""
ANSI, HUMAN = "ansi", "human"
RENDER_MODES = (ANSI, HUMAN)
NO_GAME = "no game is running: call reset() first"
"""What :class:`ResetNeeded` says before the first ``reset`` and after the end of a game."""


class Episodes:
    """A game for so many players, played again and again; ``position`` is the current one."""

    def __init__(
        self,
        name: str,
        players: int | None,
        edition: str | Path | None,
        reward: str,
        options: Mapping[str, str],
        render_mode: str | None = None,
        named: int = 0,
    ) -> None:
        """``players`` defaults to the most that the game allows. Raises :class:`BadOption`."""
        self.game: Game = open_game(name, edition, options)
        self.players = self.game.seat_count(players, named)
        self.render_mode = _checked_mode(render_mode)
        self._reward = reward_number(reward)
        self._position: Position | None = None
        self._is_running = False

    @property
    def version(self) -> str:
        """Return the name of this game's environments: ``tahiti_v2``."""
        return f"{self.game.name}_v{VERSIONS.get(self.game.name, 0)}"

    @property
    def position(self) -> Position:
        """Where the game stands or ended; :class:`ResetNeeded` before the first has begun."""
        if self._position is None:
            raise ResetNeeded(NO_GAME)
        return self._position

    def begin(self, seed: int) -> None:
        """A new game, whose chance comes from ``seed``."""
        self._position = self.game.start(self.players, seed)
        self._worths = np.zeros(self.players)
        self._is_running = True

    def play(self, action: Any) -> NDArray[np.float64]:
        """Play a decision, chance with it; what each seat gets for it.

        Raises :class:`ResetNeeded` unless a game is running, :class:`BadOption` for what is no
        whole number, and :class:`IllegalAction`.
        """
        if not self._is_running:
            raise ResetNeeded(NO_GAME)
        self._position = self.game.play(self.position, whole_action(action))
        self._is_running = not self._position.is_over
        before, self._worths = self._worths, rewards_of(self.game, self.position, self._reward)
        gained: NDArray[np.float64] = self._worths - before
        return gained

    def end(self) -> None:
        """End the game where it stands: nothing can be played until :meth:`begin`."""
        self._is_running = False

    def observe(self, seat: int) -> Observation:
        """Return what a seat knows and may do now; the mask is all 0 unless the seat is to move."""
        mask = np.zeros(len(self.game.all_codes), np.int8)
        if seat == self.position.to_move:
            mask[self.game.legal_actions(self.position)] = 1
        return {"observation": self.game.observation(self.position, seat), "action_mask": mask}

    def render(self) -> str | None:
        """Return the position in words, everything shown; print it in the mode ``human``."""
        if self.render_mode is None:
            logger.warn("render() draws nothing: choose a render_mode, ansi or human")
            return None
        words = self.game.describe(self.position)
        if self.render_mode == ANSI:
            return words
        encoding = sys.stdout.encoding or "utf-8"
        print(words.encode(encoding, "backslashreplace").decode(encoding))
        return None

    def show(self) -> None:
        """Print the position if the mode is ``human``, as after every ``reset`` and ``step``."""
        if self.render_mode == HUMAN:
            self.render()


def _checked_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption("render_mode must be ansi, human or None, not {value}", value=repr(mode))
    return mode


def whole_action(action: Any) -> int:
    """Return an action given as any whole number, or as an array of no dimensions.

    Raises :class:`BadOption`.
    """
    try:
        if not isinstance(action, bool):
            return operator.index(action)
    except TypeError:
        pass
    raise BadOption("an action must be a whole number, not {value}", value=repr(action))


def seeds_of(seed: Any, n: int) -> list[Seed | None]:
    """Return the seed of each of ``n`` games: its own of a list, ``seed + i`` of a number, or None.

    Raises :class:`BadOption`.
    """
    if seed is None:
        return [None] * n
    if isinstance(seed, str | bytes) or not isinstance(seed, Iterable):
        return [as_number(seed) + i for i in range(n)]
    given = [None if one is None else checked_seed(one) for one in seed]
    if len(given) != n:
        raise BadOption("there are {given} seeds for {n} games", given=len(given), n=n)
    return given
