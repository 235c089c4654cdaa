"""The doors of a single position: what Python asks of compiled rules.

Every door takes the rules and the position as arrays of one (a Numba record in an array is
changed in place for certain, one passed alone may be copied).
"""

from __future__ import annotations

from proa.engine import verbs
from proa.engine.chance import play_chance
from proa.engine.compile import door, whole
from proa.engine.verbs import CHANCE, OVER


@door("void(R, S, i8)")
def begin(rules, states, players):
    verbs.start(rules[0], states[0], players)


@door("i8(R, S)")
def mover(rules, states):
    return verbs.to_move(rules[0], states[0])


@door("i8(R, S, i4[:])")
def choices(rules, states, actions):
    if verbs.to_move(rules[0], states[0]) == OVER:
        return 0
    return verbs.legal(rules[0], states[0], actions)


@door("void(R, S, i8)")
def carry_out(rules, states, action):
    verbs.apply(rules[0], states[0], action)


@door("i8(R, S, i8[:])")
def weigh(rules, states, weights):
    return verbs.outcomes(rules[0], states[0], weights)


@door("i8(R, S, i4[:], i8[:], i4[:])")
def settle_chance(rules, states, actions, weights, drawn):
    """Go on through chance until a seat decides, the game ends or ``drawn`` is full; count."""
    n = 0
    while n < len(drawn) and verbs.to_move(rules[0], states[0]) == CHANCE:
        drawn[n] = play_chance(rules[0], states[0], actions, weights)
        n += 1
    return n


@door("i8(R, S, i4[:], i4[:], i8[:])")
def replay(rules, states, line, actions, weights):
    """Play a line of decisions, chance from the key; the number played before an illegal one."""
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


@door("void(R, S, i8, i8[:])")
def points(rules, states, seat, out):
    verbs.sheet(rules[0], states[0], seat, out)


@door("void(R, S, i8[:], f8[:])")
def result(rules, states, totals, shares):
    verbs.scores(rules[0], states[0], totals)
    verbs.returns(rules[0], states[0], shares)


@door("void(R, S, i8, f4[:])")
def look(rules, states, seat, out):
    verbs.observe(rules[0], states[0], seat, out)


@door("void(R, S, i8, u8[:])")
def imagine(rules, states, seat, rng):
    verbs.resample(rules[0], states[0], seat, rng)
