"""The kernels of the GPU (:mod:`proa.engine.vector.gpu`): a thread applies the rules to a game."""

from __future__ import annotations

import numpy as np
from numba import cuda, int8

from proa.engine.core.chance import play_chance
from proa.engine.core.rng import rekey, seeded
from proa.engine.core.verbs import CHANCE, OVER, apply, legal, observe, start, to_move
from proa.engine.vector.playouts import play_out
from proa.engine.vector.reward_rules import fill_rewards

CAPACITY = 1
"""The most legal actions; set when a kernel is translated."""
PLAYERS = 1
"""The number of seats; set when a kernel is translated."""
ACTION = np.dtype(np.int32)
"""The type of a list of actions, as short as it can be; set when a kernel is translated."""
WEIGHT = np.int32
"""The type of a list of weights."""
WARP, TOGETHER = 32, 8
"""Threads per warp, and games per warp in :func:`observe_rows`: more don't fit in shared memory."""


def play_randomly(rules, states, seed, first, most, decisions):
    """Play every game at random to its end, or ``most`` decisions; count them."""
    i = cuda.grid(1)
    if i < len(states):
        numbers = np.empty(1, np.uint64)
        actions = np.empty(CAPACITY, ACTION)
        numbers[0] = seeded(seed, np.uint64(first + i))
        decisions[i] = play_out(rules[0], states[i], numbers, actions, most)


def begin(rules, states, players):
    """Start every game and play chance from its key until a seat decides."""
    i = cuda.grid(1)
    if i < len(states):
        actions = np.empty(CAPACITY, ACTION)
        weights = np.empty(CAPACITY, WEIGHT)
        start(rules[0], states[i], players)
        while to_move(rules[0], states[i]) == CHANCE:
            play_chance(rules[0], states[i], actions, weights)


def observe_columns(rules, states, seats, counts, legal_actions, masks, numbers, is_observed):
    """Who is to decide in every game, what is legal, and what that seat knows, if wanted.

    The arrays have Fortran order, so threads side by side write side by side.
    """
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


def observe_rows(rules, states, seats, counts, legal_actions, masks, numbers, is_observed):
    """The same for arrays in C order: all threads of a warp write one game's row together.

    A block is a warp. Its first threads apply the rules, each to a game, in shared memory.
    """
    lists = cuda.shared.array((TOGETHER, CAPACITY), ACTION)
    rows = cuda.shared.array(0, int8)
    size = numbers.shape[1]
    lane = cuda.threadIdx.x
    first = cuda.blockIdx.x * TOGETHER
    n = min(TOGETHER, len(states) - first)
    for k in range(lane, n * size, WARP):
        rows[k] = 0
    cuda.syncthreads()
    if lane < n:
        i = first + lane
        mover = to_move(rules[0], states[i])
        seats[i] = mover
        counts[i] = 0 if mover == OVER else legal(rules[0], states[i], lists[lane])
        if mover != OVER and is_observed:
            observe(rules[0], states[i], mover, rows[lane * size : (lane + 1) * size])
    cuda.syncthreads()
    for game in range(n):
        i = first + game
        for k in range(lane, masks.shape[1], WARP):
            masks[i, k] = False
        for k in range(lane, counts[i], WARP):
            legal_actions[i, k] = lists[game, k]
        if seats[i] != OVER and is_observed:
            for k in range(lane, size, WARP):
                numbers[i, k] = rows[game * size + k]
    cuda.syncthreads()
    for game in range(n):
        for k in range(lane, counts[first + game], WARP):
            masks[first + game, lists[game, k]] = True


def scale(numbers, factors, observations):
    """Write observations as float32, one thread per number: neighbours write side by side."""
    k = cuda.grid(1)
    n, size = numbers.shape
    if k < n * size:
        i, place = k // size, k % size
        if numbers.strides[0] < numbers.strides[1]:
            i, place = k % n, k // n
        observations[i, place] = np.float32(numbers[i, place]) * factors[place]


def step(
    rules, states, chosen, seats, counts, legal_actions, reward, worths, rewards, done, refused, bad
):  # fmt: skip
    """Play the chosen decision in every game that goes on, and chance from its key; what is not
    legal is told in ``refused``, counted in ``bad`` and not played."""
    i = cuda.grid(1)
    if i < len(states):
        actions = np.empty(CAPACITY, ACTION)
        weights = np.empty(CAPACITY, WEIGHT)
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
        actions = np.empty(CAPACITY, ACTION)
        weights = np.empty(CAPACITY, WEIGHT)
        numbers[0] = seeded(seeds[i], rounds[i])
        rounds[i] += np.uint64(1)
        states[i] = empty[0]
        start(rules[0], states[i], PLAYERS)
        rekey(states[i], numbers)
        while to_move(rules[0], states[i]) == CHANCE:
            play_chance(rules[0], states[i], actions, weights)
        for seat in range(PLAYERS):
            worths[i, seat] = 0.0


KERNELS = (play_randomly, begin, observe_columns, observe_rows, scale, step, begin_again)
"""All of them."""
