"""Having the rules compiled before they are wanted: each game in a process of its own."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Sequence
from queue import Empty
from typing import TYPE_CHECKING, Any

from proa.engine.errors import ProaError

if TYPE_CHECKING:
    from proa.engine.game import Game


def doors_to_compile() -> int:
    """How many doors a game has, those of bots and batches included."""
    from proa.bots import tree  # noqa: F401  its door is compiled with the others
    from proa.engine import playouts  # noqa: F401
    from proa.engine.compile import DOORS

    return len(DOORS)


def cold(names: Sequence[str]) -> list[Game]:
    """Those of the games, in their standard edition, that are not compiled yet."""
    from proa import game

    doors_to_compile()
    return [opened for opened in map(game, names) if not opened.doors.is_warm()]


def warm(game: Game, tick: Callable[[], None] = lambda: None) -> None:
    """Compile a game here; ``tick`` is called for each door.

    Raises :class:`~proa.engine.errors.NoCache` if what was compiled can't be kept.
    """
    doors_to_compile()
    game.doors.compile_all(lambda name: tick())


def warm_side_by_side(names: Sequence[str], tick: Callable[[], None] = lambda: None) -> None:
    """Compile games, each in a process of its own (Numba compiles one function at a time).

    Raises :class:`ProaError` when that fails.
    """
    context = multiprocessing.get_context("spawn")
    ticks: Any = context.Queue()
    workers = [context.Process(target=_warm_named, args=(name, ticks)) for name in names]
    for worker in workers:
        worker.start()
    try:
        while any(worker.is_alive() for worker in workers) or not ticks.empty():
            try:
                failure = ticks.get(timeout=0.2)
            except Empty:
                continue
            if failure is not None:
                raise ProaError(failure)
            tick()
    finally:  # Ctrl+C, or one has failed: nobody waits for the others
        for worker in workers:
            worker.terminate()
    if any(worker.exitcode for worker in workers):
        raise ProaError("compiling the rules broke off: see above, or memory ran short")


def _warm_named(name: str, ticks: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever has started us ends us
    from proa import game

    try:
        warm(game(name), lambda: ticks.put(None))
    except ProaError as error:
        ticks.put(error.message)
