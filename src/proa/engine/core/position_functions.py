"""The compiled functions of a single position.

Each takes the rules and the position as arrays of one: a Numba record in an array is certainly
changed in place, while a record passed alone may be copied.
"""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import compiled_function, whole
from proa.engine.core import observation_rules, verbs
from proa.engine.core.chance import play_chance
from proa.engine.core.verbs import CHANCE, OVER


@compiled_function("void(R, S, i8)")
def begin(rules, states, players):
    verbs.start(rules[0], states[0], players)


@compiled_function("i8(R, S)")
def mover(rules, states):
    return verbs.to_move(rules[0], states[0])


MOVER, OFFERED, DRAWN, LISTS = range(4)
"""The layout of ``out`` in :func:`turn`: who decides next, how many legal actions there are, how
many outcomes were drawn. The legal actions begin at ``LISTS``, the outcomes ``capacity`` numbers
later."""


@compiled_function("void(R, S, i8, b1, i8, i4[:])")
def turn(rules, states, action, chance, capacity, out):
    """Carry out an action (none if negative) and, with ``chance``, go on through chance.

    It stops when a seat decides, the game ends or ``out``, which gets the result, is full.
    """
    r, s = rules[0], states[0]
    if action >= 0:
        verbs.apply(r, s, action)
    drawn = 0
    seat = verbs.to_move(r, s)
    if chance and seat == CHANCE:
        actions, weights = np.empty(capacity, np.int32), np.empty(capacity, np.int64)
        room = len(out) - LISTS - capacity
        while seat == CHANCE and drawn < room:
            out[LISTS + capacity + drawn] = play_chance(r, s, actions, weights)
            drawn += 1
            seat = verbs.to_move(r, s)
    out[MOVER] = seat
    out[OFFERED] = 0 if seat == OVER else verbs.legal(r, s, out[LISTS : LISTS + capacity])
    out[DRAWN] = drawn


@compiled_function("i8(R, S, i8[:])")
def weigh(rules, states, weights):
    return verbs.outcomes(rules[0], states[0], weights)


@compiled_function("i8(R, S, i4[:], i4[:], i8[:])")
def replay(rules, states, line, actions, weights):
    """Play a line of decisions, chance from the key; return how many were legal and played."""
    r, s = rules[0], states[0]
    for i in range(len(line)):
        while verbs.to_move(r, s) == CHANCE:
            play_chance(r, s, actions, weights)
        if verbs.to_move(r, s) == OVER:
            return i
        found = False
        for k in range(verbs.legal(r, s, actions)):
            found = found or actions[k] == line[i]
        if not found:
            return i
        verbs.apply(r, s, whole(line[i]))
    while verbs.to_move(r, s) == CHANCE:
        play_chance(r, s, actions, weights)
    return len(line)


@compiled_function("void(R, S, i8, i8[:])")
def points(rules, states, seat, out):
    verbs.sheet(rules[0], states[0], seat, out)


@compiled_function("void(R, S, i8[:], f8[:])")
def result(rules, states, totals, shares):
    verbs.scores(rules[0], states[0], totals)
    verbs.returns(rules[0], states[0], shares)


@compiled_function("void(R, S, i8, i1[:])")
def observe(rules, states, seat, out):
    observation_rules.observe_seat(rules[0], states[0], seat, out)


@compiled_function("void(R, S, i8, f4[:], f4[:])")
def observe_scaled(rules, states, seat, factors, out):
    """Write the same numbers as :func:`observe`, each multiplied by its factor."""
    numbers = np.empty(len(out), np.int8)
    observation_rules.observe_seat(rules[0], states[0], seat, numbers)
    for i in range(len(out)):
        out[i] = np.float32(numbers[i]) * factors[i]


@compiled_function("void(R, S, i8, u8[:])")
def resample(rules, states, seat, rng):
    verbs.resample(rules[0], states[0], seat, rng)
