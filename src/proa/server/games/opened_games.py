"""The games of this server: opened once, and playable when their rules are compiled."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator, Callable, Hashable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from proa import open_game
from proa.engine.compiler.cache import CompiledFunctions
from proa.engine.core.game import Game
from proa.engine.errors import NoCache, ProaError
from proa.engine.messages import LOCALES, say
from proa.games import GAMES
from proa.precompile import TABLE, table_units
from proa.server import gc_tuning
from proa.server.errors import Compiling, Refusal
from proa.server.games.precompile import keep_compiled
from proa.web.samples import sample

PATIENCE = 1.0
"""Seconds for which a request waits until rules are compiled."""
TO_BEGIN = 60.0
"""Seconds for which it waits when a game is to begin."""
PAUSE = 0.1
"""Seconds between two checks whether rules are compiled."""
_EDITION = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
T = TypeVar("T")
_log = logging.getLogger("proa.server")
_loaded: set[CompiledFunctions] = set()
"""The games whose code is loaded, and excluded from garbage collection."""


class Games:
    """The opened games, by name, edition and options."""

    def __init__(self, editions: Path) -> None:
        """``editions`` is the folder of edition files that people may choose by name."""
        self._editions = editions
        self._found: dict[Hashable, Game] = {}
        self._running: dict[Hashable, asyncio.Task[Any]] = {}
        self._failed: set[str] = set()

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Load compiled games, and have all others compiled, until the context is left."""
        for name in GAMES:
            if _standard(name).compiled not in _loaded and self.share(name) is None:
                await asyncio.to_thread(_load, name)
        async with keep_compiled([_standard(name) for name in GAMES], self._failed):
            yield

    async def find(self, name: str, edition: str, options: Mapping[str, str]) -> Game:
        """Return a game, compiled or not; refuse bad names and options."""
        at = (name, edition, *sorted(options.items()))
        if at not in self._found:
            make = partial(open_game, name, self.path(edition), dict(options))
            self._found[at] = await self._run_in_thread(at, make)
        return self._found[at]

    async def open(self, name: str, edition: str, options: Mapping[str, str]) -> Game:
        """Return a game with compiled rules; refuse also while it is being compiled."""
        game = await self.find(name, edition, options)
        await self.compiled(name)
        return game

    async def compiled(self, name: str, patience: float | None = None) -> None:
        """Wait until a game's rules are compiled, and load them; refuse after some seconds."""
        compiled = _standard(name).compiled
        if compiled in _loaded:
            return
        clock = asyncio.get_running_loop().time
        end = clock() + (PATIENCE if patience is None else patience)
        while (share := self.share(name)) is not None:
            if name in self._failed:
                raise Refusal(503, UNCOMPILED)
            if clock() >= end:
                raise Compiling(name, _standard(name).title, share)
            await asyncio.sleep(PAUSE)
        await self._run_in_thread(name, partial(_load, name))

    def share(self, name: str) -> float | None:
        """Return the compiled share of a game's rules, from 0 to 1; None if complete."""
        if _standard(name).compiled in _loaded:
            return None
        unit = _standard(name).compiled.unit(TABLE)
        return None if unit.is_cached else unit.progress

    def has_bots(self, name: str) -> bool:
        """Return whether the code of a game's bots is compiled."""
        if name not in GAMES:
            return True
        game = _standard(name)
        return all(game.compiled.unit(unit).is_cached for unit in table_units(game))

    async def compiling(self) -> dict[str, dict[str, Any]]:
        """Return the games that can't be shown yet: the compiled share, and why it failed.

        All others are loaded, with their sample positions.
        """
        missing = {}
        for name in GAMES:
            share = self.share(name)
            if share is None:
                await self.compiled(name)
            else:
                failed = UNCOMPILED if name in self._failed else None
                missing[name] = {"share": share, "failed": failed}
        return missing

    def path(self, edition: str) -> str | None:
        """Return the path of an edition by its name; None for the standard one."""
        if edition == "standard":
            return None
        path = self._editions / f"{edition}.toml"
        if not _EDITION.fullmatch(edition) or not path.is_file():
            raise Refusal(422, say("There is no edition of that name."))
        return str(path)

    async def _run_in_thread(self, at: Hashable, work: Callable[[], T]) -> T:
        """Run slow work once in a thread; simultaneous callers share it."""
        task = self._running.get(at)
        if task is None:
            task = self._running[at] = asyncio.create_task(asyncio.to_thread(work))
            task.add_done_callback(partial(self._done, at))
        try:
            return await asyncio.shield(task)
        except NoCache as error:
            _log.error("%s", error)  # not for visitors: it names a folder
            raise Refusal(503, UNCOMPILED) from None
        except ProaError as error:
            raise Refusal(422, error.message) from None

    def _done(self, at: Hashable, task: asyncio.Task[Any]) -> None:
        del self._running[at]
        if not task.cancelled():
            task.exception()  # marks it as retrieved, even without waiters


UNCOMPILED = say("The rules can't be compiled here right now. The server's log says why.")


@cache
def _standard(name: str) -> Game:
    """Return the game's standard edition, whose compiled code all editions share."""
    return open_game(name, None, {})


def _load(name: str) -> None:
    """Load what tables and pages need of a game."""
    compiled = _standard(name).compiled
    compiled.load(TABLE)
    for locale in LOCALES:
        sample(name, locale)
    if compiled not in _loaded:
        gc_tuning.freeze_all()
    _loaded.add(compiled)
