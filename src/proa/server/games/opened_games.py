"""The games of this server: opened once, and played when their rules are compiled."""

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
from proa.precompile import BOTS, TABLE
from proa.server import gc_tuning
from proa.server.errors import Compiling, Refusal
from proa.server.games.precompile import keep_compiled
from proa.web.samples import sample

PATIENCE = 1.0
"""Seconds a request waits for rules that are not compiled yet."""
TO_BEGIN = 60.0
"""Seconds that it waits when a game is to begin."""
PAUSE = 0.1
"""Seconds between two looks whether rules are compiled."""
_EDITION = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
T = TypeVar("T")
_log = logging.getLogger("proa.server")
_loaded: set[CompiledFunctions] = set()
"""What this process has at hand, and its garbage collector leaves alone."""


class Games:
    """Every game that has been asked for, by edition and options."""

    def __init__(self, editions: Path) -> None:
        """``editions`` is the folder of edition files that may be asked for by name."""
        self._editions = editions
        self._found: dict[Hashable, Game] = {}
        self._under_way: dict[Hashable, asyncio.Task[Any]] = {}
        self._failed: set[str] = set()

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Have at hand what is compiled, and all else compiled, until the context is left."""
        for name in GAMES:
            if _standard(name).compiled not in _loaded and self.share(name) is None:
                await asyncio.to_thread(_load, name)
        async with keep_compiled([_standard(name) for name in GAMES], self._failed):
            yield

    async def find(self, name: str, edition: str, options: Mapping[str, str]) -> Game:
        """A game, be it compiled or not; refused in a sentence."""
        at = (name, edition, *sorted(options.items()))
        if at not in self._found:
            make = partial(open_game, name, self.path(edition), dict(options))
            self._found[at] = await self._aside(at, make)
        return self._found[at]

    async def open(self, name: str, edition: str, options: Mapping[str, str]) -> Game:
        """A game ready to be played; refused in a sentence, also while it is being compiled."""
        game = await self.find(name, edition, options)
        await self.compiled(name)
        return game

    async def compiled(self, name: str, patience: float | None = None) -> None:
        """Wait until the rules of a game are compiled, and have them at hand; refused in time."""
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
        await self._aside(name, partial(_load, name))

    def share(self, name: str) -> float | None:
        """How much of a game's rules is compiled, from 0 to 1; None if nothing is missing."""
        if _standard(name).compiled in _loaded:
            return None
        unit = _standard(name).compiled.unit(TABLE)
        return None if unit.is_cached else unit.progress

    def has_bots(self, name: str) -> bool:
        """Whether what bots think with is compiled for a game."""
        return name not in GAMES or _standard(name).compiled.unit(BOTS).is_cached

    async def compiling(self) -> dict[str, dict[str, Any]]:
        """The games that can't be shown yet: how much is done, and why no more is if it failed.

        The others are at hand, with their sample positions.
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
        """The path of an edition by its name; None for the standard one."""
        if edition == "standard":
            return None
        path = self._editions / f"{edition}.toml"
        if not _EDITION.fullmatch(edition) or not path.is_file():
            raise Refusal(422, say("There is no edition of that name."))
        return str(path)

    async def _aside(self, at: Hashable, work: Callable[[], T]) -> T:
        """Do in a thread, once, what takes long."""
        task = self._under_way.get(at)
        if task is None:
            task = self._under_way[at] = asyncio.create_task(asyncio.to_thread(work))
            task.add_done_callback(partial(self._done, at))
        try:
            return await asyncio.shield(task)
        except NoCache as error:
            _log.error("%s", error)  # not for visitors: it names a folder
            raise Refusal(503, UNCOMPILED) from None
        except ProaError as error:
            raise Refusal(422, error.message) from None

    def _done(self, at: Hashable, task: asyncio.Task[Any]) -> None:
        del self._under_way[at]
        if not task.cancelled():
            task.exception()  # seen, also if nobody waits any more


UNCOMPILED = say("The rules can't be compiled here right now. The server's log says why.")


@cache
def _standard(name: str) -> Game:
    """The standard edition, whose compiled code all others share."""
    return open_game(name, None, {})


def _load(name: str) -> None:
    """Have at hand what plays at tables and what pages show of a game."""
    compiled = _standard(name).compiled
    compiled.load(TABLE)
    for locale in LOCALES:
        sample(name, locale)
    if compiled not in _loaded:
        gc_tuning.freeze_all()
    _loaded.add(compiled)
