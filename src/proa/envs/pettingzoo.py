"""A game for PettingZoo, in which seats decide in turn (AEC).

>>> from proa.envs import pettingzoo
>>> env = pettingzoo.env("tahiti", players=3)
>>> env.reset(seed=7)
>>> for seat in env.agent_iter():
...     seen, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(seat).sample(seen["action_mask"]))

PettingZoo's own ``turn_based_aec_to_parallel`` makes a parallel environment of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from proa.engine.core.seeds import Seed, as_number
from proa.envs.episodes import NO_GAME, RENDER_MODES, Episodes, Observation
from proa.envs.spaces import action_space, observation_space

ILLEGAL = -1.0
"""The reward of an illegal action, which ends the game."""


def env(game: str, *, players: int | None = None, **wishes: Any) -> AECEnv[str, Any, Any]:
    """Return the environment with PettingZoo's usual wrappers around :class:`SeatsEnv`."""
    bare = SeatsEnv(game, players=players, **wishes)
    ends = TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(ends))


class SeatsEnv(AECEnv[str, Any, Any]):
    """All seats of a game, without wrappers: illegal actions raise :class:`IllegalAction`."""

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        reward: str = "share",
        edition: str | Path | None = None,
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        """``reward`` is one of :mod:`proa.engine.vector.rewards`, ``options`` are the game's.

        Raises :class:`BadOption`.
        """
        super().__init__()  # type: ignore[no-untyped-call]
        self._episodes = Episodes(game, players, edition, reward, options, render_mode)
        self.render_mode = render_mode
        self.metadata = {
            "name": self._episodes.version,
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self._episodes.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self._random = np.random.default_rng()
        opened = self._episodes.game
        self.observation_spaces = {a: observation_space(opened) for a in self.possible_agents}
        self.action_spaces = {agent: action_space(opened) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of ``observation`` and ``action_mask``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of all actions by their numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: Seed | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: after a ``seed`` this one and all that follow are the same again."""
        if seed is not None:
            self._random = np.random.default_rng(as_number(seed))
        self._episodes.begin(int(self._random.integers(2**63)))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._turn()
        self._episodes.show()

    def observe(self, agent: str) -> Observation:
        """Return what a seat knows, and what it may do if it is its turn."""
        return self._episodes.observe(self._seats[agent])

    def step(self, action: int | None) -> None:
        """Play the decision of the seat whose turn it is; ``None`` when the game is over.

        Raises :class:`gymnasium.error.ResetNeeded` before ``reset`` and after every seat's last
        step.
        """
        if not self.agents:
            raise ResetNeeded(NO_GAME)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        gained = self._episodes.play(action).tolist()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        self._accumulate_rewards()
        self._turn()
        self._episodes.show()

    def _turn(self) -> None:
        """Select the seat whose turn it is; at the end every seat gets a last one, for its
        reward."""
        position = self._episodes.position
        if position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[position.to_move]

    def render(self) -> str | None:
        """The position in words, everything shown; in the mode ``human`` it is printed, as after
        every ``reset`` and ``step``."""
        return self._episodes.render()
