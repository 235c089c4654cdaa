"""Sets of up to 62 things as the bits of an int64."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole

_HALF = np.uint64(32)


@rule
def size(bits):
    """Return how many things there are in a set. The loop compiles to one instruction."""
    things = whole(bits)
    n = whole(0)
    while things != 0:
        things &= things - 1
        n += 1
    return n


@rule
def first(bits):
    """Return the smallest thing of a set that is not empty."""
    return size((bits & -bits) - 1)


@rule
def nth(bits, n):
    """Return the thing of a set that has ``n`` smaller ones in it."""
    found = 0
    width = 32
    while width > 0:
        lower = bits & ((1 << width) - 1)
        below = size(lower)
        if n < below:
            bits = lower
        else:
            n -= below
            bits >>= width
            found += width
        width >>= 1
    return found


@rule
def one_of(bits, number):
    """Return a thing of a set, from a random uint64."""
    return nth(bits, part(number, size(bits)))


@rule
def part(number, n):
    """Return a number in ``[0, n)`` from a random uint64."""
    return whole(((number >> _HALF) * np.uint64(n)) >> _HALF)


@rule
def fill(bits, base, actions):
    """Fill ``actions`` with ``base`` + thing for every thing of a set; return how many there
    are."""
    n = 0
    while bits != 0:
        actions[n] = base + first(bits)
        bits &= bits - 1
        n += 1
    return n
