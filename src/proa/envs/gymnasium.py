"""Gymnasium environments: one seat learns, bots play the others.

>>> from proa.envs import gymnasium
>>> env = gymnasium.make("tahiti", players=3, opponents="search:200")
>>> seen, info = env.reset(seed=7)
>>> env.step(env.action_space.sample(seen["action_mask"]))

``make_vec("tahiti", num_envs=64)`` makes many; they run in compiled code if the others decide at
random.

Importing this module registers the games, so ``gymnasium.make("proa/tahiti-v2")`` and
``gymnasium.make_vec`` work too.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from proa import open_game
from proa.bots.bot import Bot
from proa.bots.names import bot_named
from proa.engine.core.opened import is_whole
from proa.engine.core.seeds import Seed, as_number, as_word
from proa.engine.core.verbs import OVER
from proa.engine.errors import BadOption, IllegalAction
from proa.engine.messages import text
from proa.engine.vector.batch import one_each
from proa.engine.vector.vector import Vector
from proa.envs import VERSIONS
from proa.envs.episodes import (
    NO_GAME,
    RENDER_MODES,
    Episodes,
    Observation,
    seeds_of,
)
from proa.envs.spaces import action_space, observation_space

Opponents = str | Bot | Sequence[str | Bot]
"""A bot or its name for all other seats, or one for each, starting at the learner's left."""
ILLEGAL = -1.0
"""The reward of an illegal action, which ends the game."""


def make(game: str, **wishes: Any) -> SeatEnv:
    """The environment of one seat; see :class:`SeatEnv`."""
    return SeatEnv(_named(game), **wishes)


def make_vec(
    game: str,
    *,
    num_envs: int = 1,
    opponents: Opponents = "random",
    autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    threads: int = 1,
    **wishes: Any,
) -> VectorEnv[Any, Any, Any]:
    """Return many environments of one seat; opponents that search are asked one after the other."""
    mode = AutoresetMode(autoreset_mode)
    if opponents == "random":
        return SeatVectorEnv(_named(game), num_envs, mode, threads, **wishes)
    one = partial(SeatEnv, _named(game), opponents=opponents, **wishes)
    return BotsVectorEnv([one] * num_envs, autoreset_mode=mode)


def _named(game: str) -> str:
    if "/" in str(game):
        raise BadOption(
            "{id} is a name for Gymnasium: write gymnasium.make({place}), which works in every "
            "process",
            id=game,
            place=repr(f"{__name__}:{game.rpartition(':')[2]}"),
        )
    return game


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game, asked when it is its turn; bots play the others."""

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012 - Gymnasium's form

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        seat: int = 0,
        opponents: Opponents = "random",
        reward: str = "share",
        illegal: float | None = ILLEGAL,
        edition: str | Path | None = None,
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        """``reward`` is one of :mod:`proa.engine.vector.rewards`. ``illegal`` is the reward of an
        illegal action, which ends the game; None: the action raises :class:`IllegalAction`.

        Raises :class:`BadOption`.
        """
        named = 0 if isinstance(opponents, str | Bot) else len(opponents) + 1
        self._episodes = Episodes(game, players, edition, reward, options, render_mode, named)
        self.seat = _seat(seat, self._episodes.players)
        self._bots = _bots(opponents, self._episodes.players - 1)
        self._illegal = _unlawful_gets(illegal)
        self.render_mode = render_mode
        self.observation_space = observation_space(self._episodes.game)
        self.action_space = action_space(self._episodes.game)

    def reset(
        self, *, seed: Seed | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, up to the first decision of the seat."""
        super().reset(seed=None if seed is None else as_number(seed))
        while True:
            self._episodes.begin(self._number())
            self._due = self._others()  # for what came before the seat's first decision
            if not self._episodes.position.is_over:
                self._episodes.show()
                return self._seen(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a decision of the seat, and those of the others up to its next or the end."""
        try:
            gained = self._episodes.play(action)[self.seat] + self._due
        except IllegalAction as error:
            if self._illegal is None:
                raise
            self._episodes.end()
            return self._seen(), self._illegal, True, False, {"illegal": text(error.message)}
        gained += self._others()
        self._due = 0.0
        self._episodes.show()
        return self._seen(), float(gained), self._episodes.position.is_over, False, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what the seat may do, for maskable learners of Stable-Baselines3."""
        return self._seen()["action_mask"].astype(bool)

    def render(self) -> str | None:
        """The position in words, everything shown; in the mode ``human`` it is printed, as after
        every ``reset`` and ``step``."""
        return self._episodes.render()

    def _others(self) -> float:
        """Let bots decide until the seat is asked or the game is over; return the seat's reward."""
        gained = 0.0
        while (mover := self._episodes.position.to_move) not in (self.seat, OVER):
            information_state = self._episodes.game.information_state(
                self._episodes.position, mover, self._number()
            )
            bot = self._bots[(mover - self.seat) % self._episodes.players - 1]
            gained += self._episodes.play(bot.choose(information_state, self._number()))[self.seat]
        return gained

    def _seen(self) -> Observation:
        """Return what the seat knows and may do; at the end the mask allows everything."""
        seen = self._episodes.observe(self.seat)
        if not seen["action_mask"].any():
            seen["action_mask"][:] = 1
        return seen

    def _number(self) -> int:
        return int(self.np_random.integers(2**63))


class BotsVectorEnv(SyncVectorEnv):
    """Gymnasium's own for many :class:`SeatEnv`; seeds and actions are checked as in
    :class:`SeatVectorEnv`."""

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games anew, or those of ``options["reset_mask"]``."""
        seeds = seeds_of(seed, self.num_envs)
        numbers = [None if one is None else as_number(one) for one in seeds]
        return super().reset(seed=numbers, options=options)

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play a decision of the seat in each game, and the others' up to its next."""
        return super().step(one_each("actions", actions, self.num_envs))


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """One seat of many games, all others random: a view of
    :class:`~proa.engine.vector.vector.Vector`.

    With ``SAME_STEP`` a game that ends is started anew at once, and ``final_obs`` in the infos has
    its last observation; with ``DISABLED`` it waits for ``reset`` with ``reset_mask``.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        autoreset_mode: AutoresetMode,
        threads: int = 1,
        *,
        players: int | None = None,
        seat: int = 0,
        reward: str = "share",
        illegal: float | None = ILLEGAL,
        edition: str | Path | None = None,
        **options: str,
    ) -> None:
        """Start the games; see :class:`SeatEnv`. Raises :class:`BadOption`."""
        if autoreset_mode == AutoresetMode.NEXT_STEP:
            raise BadOption("finished games restart in the same step or when told to")
        opened = open_game(game, edition, options)
        players = opened.seat_count(players)
        self._again = autoreset_mode == AutoresetMode.SAME_STEP
        self.games = Vector(
            opened, players, num_envs, threads=threads, reward=reward, again=False,
            learner=_seat(seat, players), seed=secrets.randbits(64),
        )  # fmt: skip
        self.seat, self.num_envs, self._illegal = seat, num_envs, _unlawful_gets(illegal)
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self.single_observation_space = observation_space(opened)
        self.single_action_space = action_space(opened)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.ones(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: Seed | Sequence[Seed | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games anew, or those of ``options["reset_mask"]``: game i with its own of a
        list of seeds, or with ``seed + i``."""
        seeds = seeds_of(seed, self.num_envs)
        super().reset(seed=as_number(seed) if is_whole(seed) else None)
        chosen = (options or {}).get("reset_mask")
        if chosen is None:
            chosen = np.ones(self.num_envs, np.bool_)
        self.games.reset(chosen, self._seeds(seeds))
        self._over[chosen] = False
        return self._seen(), {}

    def _seeds(self, seeds: Sequence[Seed | None]) -> NDArray[np.uint64] | None:
        """The seeds of the games; None: each goes on with its own."""
        if not any(one is not None for one in seeds):
            return None
        fresh = self.np_random.integers(2**63, size=self.num_envs, dtype=np.uint64)
        given = zip(seeds, fresh, strict=True)
        return np.array([own if one is None else as_word(one) for one, own in given], np.uint64)

    def step(
        self, actions: Any
    ) -> tuple[
        Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Play a decision of the seat in each game, and those of the others up to its next."""
        if self._over.any():
            raise gymnasium.error.ResetNeeded(NO_GAME)
        chosen = one_each("actions", actions, self.num_envs)
        illegal = self._unlawful(chosen)
        if self._illegal is not None:
            chosen[illegal] = self.games.legal[illegal, 0]  # the result is discarded
        self.games.step(chosen)
        rewards = self.games.rewards[:, self.seat].astype(np.float64)
        if self._illegal is not None:
            rewards[illegal] = self._illegal
        over = self.games.done | illegal
        infos: dict[str, Any] = {}
        if over.any() and self._again:
            infos = self._final(over)
            self.games.reset(over)
        elif not self._again:
            self._over = over.copy()
        return self._seen(), rewards, over, np.zeros_like(over), infos

    def _unlawful(self, chosen: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which actions are not legal."""
        numbers = self.games.masks.shape[1]
        inside = (chosen >= 0) & (chosen < numbers)
        row = np.arange(self.num_envs)
        legal: NDArray[np.bool_] = self.games.masks[row, np.clip(chosen, 0, numbers - 1)]
        illegal: NDArray[np.bool_] = np.logical_not(inside & legal)
        return illegal

    def _seen(self) -> Observation:
        """Return what the seat knows and may do; in finished games the mask allows everything."""
        masks = self.games.masks.astype(np.int8)
        masks[self.games.counts == 0] = 1
        seen = self.games.observations.copy()
        over = self.games.done & (self.games.counts == 0)
        if over.any():
            seen[over] = self._ends()[over]
        return {"observation": seen, "action_mask": masks}

    def _ends(self) -> NDArray[np.float32]:
        return self.games.last_observations(np.full(self.num_envs, self.seat))

    def _final(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """Return the last observations as Gymnasium wants them: with a mask beside each entry."""
        final: dict[str, Any] = dict(self._seen())
        final |= {f"_{name}": over.copy() for name in tuple(final)}
        final_info: dict[str, Any] = {}
        return {
            "final_obs": final,
            "_final_obs": over.copy(),
            "final_info": final_info,
            "_final_info": over.copy(),
        }


def _seat(seat: int, players: int) -> int:
    if not is_whole(seat) or not 0 <= seat < players:
        raise BadOption("seats must be from 0 to {last}", last=players - 1)
    return seat


def _unlawful_gets(illegal: float | None) -> float | None:
    if illegal is not None and not isinstance(illegal, int | float | np.number):
        raise BadOption("illegal must be a number or None, not {value}", value=repr(illegal))
    return illegal


def _bots(opponents: Opponents, others: int) -> list[Bot]:
    """Return the bot of each of the other seats."""
    named = [opponents] * others if isinstance(opponents, str | Bot) else [*opponents]
    if len(named) != others:
        raise BadOption("name one opponent, or {n}: one for each other seat", n=others)
    return [bot_named(bot) if isinstance(bot, str) else bot for bot in named]


for _name, _version in VERSIONS.items():
    gymnasium.register(
        f"proa/{_name}-v{_version}",
        entry_point="proa.envs.gymnasium:SeatEnv",
        vector_entry_point="proa.envs.gymnasium:make_vec",
        kwargs={"game": _name},
    )
