"""Rules that write observations (:mod:`proa.engine.core.observation`)."""

from __future__ import annotations

from proa.engine.compiler.compile import inlined, inlined_as, rule, whole
from proa.engine.compiler.intrinsics import row_of, unpack_bits_8, unpack_bits_16, unpack_bits_32
from proa.engine.core.verbs import observe

MOST = 127
"""Larger numbers are observed as this one."""


@rule
def observe_seat(rules, state, seat, numbers):
    """Write the observation of a seat over ``numbers``."""
    for k in range(len(numbers)):
        numbers[k] = 0
    observe(rules, state, seat, row_of(numbers))


@inlined
def clip(number):
    """Return a number limited to the range of an observation."""
    return min(whole(number), whole(MOST))


@inlined
def left_of(state, seat, places):
    """Return the seat that many places to the left; ``places`` is less than the number of seats."""
    other = whole(seat) + places
    return other - state.players if other >= state.players else other


@inlined
def away(state, seat, other):
    """Return how many places to the left of a seat another one is."""
    places = whole(other) - whole(seat)
    return places + state.players if places < 0 else places


@inlined
def _write_set_at_once(things, n, at, out):
    """Write the first 8, 16 or 32 bits at once, then the last as many, which may overlap."""
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
    """Write the first ``n`` bits of a set as 0 or 1; return the next index."""
    bits = whole(things)
    for i in range(n):
        out[at + i] = (bits >> i) & 1
    return at + n


@inlined
def write_one_hot(number, n, at, out):
    """Write 1 at index ``number`` of ``n``, nothing if negative; return the next index.

    There is no branch, because it could not be predicted.
    """
    out[at + max(number, 0)] |= number >= 0
    return at + n
