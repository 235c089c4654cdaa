"""Seeds: every function that takes one accepts the same, and refuses the rest with one sentence."""

from __future__ import annotations

import secrets

import numpy as np
from numpy.typing import NDArray

from proa.engine.core.chance import fresh_key, key_from_seed
from proa.engine.errors import BadOption

Seed = int | str | bytes
"""A whole number of any size, Python's or NumPy's, a string or bytes."""


def checked_seed(seed: object) -> Seed:
    """Return a seed as Python's own type; :class:`BadOption` unless it is one."""
    if isinstance(seed, str | bytes):
        return seed
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool):
        raise BadOption(
            "a seed must be a whole number, a string or bytes, not {value}", value=repr(seed)
        )
    return int(seed)


def as_number(seed: object) -> int:
    """Return a seed as a whole number of at least 0, for generators that take no other."""
    checked = checked_seed(seed)
    if isinstance(checked, int) and checked >= 0:
        return checked
    low, high = map(int, key_from_seed(checked))
    return (high << 64) | low


def as_word(seed: object) -> int:
    """Return a seed as a whole number below 2**64."""
    number = as_number(seed)
    return number if number < 2**64 else int(key_from_seed(number)[0])


def fresh_seed() -> int:
    """Return a seed that differs from process to process."""
    return secrets.randbits(63)


def as_key(seed: Seed | None) -> NDArray[np.uint64]:
    """Return the key of a seed; a fresh one without a seed."""
    return fresh_key() if seed is None else key_from_seed(checked_seed(seed))


def checked_key(key: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a key; :class:`BadOption` unless it is one."""
    if not isinstance(key, np.ndarray) or key.dtype != np.uint64 or key.shape != (2,):
        raise BadOption("a key must be a NumPy array of two uint64, not {value}", value=repr(key))
    return key
