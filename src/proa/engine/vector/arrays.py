"""The arrays of games that are played side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.errors import BadOption
from proa.engine.vector.stepping import SCALED, WHOLE, Scratch

ALIGNMENT = 64


def aligned(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Return zeros that begin at a multiple of 64 bytes."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + ALIGNMENT, np.uint8)
    first = -memory.ctypes.data % ALIGNMENT
    found: NDArray[Any] = memory[first : first + size].view(dtype).reshape(shape)
    return found


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array[:]
    view.flags.writeable = False
    return view


def saved_arrays(game: Game, players: int, n: int) -> dict[str, NDArray[Any]]:
    """Return the arrays that exist once, for any number of sets."""
    return {
        "seeds": aligned((n,), np.uint64),
        "rounds": aligned((n,), np.int64),
        "dice": aligned((n,), np.uint64),
        "learners": aligned((n,), np.int64),
        "seats": aligned((n,), np.int64),
        "counts": aligned((n,), np.int64),
        "legal": aligned((n, game.spec.capacity), np.int32),
        "worths": aligned((n, players), np.float64),
    }


def output_arrays(
    game: Game, players: int, n: int, sees: int, mask: bool
) -> dict[str, NDArray[Any]]:
    """Return a set of the arrays ``OUTPUTS``; those that are off have no columns."""
    size = game.layout.size
    whole, scaled = (size if sees == form else 0 for form in (WHOLE, SCALED))
    return {
        "masks": aligned((n, len(game.all_codes) if mask else 0), np.bool_),
        "numbers": aligned((n, whole), np.int8),
        "observations": aligned((n, scaled), np.float32),
        "rewards": aligned((n, players), np.float32),
        "done": aligned((n,), np.bool_),
    }


def scratch(game: Game, players: int) -> Scratch:
    """Return the scratch memory of a thread, which shares no cache line with another's."""
    return Scratch(
        actions=aligned((game.spec.capacity,), np.int32),
        weights=aligned((game.spec.capacity,), np.int64),
        totals=aligned((players,), np.int64),
        worths=aligned((players,), np.float64),
        rng=aligned((1,), np.uint64),
        fresh=aligned((game.layout.size,), np.int8),
        factors=game.layout.factors,
    )


def parts(n: int, threads: int) -> list[tuple[int, int]]:
    """Return the first game of each thread, and the one after its last."""
    ends = [n * number // threads for number in range(threads + 1)]
    return [*pairwise(ends)]


def scene_records(game: Game, players: int, scenes: Sequence[Position]) -> NDArray[Any]:
    """Return an empty record and those of the scenes."""
    found = [np.zeros(1, game.spec.state)]
    for number, scene in enumerate(scenes):
        if not isinstance(scene, Position) or scene.game.identity != game.identity:
            raise BadOption("scene {n} is not a position of {game}", n=number, game=repr(game))
        if scene.players != players or scene.is_over:
            raise BadOption(
                "scene {n} must be for {players} players, and not finished",
                n=number,
                players=players,
            )
        found.append(scene.record())
    return np.concatenate(found)
