"""What observations are told with (:mod:`proa.engine.core.observation`)."""

from __future__ import annotations

from proa.engine.compiler.compile import inlined, inlined_as, rule, whole
from proa.engine.compiler.intrinsics import row_of, unpack_bits_8, unpack_bits_16, unpack_bits_32
from proa.engine.core.verbs import observe

MOST = 127
"""What lies beyond is observed as this."""


@rule
def observe_seat(rules, state, seat, numbers):
    """What a seat knows, written over what is there."""
    for k in range(len(numbers)):
        numbers[k] = 0
    observe(rules, state, seat, row_of(numbers))


@inlined
def clip(number):
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
def _write_set_at_once(things, n, at, out):
    """The first 8, 16 or 32 at once and the last, which may be some of them again."""
    bits = whole(things)
    if n >= 32:
        unpack_bits_32(bits, out, at)
        unpack_bits_32(bits >> (n - 32), out, at + n - 32)
    elif n >= 16:
        unpack_bits_16(bits, out, at)
        unpack_bits_16(bits >> (n - 16), out, at + n - 16)
    elif n >= 8:
        unpack_bits_8(bits, out, at)
        unpack_bits_8(bits >> (n - 8), out, at + n - 8)
    else:
        for i in range(n):
            out[at + i] = (bits >> i) & 1
    return at + n


@inlined_as(_write_set_at_once)
def write_set(things, n, at, out):
    """``n`` things of a set of bits, 0 or 1; where the next number goes."""
    bits = whole(things)
    for i in range(n):
        out[at + i] = (bits >> i) & 1
    return at + n


@inlined
def write_one_hot(number, n, at, out):
    """One of ``n`` things, none if negative: 1 at its place; where the next number goes.

    Without a branch, as it could not be predicted."""
    out[at + max(number, 0)] |= number >= 0
    return at + n
