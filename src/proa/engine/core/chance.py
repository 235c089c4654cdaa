"""A game's own chance: outcomes drawn by SipHash-2-4 from the position's key and counter.

Replays are exact, and nobody can predict coming dice from earlier ones. Source: Aumasson and
Bernstein, "SipHash: a fast short-input PRF" (2012).
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from proa.engine.compiler.compile import rule, whole
from proa.engine.core.verbs import apply, legal, outcomes

_INIT = (
    np.uint64(0x736F6D6570736575),
    np.uint64(0x646F72616E646F6D),
    np.uint64(0x6C7967656E657261),
    np.uint64(0x7465646279746573),
)
_FF = np.uint64(0xFF)
_ONE = np.uint64(1)
_LENGTH_8 = np.uint64(8 << 56)


@rule
def _rotated(x, bits):
    return (x << np.uint64(bits)) | (x >> np.uint64(64 - bits))


@rule
def _round(a, b, c, d):
    a = a + b
    c = c + d
    b = _rotated(b, 13) ^ a
    d = _rotated(d, 16) ^ c
    a = _rotated(a, 32)
    c = c + b
    a = a + d
    b = _rotated(b, 17) ^ c
    d = _rotated(d, 21) ^ a
    c = _rotated(c, 32)
    return a, b, c, d


@rule
def _absorbed(a, b, c, d, word):
    a, b, c, d = _round(a, b, c, d ^ word)
    a, b, c, d = _round(a, b, c, d)
    return a ^ word, b, c, d


@rule
def _opened(k0, k1):
    return k0 ^ _INIT[0], k1 ^ _INIT[1], k0 ^ _INIT[2], k1 ^ _INIT[3]


@rule
def _closed(a, b, c, d):
    c = c ^ _FF
    for _ in range(4):
        a, b, c, d = _round(a, b, c, d)
    return a ^ b ^ c ^ d


@rule
def siphash(k0, k1, words):
    """Return SipHash-2-4 of a message laid out by :func:`padded` under the key (k0, k1); uint64."""
    a, b, c, d = _opened(k0, k1)
    for i in range(len(words)):
        a, b, c, d = _absorbed(a, b, c, d, words[i])
    return _closed(a, b, c, d)


@rule
def keyed_number(k0, k1, counter):
    """Return SipHash-2-4 of the eight bytes of ``counter``, little-endian; uint64."""
    a, b, c, d = _opened(k0, k1)
    a, b, c, d = _absorbed(a, b, c, d, counter)
    a, b, c, d = _absorbed(a, b, c, d, _LENGTH_8)
    return _closed(a, b, c, d)


@rule
def keyed_below(state, n):
    """Return an unbiased number in ``[0, n)`` from the position's key, and advance its counter."""
    n = np.uint64(n)
    spare = (np.uint64(0) - n) % n  # 2**64 mod n: numbers below it would favour small results
    while True:
        number = keyed_number(state.key[0], state.key[1], state.counter)
        state.counter += _ONE
        if number >= spare:
            return whole(number % n)


@rule
def keyed_outcome(rules, state, actions, weights):
    """Return the outcome drawn by the position's key; ``actions`` and ``weights`` are scratch."""
    legal(rules, state, actions)
    left = keyed_below(state, outcomes(rules, state, weights))
    i = 0
    while left >= weights[i]:
        left -= weights[i]
        i += 1
    return whole(actions[i])


@rule
def play_chance(rules, state, actions, weights):
    """Draw one outcome from the key, carry it out and return it."""
    outcome = keyed_outcome(rules, state, actions, weights)
    apply(rules, state, outcome)
    return outcome


def padded(message: bytes) -> NDArray[np.uint64]:
    """Return the 64-bit words of a message for SipHash: its bytes, zeros, its length mod 256."""
    fill = message + bytes(7 - len(message) % 8) + bytes([len(message) % 256])
    return np.frombuffer(fill, "<u8").astype(np.uint64)


def key_from_seed(seed: int | str | bytes) -> NDArray[np.uint64]:
    """Return the 128-bit key of a seed: an integer or text for research, 32 bytes at a table."""
    data = seed if isinstance(seed, bytes) else f"proa seed {seed}".encode()
    return np.frombuffer(hashlib.blake2b(data, digest_size=16).digest(), "<u8").astype(np.uint64)


def fresh_key() -> NDArray[np.uint64]:
    """Return a key that nobody can guess."""
    import secrets

    return np.frombuffer(secrets.token_bytes(16), "<u8").astype(np.uint64)
