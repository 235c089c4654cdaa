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
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from proa.envs.episodes import Episodes, Observation
from proa.envs.spaces import action_space, observation_space

ILLEGAL = -1.0
"""The reward of an illegal action, which ends the game."""


def env(game: str, *, players: int | None = None, **wishes: Any) -> AECEnv[str, Any, Any]:
    """Return the environment with PettingZoo's usual wrappers around :class:`SeatsEnv`."""
    bare = SeatsEnv(game, players=players, **wishes)
    return OrderEnforcingWrapper(TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL))


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
        self._episodes = Episodes(game, players, edition, reward, options)
        self.render_mode = render_mode
        self.metadata = {
            "name": self._episodes.version,
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self._episodes.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
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

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; a ``seed`` fixes this game and all that follow."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._episodes.begin(int(self._random.integers(2**63)))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._turn()

    def observe(self, agent: str) -> Observation:
        """Return what a seat knows, and what it may do if it is its turn."""
        return self._episodes.observe(self._seats[agent])

    def step(self, action: int | None) -> None:
        """Play the decision of the seat whose turn it is; ``None`` when the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        gained = self._episodes.play(action).tolist()  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        self._accumulate_rewards()
        self._turn()

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
        """Return the position in words, with everything revealed."""
        text = self._episodes.game.describe(self._episodes.position)
        if self.render_mode == "human":
            print(text)
            return None
        return text
