"""What a GPU runs (:mod:`proa.engine.vector.gpu`), one thread a game: translated for each game."""

from __future__ import annotations

import numpy as np
from numba import cuda

from proa.engine.core.chance import play_chance
from proa.engine.core.rng import rekey, seeded
from proa.engine.core.verbs import CHANCE, OVER, apply, legal, observe, start, to_move
from proa.engine.vector.playouts import play_out
from proa.engine.vector.reward_rules import fill_rewards

CAPACITY = 1
"""Set when it is translated: the most legal actions."""
PLAYERS = 1
"""Likewise: the number of seats."""


def play_randomly(rules, states, seed, first, most, decisions):
    """Play every game at random to its end, or ``most`` decisions; counts them."""
    i = cuda.grid(1)
    if i < len(states):
        numbers = np.empty(1, np.uint64)
        actions = np.empty(CAPACITY, np.int32)
        numbers[0] = seeded(seed, np.uint64(first + i))
        decisions[i] = play_out(rules[0], states[i], numbers, actions, most)


def begin(rules, states, players):
    """Start every game; chance, drawn from its key, goes on until a seat decides."""
    i = cuda.grid(1)
    if i < len(states):
        actions = np.empty(CAPACITY, np.int32)
        weights = np.empty(CAPACITY, np.int64)
        start(rules[0], states[i], players)
        while to_move(rules[0], states[i]) == CHANCE:
            play_chance(rules[0], states[i], actions, weights)


def observe_each(rules, states, seats, counts, legal_actions, masks, numbers, is_observed):
    """Who is to decide in every game, what is legal, and what that seat knows, if wanted."""
    i = cuda.grid(1)
    if i < len(states):
        mover = to_move(rules[0], states[i])
        n = 0 if mover == OVER else legal(rules[0], states[i], legal_actions[i])
        seats[i] = mover
        counts[i] = n
        for k in range(masks.shape[1]):
            masks[i, k] = False
        for k in range(n):
            masks[i, legal_actions[i, k]] = True
        if mover != OVER and is_observed:
            for k in range(numbers.shape[1]):
                numbers[i, k] = 0
            observe(rules[0], states[i], mover, numbers[i])


def scale(numbers, factors, observations):
    """Observations as float32, one thread a number: neighbours write side by side."""
    k = cuda.grid(1)
    size = len(factors)
    if k < numbers.shape[0] * size:
        i, place = k // size, k % size
        observations[i, place] = np.float32(numbers[i, place]) * factors[place]


def step(
    rules, states, chosen, seats, counts, legal_actions, reward, worths, rewards, done, refused, bad
):  # fmt: skip
    """Play the chosen decision in every game that goes on, and chance from its key; what is not
    legal is told in ``refused``, counted in ``bad`` and not played."""
    i = cuda.grid(1)
    if i < len(states):
        actions = np.empty(CAPACITY, np.int32)
        weights = np.empty(CAPACITY, np.int64)
        totals = np.empty(PLAYERS, np.int64)
        now = np.empty(PLAYERS, np.float64)
        found = False
        for k in range(counts[i]):
            found = found or legal_actions[i, k] == chosen[i]
        refused[i] = seats[i] != OVER and not found
        if refused[i]:
            cuda.atomic.add(bad, 0, 1)
        if found:
            apply(rules[0], states[i], chosen[i])
            while to_move(rules[0], states[i]) == CHANCE:
                play_chance(rules[0], states[i], actions, weights)
        done[i] = to_move(rules[0], states[i]) == OVER
        fill_rewards(rules[0], states[i], reward, totals, now)
        for seat in range(PLAYERS):
            rewards[i, seat] = now[seat] - worths[i, seat]
            worths[i, seat] = now[seat]


def begin_again(rules, states, empty, seeds, rounds, done, worths):
    """Start every game that is done anew, with a key that comes from its seed and the number of
    times it was started."""
    i = cuda.grid(1)
    if i < len(states) and done[i]:
        numbers = np.empty(1, np.uint64)
        actions = np.empty(CAPACITY, np.int32)
        weights = np.empty(CAPACITY, np.int64)
        numbers[0] = seeded(seeds[i], rounds[i])
        rounds[i] += np.uint64(1)
        states[i] = empty[0]
        start(rules[0], states[i], PLAYERS)
        rekey(states[i], numbers)
        while to_move(rules[0], states[i]) == CHANCE:
            play_chance(rules[0], states[i], actions, weights)
        for seat in range(PLAYERS):
            worths[i, seat] = 0.0


KERNELS = (play_randomly, begin, observe_each, scale, step, begin_again)
"""All of them."""
