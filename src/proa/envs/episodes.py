"""One game at a time for learners: arrays, masks and rewards."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa import open_game
from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.vector.rewards import reward_number, rewards_of
from proa.envs import VERSIONS

Observation = dict[str, NDArray[Any]]
"""``observation`` (float32) and ``action_mask`` (int8) of a seat."""


class Episodes:
    """A game for so many players, played again and again; ``position`` is the current one."""

    position: Position

    def __init__(
        self,
        name: str,
        players: int | None,
        edition: str | Path | None,
        reward: str,
        options: Mapping[str, str],
    ) -> None:
        """``players`` defaults to the most that the game allows. Raises :class:`BadOption`."""
        self.game: Game = open_game(name, edition, options)
        self.players = self.game.players[1] if players is None else players
        self.game.check_players(self.players)
        self._reward = reward_number(reward)

    @property
    def version(self) -> str:
        """Return the name of this game's environments: ``tahiti_v2``."""
        return f"{self.game.name}_v{VERSIONS.get(self.game.name, 0)}"

    def begin(self, seed: int) -> None:
        """Start a new game with chance from ``seed``."""
        self.position = self.game.start(self.players, seed)
        self._worths = np.zeros(self.players)

    def play(self, action: int) -> NDArray[np.float64]:
        """Play a decision and the chance after it; return the reward of each seat.

        Raises :class:`IllegalAction`.
        """
        self.position = self.game.play(self.position, action)
        before, self._worths = self._worths, rewards_of(self.game, self.position, self._reward)
        gained: NDArray[np.float64] = self._worths - before
        return gained

    def observe(self, seat: int) -> Observation:
        """Return what a seat knows and may do now; the mask is all 0 unless the seat is to move."""
        mask = np.zeros(len(self.game.all_codes), np.int8)
        if seat == self.position.to_move:
            mask[self.game.legal_actions(self.position)] = 1
        return {"observation": self.game.observation(self.position, seat), "action_mask": mask}
