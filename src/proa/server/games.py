"""The games of this server: opened once, and compiled away from the event loop."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from proa import open_game
from proa.engine import doors
from proa.engine.cache import Doors
from proa.engine.errors import NoCache, ProaError
from proa.engine.game import Game
from proa.engine.words import say
from proa.games import GAMES
from proa.server.errors import Refusal
from proa.web.samples import sample

PATIENCE = 8.0
"""Seconds a request waits for rules that are not compiled yet."""
_EDITION = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
T = TypeVar("T")
_log = logging.getLogger("proa.server")
_settled: set[Doors] = set()


class Games:
    """Every game that has been asked for, by edition and options."""

    def __init__(self, editions: Path) -> None:
        """``editions`` is the folder of edition files that may be asked for by name."""
        self._editions = editions
        self._opened: dict[Hashable, Game] = {}
        self._drawn: set[str] = set()
        self._under_way: dict[Hashable, asyncio.Task[Any]] = {}

    async def open(self, name: str, edition: str, options: Mapping[str, str]) -> Game:
        """A game ready to be played; refused in a sentence, also while it is being compiled."""
        at = (name, edition, *sorted(options.items()))
        if at not in self._opened:
            make = partial(_ready, name, self.path(edition), dict(options))
            self._opened[at] = await self._aside(at, make)
        return self._opened[at]

    def path(self, edition: str) -> str | None:
        """The path of an edition by its name; None for the standard one."""
        if edition == "standard":
            return None
        path = self._editions / f"{edition}.toml"
        if not _EDITION.fullmatch(edition) or not path.is_file():
            raise Refusal(422, say("There is no edition of that name here."))
        return str(path)

    async def draw_samples(self, locale: str) -> None:
        """Have the sample positions at hand that pages show of every game."""
        if locale not in self._drawn:
            await self._aside(("samples", locale), partial(_sampled, locale))
            self._drawn.add(locale)

    async def _aside(self, at: Hashable, work: Callable[[], T]) -> T:
        """Do in a thread what may have to compile; refused for now if that takes long."""
        task = self._under_way.get(at)
        if task is None:
            task = self._under_way[at] = asyncio.create_task(asyncio.to_thread(work))
            task.add_done_callback(partial(self._done, at))
        try:
            return await asyncio.wait_for(asyncio.shield(task), PATIENCE)
        except TimeoutError:
            raise Refusal(503, COMPILING, again=5) from None
        except NoCache as error:
            _log.error("%s", error)  # not for visitors: it names a folder
            raise Refusal(503, UNCOMPILED) from None
        except ProaError as error:
            raise Refusal(422, error.message) from None

    def _done(self, at: Hashable, task: asyncio.Task[Any]) -> None:
        del self._under_way[at]
        if not task.cancelled():
            task.exception()  # seen, also if nobody waits any more


COMPILING = say("The rules are being compiled, which is done once. It takes about a minute.")
UNCOMPILED = say("The rules can't be compiled here just now; the server's log says why.")


def _ready(name: str, edition: str | None, options: dict[str, str]) -> Game:
    game = open_game(name, edition, options)
    game.doors.open(doors.__name__)
    _settle(game.doors)
    return game


def _settle(loaded: Doors) -> None:
    """Tell the garbage collector that what compiled code brings with it is here to stay.

    Looking through it again and again took a third of a page's time.
    """
    if loaded not in _settled:
        _settled.add(loaded)
        gc.collect()
        gc.freeze()


def _sampled(locale: str) -> None:
    for name in GAMES:
        sample(name, locale)
