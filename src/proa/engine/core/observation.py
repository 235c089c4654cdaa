"""The layout of observations: a table of named slices for each game.

A game's rules write whole numbers from -127 to 127 in the order of its table. As float32 each is
divided by its slice's scale, so that most are between 0 and 1. Both types are the same for one
position and for a batch.

>>> layout = proa.game("tahiti").layout
>>> layout["board"].shape
(9, 9, 8)
>>> layout.part("board", games.observations).shape  # of 4,096 games, without a copy
(4096, 9, 9, 8)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa.engine.errors import BadOption

FLOAT32, INT8 = "float32", "int8"
DTYPES = (FLOAT32, INT8)
"""The types of an observation."""


@dataclass(frozen=True)
class Slice:
    """Numbers of one kind: an array in row-major order."""

    name: str
    axes: tuple[tuple[str, ...], ...]
    """The names of the indices along each axis; empty: a single number."""
    meaning: str
    scale: float = 1.0
    """The divisor for float32."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the length of each axis."""
        return tuple(map(len, self.axes))

    @property
    def size(self) -> int:
        """Return how many numbers there are."""
        return int(np.prod(self.shape))

    def names(self) -> Iterator[str]:
        """Yield the names of its numbers, in order."""
        for places in product(*self.axes):
            yield f"{self.name}: {', '.join(places)}" if places else self.name


class Layout(Sequence[Slice]):
    """The slices of an observation, in order."""

    def __init__(self, slices: Sequence[Slice]) -> None:
        """Raise ``ValueError`` if two slices have the same name."""
        self._slices = tuple(slices)
        ends = np.cumsum([0, *(each.size for each in slices)]).tolist()
        self._places = {
            each.name: (each, slice(first, last))
            for each, first, last in zip(slices, ends, ends[1:], strict=False)
        }
        if len(self._places) != len(self._slices):
            raise ValueError("two slices of an observation have one name")
        self.size: int = ends[-1]
        """How many numbers an observation has."""
        scales = np.repeat([each.scale for each in slices], [each.size for each in slices])
        self.factors: NDArray[np.float32] = (1 / scales).astype(np.float32)
        """The factor of each whole number for float32."""

    def __getitem__(self, which: Any) -> Any:
        """Return a slice by its name or number."""
        return self._find(which)[0] if isinstance(which, str) else self._slices[which]

    def __len__(self) -> int:
        return len(self._slices)

    def __repr__(self) -> str:
        lines = [f"{self.size} numbers, {self.hash}"]
        lines += [
            f"{place.start:5} {each.name:24} {'x'.join(map(str, each.shape)):12}"
            f" /{each.scale:<5g} {each.meaning}"
            for each, place in self._places.values()
        ]
        return "\n".join(lines)

    @property
    def hash(self) -> str:
        """Return eight bytes as hex that distinguish layouts by names, axes and scales."""
        table = [(each.name, each.axes, each.scale) for each in self._slices]
        digest = hashlib.blake2b(json.dumps(table).encode(), digest_size=8)
        return digest.hexdigest()

    def names(self) -> list[str]:
        """Return the names of all numbers, in order."""
        return [*self._names]

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(name for each in self._slices for name in each.names())

    def place(self, name: str) -> slice:
        """Return where a slice is in an observation; raise :class:`BadOption` if there is none."""
        return self._find(name)[1]

    def part(self, name: str, observations: Any) -> Any:
        """Return a slice of one or many observations (last axis), in its shape, without a copy."""
        each, place = self._find(name)
        return observations[..., place].reshape((*observations.shape[:-1], *each.shape))

    def _find(self, name: str) -> tuple[Slice, slice]:
        if name not in self._places:
            raise BadOption(
                "an observation has no slice {name}; it has {names}",
                name=repr(name),
                names=", ".join(self._places),
            )
        return self._places[name]


def check_dtype(dtype: str) -> None:
    """Raise :class:`BadOption` unless observations have this type."""
    if dtype not in DTYPES:
        raise BadOption(
            "the observation types are {names}, not {value}",
            names=" / ".join(DTYPES),
            value=repr(dtype),
        )
