"""Files of games, and policies that are sent to other processes by name."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from proa.engine.core.game import Game
from proa.engine.core.plugins import load_object
from proa.engine.errors import BadDocument, BadOption

POSITIONS = ("states", "ended")
SAVED = (*POSITIONS, "seeds", "rounds", "dice", "worths", "rewards", "done")
"""The arrays in a file of games; everything else follows from them."""
DAMAGED = (
    *(OSError, ValueError, LookupError, TypeError, AttributeError, EOFError),
    *(BadZipFile, zlib.error, NotImplementedError, RuntimeError),
)
"""What NumPy raises for a file that is missing, damaged or something else."""


def write(path: str | PathLike[str], game: Game, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write the arrays named in ``SAVED`` to a NumPy file; positions as bytes."""
    as_bytes = {name: arrays[name].view("u1") for name in POSITIONS}
    identity = np.array(repr(game.identity))
    with Path(path).open("wb") as file:
        np.savez_compressed(file, identity=identity, **{**arrays, **as_bytes})  # type: ignore[arg-type]


def read(path: str | PathLike[str], game: Game) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file.

    Raises :class:`BadDocument` if there is none, if it is damaged, or if it is of another game.
    """
    saved = _arrays_in(path)
    if str(saved.pop("identity")) != repr(game.identity):
        raise BadDocument("{path} contains positions of another game or edition", path=path)
    for name in POSITIONS:
        array, dtype = saved[name], game.spec.state
        if array.dtype == np.uint8 and array.size % dtype.itemsize == 0:
            saved[name] = array.ravel().view(dtype)
    return saved


def _arrays_in(path: str | PathLike[str]) -> dict[str, NDArray[Any]]:
    try:
        with Path(path).open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            return {name: file[name] for name in (*SAVED, "identity")}
    except DAMAGED as error:
        raise BadDocument("{path} contains no games: {error}", path=path, error=error) from None


def place_of(made: Any) -> str:
    """Return where a policy is defined, as ``module:name``, so that another process can import it.

    Raises :class:`BadOption` if it is not there.
    """
    try:
        found = load_object(made.place)
    except BadOption:
        found = None
    if found is not made:
        raise BadOption(
            "{policy} can't be sent to another process: define it at the top level of a module",
            policy=made.place,
        )
    place: str = made.place
    return place


class SentPolicy(str):
    """Where the policy of games that were sent is defined."""
