"""What rules tell an observation with (:mod:`proa.engine.observing`)."""

from __future__ import annotations

from proa.engine.compile import inlined, rule, whole

MOST = 127
"""What lies beyond is observed as this."""


@rule
def held(number):
    """A number as an observation can tell it."""
    return min(whole(number), whole(MOST))


@rule
def left_of(state, seat, places):
    """The seat that sits so many places to the left, fewer than there are seats."""
    other = whole(seat) + places
    return other - state.players if other >= state.players else other


@rule
def away(state, seat, other):
    """How many places to the left of a seat another sits."""
    places = whole(other) - whole(seat)
    return places + state.players if places < 0 else places


@inlined
def tell_set(things, n, at, out):
    """``n`` things of a set of bits, 0 or 1; where the next number goes."""
    bits = whole(things)
    row = out[at : at + n]  # places from 0 on: those that may be negative are not written at once
    for i in range(n):
        row[i] = (bits >> i) & 1
    return at + n


@inlined
def tell_one(number, n, at, out):
    """One of ``n`` things, none if negative: 1 at its place; where the next number goes."""
    if number >= 0:
        out[at + number] = 1
    return at + n
