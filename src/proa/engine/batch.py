"""Many positions of a game side by side, played by compiled code on threads of our own.

Every position has its own key and its own stream of random numbers, so results are the same for
any number of threads. (Numba's ``parallel=True`` aborts the process when two Python threads meet
in it, so it is not used: doors release the GIL instead.)
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa.engine import verbs
from proa.engine.chance import play_chance
from proa.engine.compile import Door, door
from proa.engine.errors import IllegalAction
from proa.engine.game import Game, Position
from proa.engine.playout import play_out
from proa.engine.rng import seeded
from proa.engine.verbs import CHANCE, OVER

CHUNK = 256
"""Positions a thread takes at a time."""
NO_LIMIT = 2**62


@door("void(R, S, i8, i4[:], i8[:])")
def start_each(rules, states, players, actions, weights):  # type: ignore[no-untyped-def]
    """Start every game; chance, drawn from each one's key, goes on until a seat decides."""
    for i in range(len(states)):
        verbs.start(rules[0], states[i], players)
        while verbs.to_move(rules[0], states[i]) == CHANCE:
            play_chance(rules[0], states[i], actions, weights)


@door("i8(R, S, i4[:], i4[:], i8[:])")
def step_each(rules, states, chosen, actions, weights):  # type: ignore[no-untyped-def]
    """Play one decision in every game that goes on, then chance from its key.

    An illegal action stops it: the index of that position is returned, else -1.
    """
    for i in range(len(states)):
        if verbs.to_move(rules[0], states[i]) == OVER:
            continue
        found = False
        for k in range(verbs.legal(rules[0], states[i], actions)):
            found = found or actions[k] == chosen[i]
        if not found:
            return i
        verbs.apply(rules[0], states[i], np.int64(chosen[i]))
        while verbs.to_move(rules[0], states[i]) == CHANCE:
            play_chance(rules[0], states[i], actions, weights)
    return -1


@door("void(R, S, u8, i8, i8, i4[:], i8[:])")
def play_randomly(rules, states, seed, first, most, actions, decisions):  # type: ignore[no-untyped-def]
    """Play every game at random to its end, or ``most`` decisions; counts them.

    Position i draws from the stream ``first + i`` of ``seed``, chance included.
    """
    rng = np.empty(1, np.uint64)
    for i in range(len(states)):
        rng[0] = seeded(seed, np.uint64(first + i))
        decisions[i] = play_out(rules[0], states[i], rng, actions, most)


@door("void(R, S, i8[:])")
def movers(rules, states, out):  # type: ignore[no-untyped-def]
    """Who decides in every game."""
    for i in range(len(states)):
        out[i] = verbs.to_move(rules[0], states[i])


@door("void(R, S, i4[:, :], i8[:])")
def choices_of_each(rules, states, actions, counts):  # type: ignore[no-untyped-def]
    """The legal actions of every game, and how many they are."""
    for i in range(len(states)):
        counts[i] = 0
        if verbs.to_move(rules[0], states[i]) != OVER:
            counts[i] = verbs.legal(rules[0], states[i], actions[i])


@door("void(R, S, i8[:, :], f8[:, :])")
def results(rules, states, totals, shares):  # type: ignore[no-untyped-def]
    """Points and returns of every seat in every game."""
    for i in range(len(states)):
        verbs.scores(rules[0], states[i], totals[i])
        verbs.returns(rules[0], states[i], shares[i])


@door("void(R, S, i8[:], f4[:, :])")
def look_from_each(rules, states, seats, out):  # type: ignore[no-untyped-def]
    """Every game as a seat of it sees it."""
    for i in range(len(states)):
        verbs.observe(rules[0], states[i], seats[i], out[i])


class Batch:
    """``n`` games of one number of players, each with its own key."""

    def __init__(self, game: Game, players: int, n: int, seed: int, threads: int = 1) -> None:
        """Start the games: chance is drawn from keys that ``seed`` gives."""
        game.start(players, seed=0, chance=False)  # refuses a wrong number of players
        self.game = game
        self.players = players
        self.threads = threads
        self.states: NDArray[Any] = np.zeros(n, game.kind.state)
        self.states["key"] = np.random.default_rng(seed).integers(2**64, size=(n, 2), dtype="u8")
        self._over_chunks(start_each, lambda a, b: (players, *self._scratch()))

    def __len__(self) -> int:
        return len(self.states)

    def position(self, index: int) -> Position:
        """A copy of one of the positions."""
        return Position(self.game, self.states[index : index + 1].copy())

    def step(self, actions: NDArray[np.int32]) -> None:
        """Play one decision in each game (whatever is given for games that are over).

        Raises :class:`IllegalAction`; then some games of the batch may have been played on.
        """
        wrong = self._over_chunks(step_each, lambda a, b: (actions[a:b], *self._scratch()))
        for first, index in wrong:
            if index >= 0:
                code = self.game.code(int(actions[first + index]))
                raise IllegalAction(
                    "{code} can't be played in game {n} of the batch", code=code, n=first + index
                )

    def play_randomly(self, seed: int, most: int = NO_LIMIT) -> NDArray[np.int64]:
        """Play all games at random, each to its end or for ``most`` decisions; their numbers."""
        decisions = np.zeros(len(self), np.int64)
        self._over_chunks(
            play_randomly,
            lambda a, b: (np.uint64(seed), a, most, self._scratch()[0], decisions[a:b]),
        )
        return decisions

    def to_move(self) -> NDArray[np.int64]:
        """Who decides in each game: a seat or ``OVER``."""
        out = np.zeros(len(self), np.int64)
        self._over_chunks(movers, lambda a, b: (out[a:b],))
        return out

    def legal(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The legal actions of each game, ``[n, capacity]``, and their numbers, ``[n]``."""
        actions = np.zeros((len(self), self.game.kind.capacity), np.int32)
        counts = np.zeros(len(self), np.int64)
        self._over_chunks(choices_of_each, lambda a, b: (actions[a:b], counts[a:b]))
        return actions, counts

    def scores(self) -> NDArray[np.int64]:
        """The points of every seat, ``[n, players]``."""
        return self._results()[0]

    def returns(self) -> NDArray[np.float64]:
        """1/k for each of k winners, else 0, ``[n, players]``."""
        return self._results()[1]

    def _results(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        totals = np.zeros((len(self), self.players), np.int64)
        shares = np.zeros((len(self), self.players), np.float64)
        self._over_chunks(results, lambda a, b: (totals[a:b], shares[a:b]))
        return totals, shares

    def observations(self, seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """Each game as one of its seats sees it, ``[n, features]``."""
        out = np.zeros((len(self), len(self.game.feature_names())), np.float32)
        self._over_chunks(look_from_each, lambda a, b: (seats[a:b], out[a:b]))
        return out

    def _scratch(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        capacity = self.game.kind.capacity
        return np.zeros(capacity, np.int32), np.zeros(capacity, np.int64)

    def _over_chunks(
        self, door: Door, arguments: Callable[[int, int], tuple[Any, ...]]
    ) -> list[tuple[int, Any]]:
        """Call a door for each chunk of the positions; (first index, what it returned) of each."""
        compiled = self.game.doors[door]
        rules = self.game.rules
        firsts = range(0, len(self), CHUNK)

        def call(first: int) -> tuple[int, Any]:
            last = min(first + CHUNK, len(self))
            return first, compiled(rules, self.states[first:last], *arguments(first, last))

        if self.threads == 1 or len(firsts) == 1:
            return [call(first) for first in firsts]
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(call, firsts))
