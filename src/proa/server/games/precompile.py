"""Compiles rules while the server runs, in processes of their own, the first game first.

Where several servers share the cache, only one of them compiles.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator, Sequence

from filelock import FileLock, Timeout

from proa.engine.compiler.cache import cache_root
from proa.engine.core.game import Game
from proa.engine.processors import usable_processors
from proa.games import GAMES
from proa.precompile import TABLE, table_units

TURN = 0.5
"""Seconds between two attempts to take the compile lock."""
REST = 60.0
"""Seconds before a failed compilation is tried again."""
_log = logging.getLogger("proa.server")


@contextlib.asynccontextmanager
async def keep_compiled(games: Sequence[Game], failed: set[str]) -> AsyncIterator[None]:
    """Compile games until the context is left; add the names of failures to ``failed``."""
    missing = [game for game in games if _needs_compiling(game)]
    task = asyncio.create_task(_compile_all(missing, failed)) if missing else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


def _needs_compiling(game: Game) -> bool:
    return not all(game.compiled.unit(unit).is_cached for unit in table_units(game))


async def _compile_all(games: Sequence[Game], failed: set[str]) -> None:
    first, *others = games
    order = [first, *sorted(others, key=lambda game: -game.compiled.unit(TABLE).parts)]
    while order := [game for game in order if _needs_compiling(game)]:
        with _compile_lock() as is_locked:
            if is_locked:
                await _compile(order, failed)
        await asyncio.sleep(REST if failed else TURN)


@contextlib.contextmanager
def _compile_lock() -> Iterator[bool]:
    """Yield whether this process has the lock to compile for all that share the cache folder."""
    lock = FileLock(cache_root() / "warming.lock")
    try:
        cache_root().mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        yield False
        return
    except OSError as error:
        _log.error("compiled rules can't be kept: %s", error)
    try:
        yield True
    finally:
        lock.release()


async def _compile(games: Sequence[Game], failed: set[str]) -> None:
    """Compile games, as many at once as there are cores, each in a process of its own."""
    cores = asyncio.Semaphore(usable_processors())

    async def one(game: Game) -> None:
        async with cores:
            why = await _compile_elsewhere(game.name)
        if why:
            _log.error("the rules of %s can't be compiled: %s", game.name, why)
            failed.add(game.name)
        else:
            failed.discard(game.name)

    async with asyncio.TaskGroup() as group:
        for game in games:
            group.create_task(one(game))


async def _compile_elsewhere(name: str) -> str:
    """Compile one game in a process; return the error, empty if there is none."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "proa.precompile",
        GAMES.place(name),
        name,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        start_new_session=True,
    )
    try:
        _, errors = await process.communicate()
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
        raise
    lines = errors.decode(errors="replace").strip().splitlines()
    return (lines or [f"status {process.returncode}"])[-1] if process.returncode else ""
