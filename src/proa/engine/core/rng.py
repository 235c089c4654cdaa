"""Random numbers for playouts, bots and ``resample``: SplitMix64 over a one-element array.

Never used for a game's own chance: that is :mod:`proa.engine.core.chance`. Source: Steele, Lea and
Flood, "Fast splittable pseudorandom number generators" (2014).
"""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S11, _S27, _S30, _S31, _S32 = (
    np.uint64(11),
    np.uint64(27),
    np.uint64(30),
    np.uint64(31),
    np.uint64(32),
)


@rule
def mixed(x):
    """Return the SplitMix64 finaliser of a uint64: neighbouring numbers become unlike."""
    x = (x ^ (x >> _S30)) * _MIX_1
    x = (x ^ (x >> _S27)) * _MIX_2
    return x ^ (x >> _S31)


@rule
def next_number(rng):
    """Return the next random uint64; ``rng`` is a one-element uint64 array."""
    rng[0] += _GOLDEN
    return mixed(rng[0])


@rule
def below(rng, n):
    """Return a random int64 in ``[0, n)``, for n up to 2**31; the bias is below n / 2**32."""
    return whole(((next_number(rng) >> _S32) * np.uint64(n)) >> _S32)


@rule
def fraction(rng):
    """Return a random float64 in ``[0, 1)``."""
    return np.float64(next_number(rng) >> _S11) * 2.0**-53


@rule
def seeded(seed, index):
    """Return the start of an independent stream ``index`` of ``seed`` (both uint64)."""
    return mixed(seed ^ mixed(index + _GOLDEN))


@rule
def rekey(state, rng):
    """Give a position a new key, as every ``resample`` does: no seat knows the true key."""
    state.key[0] = next_number(rng)
    state.key[1] = next_number(rng)
    state.counter = np.uint64(0)
