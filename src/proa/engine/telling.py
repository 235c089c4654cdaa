"""What observations are told with (:mod:`proa.engine.observing`)."""

from __future__ import annotations

from proa.engine.borrowing import row_of
from proa.engine.compile import inlined, rule, whole
from proa.engine.verbs import observe

MOST = 127
"""What lies beyond is observed as this."""


@rule
def look(rules, state, seat, numbers):
    """What a seat knows, written over what is there."""
    for k in range(len(numbers)):
        numbers[k] = 0
    observe(rules, state, seat, row_of(numbers))


@inlined
def held(number):
    """A number as an observation can tell it."""
    return min(whole(number), whole(MOST))


@inlined
def left_of(state, seat, places):
    """The seat that sits so many places to the left, fewer than there are seats."""
    other = whole(seat) + places
    return other - state.players if other >= state.players else other


@inlined
def away(state, seat, other):
    """How many places to the left of a seat another sits."""
    places = whole(other) - whole(seat)
    return places + state.players if places < 0 else places


@inlined
def tell_set(things, n, at, out):
    """``n`` things of a set of bits, 0 or 1; where the next number goes."""
    bits = whole(things)
    for i in range(n):
        out[at + i] = (bits >> i) & 1
    return at + n


@inlined
def tell_one(number, n, at, out):
    """One of ``n`` things, none if negative: 1 at its place; where the next number goes."""
    if number >= 0:
        out[at + number] = 1
    return at + n
