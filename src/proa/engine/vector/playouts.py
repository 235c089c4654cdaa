"""Compiled loops over arrays of positions, and random play to the end."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import compiled_function, rule, whole
from proa.engine.core.chance import play_chance
from proa.engine.core.observation_rules import observe_seat
from proa.engine.core.rng import below, next_number, seeded
from proa.engine.core.verbs import CHANCE, OVER, apply, draw, legal, returns, scores, start, to_move

NO_LIMIT = 2**62
"""More decisions than any game has."""


@rule
def play_out(rules, state, rng, actions, most):
    """Play random decisions until the game ends or ``most`` are made; return how many.

    Every decision is drawn from the legal actions, and chance by ``draw`` from ``rng``, never from
    the position's key. ``actions`` is scratch.
    """
    decisions = 0
    while True:
        seat = to_move(rules, state)
        if seat == CHANCE:
            apply(rules, state, draw(rules, state, next_number(rng)))
        elif seat < 0 or decisions >= most:
            return decisions
        else:
            n = legal(rules, state, actions)
            if n == 0:  # only in an imported position that no game reaches
                return decisions
            apply(rules, state, whole(actions[below(rng, n)]))
            decisions += 1


@compiled_function("void(R, S, i8, i4[:], i8[:])")
def start_each(rules, states, players, actions, weights):
    """Start every game and play chance from its key until a seat decides."""
    for i in range(len(states)):
        start(rules[0], states[i], players)
        while to_move(rules[0], states[i]) == CHANCE:
            play_chance(rules[0], states[i], actions, weights)


@compiled_function("i8(R, S, i4[:], i4[:], i8[:])")
def step_each(rules, states, chosen, actions, weights):
    """Play one decision in every running game, then chance from its key.

    It stops at an illegal action and returns the index of that position, else -1.
    """
    for i in range(len(states)):
        if to_move(rules[0], states[i]) == OVER:
            continue
        found = False
        for k in range(legal(rules[0], states[i], actions)):
            found = found or actions[k] == chosen[i]
        if not found:
            return i
        apply(rules[0], states[i], whole(chosen[i]))
        while to_move(rules[0], states[i]) == CHANCE:
            play_chance(rules[0], states[i], actions, weights)
    return -1


@compiled_function("void(R, S, u8, i8, i8, i4[:], i8[:])")
def play_randomly(rules, states, seed, first, most, actions, decisions):
    """Play every game at random to its end, or ``most`` decisions; count them.

    Position i draws from the stream ``first + i`` of ``seed``, chance included.
    """
    rng = np.empty(1, np.uint64)
    for i in range(len(states)):
        rng[0] = seeded(seed, np.uint64(first + i))
        decisions[i] = play_out(rules[0], states[i], rng, actions, most)


@compiled_function("void(R, S, i8, u8, i8, i4[:], i8[:], i8[:, :], f8[:, :])")
def play_whole(rules, states, players, seed, first, actions, decisions, totals, shares):
    """Start every game, play it at random to its end, write results; ``states`` must be zeroed.

    Position i draws from the stream ``first + i`` of ``seed``, chance included.
    """
    rng = np.empty(1, np.uint64)
    for i in range(len(states)):
        rng[0] = seeded(seed, np.uint64(first + i))
        start(rules[0], states[i], players)
        decisions[i] = play_out(rules[0], states[i], rng, actions, NO_LIMIT)
        scores(rules[0], states[i], totals[i])
        returns(rules[0], states[i], shares[i])


@compiled_function("void(R, S, i8[:])")
def movers(rules, states, out):
    """Write who decides in every game."""
    for i in range(len(states)):
        out[i] = to_move(rules[0], states[i])


@compiled_function("void(R, S, i4[:, :], i8[:])")
def choices_of_each(rules, states, actions, counts):
    """Write the legal actions of every game, and how many there are."""
    for i in range(len(states)):
        counts[i] = 0
        if to_move(rules[0], states[i]) != OVER:
            counts[i] = legal(rules[0], states[i], actions[i])


@compiled_function("void(R, S, i8[:, :], f8[:, :])")
def results(rules, states, totals, shares):
    """Write points and returns of every seat in every game."""
    for i in range(len(states)):
        scores(rules[0], states[i], totals[i])
        returns(rules[0], states[i], shares[i])


@compiled_function("void(R, S, i8[:], i1[:, :])")
def observe_each(rules, states, seats, out):
    """Write the observation of one seat in every game."""
    for i in range(len(states)):
        observe_seat(rules[0], states[i], seats[i], out[i])
