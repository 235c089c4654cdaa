"""Record types of positions and rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Field = tuple[Any, ...]


def position_dtype(name: str, fields: Sequence[Field]) -> np.dtype[Any]:
    """The record type of a game's positions.

    Before the game's own ``fields`` come: one named after the game (Numba's record types are
    structural: with equal fields, two games' would be one), the key (uint64 x 2) and counter of
    its chance, and the number of players.
    """
    common: list[Field] = [
        (name, "u1"),
        ("key", "<u8", (2,)),
        ("counter", "<u8"),
        ("players", "u1"),
    ]
    return np.dtype([*common, *fields])


def rules_dtype(name: str, fields: Sequence[Field]) -> np.dtype[Any]:
    """The record type of a game's tables and limits, marked like its positions."""
    return np.dtype([(name, "u1"), *fields])
