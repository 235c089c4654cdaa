"""Many positions of a game side by side, played by compiled code on our own threads.

Every position has its own key and its own stream of random numbers, so results are the same for any
number of threads. (Numba's ``parallel=True`` aborts the process when two Python threads use it at
once, so compiled functions release the GIL instead.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa.engine.compiler.compile import CompiledFunction
from proa.engine.core.game import Game
from proa.engine.core.observation import FLOAT32, INT8, check_dtype
from proa.engine.core.opened import is_whole
from proa.engine.core.position import Position
from proa.engine.core.seeds import Seed, as_number, as_word
from proa.engine.errors import BadOption, IllegalAction
from proa.engine.vector import playouts
from proa.engine.vector.playouts import NO_LIMIT
from proa.engine.vector.threads import in_order

CHUNK = 256
"""Positions that a thread takes at a time."""


class Batch:
    """``n`` games with the same number of players, each with its own key."""

    def __init__(self, game: Game, players: int, n: int, seed: Seed, threads: int = 1) -> None:
        """Start the games: chance is drawn from keys that ``seed`` gives.

        Raises :class:`BadOption`.
        """
        game.check_players(players)
        for name, value, least in (("n", n, 0), ("threads", threads, 1)):
            check_whole(name, value, least)
        self.game = game
        self.players = players
        self.threads = threads
        self.states: NDArray[Any] = np.zeros(n, game.spec.state)
        chance = np.random.default_rng(as_number(seed))
        self.states["key"] = chance.integers(2**64, size=(n, 2), dtype="u8")
        self._over_chunks(playouts.start_each, lambda a, b: (players, *self._scratch()))

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<{len(self)} positions of {self.game!r}, {self.players} players>"

    def position(self, index: int) -> Position:
        """Return a copy of a position, counted from 0; raise :class:`BadOption` for no such
        game."""
        if not is_whole(index) or not 0 <= index < len(self):
            raise BadOption(
                "there is no game {n} in a batch of {size}", n=repr(index), size=len(self)
            )
        return Position(self.game, self.states[index : index + 1].copy())

    def step(self, actions: NDArray[np.int32]) -> None:
        """Play one decision in each game, ``[n]``; the values for finished games are ignored.

        Raises :class:`IllegalAction`; then some games of the batch may have changed. Raises
        :class:`BadOption` if ``actions`` are not whole numbers, one per game.
        """
        given = one_each("actions", actions, len(self))
        unknown = (given < 0) | (given >= len(self.game.all_codes))
        chosen = given.astype(np.int32)
        chosen[unknown] = -1
        wrong = self._over_chunks(playouts.step_each, lambda a, b: (chosen[a:b], *self._scratch()))
        for first, index in wrong:
            if index >= 0:
                n = first + index
                code = str(given[n]) if unknown[n] else self.game.code(int(given[n]))
                raise IllegalAction(
                    "{code} can't be played in game {n} of the batch", code=code, n=n
                )

    def play_randomly(self, seed: Seed, most: int = NO_LIMIT) -> NDArray[np.int64]:
        """Play all games at random, each to its end or for ``most`` decisions; their numbers.

        Game i draws its decisions and its chance from the stream i of ``seed``. Ctrl+C ends it when
        some games have been played and the others have not.
        """
        stream = np.uint64(as_word(seed))
        check_whole("most", most, 0)
        decisions = np.zeros(len(self), np.int64)
        self._over_chunks(
            playouts.play_randomly,
            lambda a, b: (stream, a, most, self._scratch()[0], decisions[a:b]),
        )
        return decisions

    def to_move(self) -> NDArray[np.int64]:
        """Return who decides in each game: a seat or ``OVER``."""
        out = np.zeros(len(self), np.int64)
        self._over_chunks(playouts.movers, lambda a, b: (out[a:b],))
        return out

    def legal(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the legal actions of each game, ``[n, capacity]``, and their numbers, ``[n]``."""
        actions = np.zeros((len(self), self.game.spec.capacity), np.int32)
        counts = np.zeros(len(self), np.int64)
        self._over_chunks(playouts.choices_of_each, lambda a, b: (actions[a:b], counts[a:b]))
        return actions, counts

    def scores(self) -> NDArray[np.int64]:
        """Return the points of every seat, ``[n, players]``."""
        return self._results()[0]

    def returns(self) -> NDArray[np.float64]:
        """Return 1/k for each of k winners, else 0, ``[n, players]``."""
        return self._results()[1]

    def _results(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        totals = np.zeros((len(self), self.players), np.int64)
        shares = np.zeros((len(self), self.players), np.float64)
        self._over_chunks(playouts.results, lambda a, b: (totals[a:b], shares[a:b]))
        return totals, shares

    def observations(self, seats: NDArray[np.int64], dtype: str = FLOAT32) -> NDArray[Any]:
        """Return each game's :meth:`Game.observation` for one of its ``seats``, ``[n]``: ``[n,
        numbers]``."""
        check_dtype(dtype)
        viewed = one_each("seats", seats, len(self))
        if ((viewed < 0) | (viewed >= self.players)).any():
            raise BadOption("seats must be from 0 to {last}", last=self.players - 1)
        layout = self.game.layout
        out = np.empty((len(self), layout.size), np.int8)
        self._over_chunks(playouts.observe_each, lambda a, b: (viewed[a:b], out[a:b]))
        return out if dtype == INT8 else out * layout.factors

    def _scratch(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        capacity = self.game.spec.capacity
        return np.zeros(capacity, np.int32), np.zeros(capacity, np.int64)

    def _over_chunks(
        self, function: CompiledFunction, arguments: Callable[[int, int], tuple[Any, ...]]
    ) -> list[tuple[int, Any]]:
        """Call a compiled function for each chunk of positions; return pairs of first index and
        result."""
        compiled = self.game.compiled[function]
        rules = self.game.rules
        firsts = range(0, len(self), CHUNK)

        def call(first: int) -> tuple[int, Any]:
            last = min(first + CHUNK, len(self))
            return first, compiled(rules, self.states[first:last], *arguments(first, last))

        if self.threads == 1 or len(firsts) == 1:
            return [call(first) for first in firsts]
        return list(in_order(call, firsts, self.threads))


def check_whole(name: str, value: int, least: int) -> None:
    if not is_whole(value) or value < least:
        raise BadOption(
            "{name} must be a whole number of at least {least}, not {value}",
            name=name,
            least=least,
            value=repr(value),
        )


def one_each(name: str, numbers: Any, n: int) -> NDArray[np.int64]:
    """Return whole numbers as a new array, one for each of ``n`` games: compiled code would read
    past a shorter one.

    Raises :class:`BadOption`.
    """
    try:
        array = np.asarray(numbers)
    except (TypeError, ValueError):  # lists of unequal lengths, tensors of a GPU
        array = np.zeros(())
    if array.shape != (n,) or (array.dtype.kind not in "iu" and n):
        raise BadOption(
            "{name} must be {n} whole numbers, one for each game of the batch", name=name, n=n
        )
    return array.astype(np.int64)
