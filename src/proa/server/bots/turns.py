"""Robots: bots' turns are played, and bots stand in for those who are away; what somebody has
answered beforehand is played.

A bot's turn is played by whichever process holds the lease of its table.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import secrets
from collections.abc import AsyncIterator, Hashable
from typing import Protocol

from proa.bots.levels import LEVELS, Level
from proa.bots.roster import BotEntry, roster
from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.server.bots.pause import asked_at, pause_before
from proa.server.errors import SearchFailed
from proa.server.periodic import log_failures
from proa.server.tables import premoves, seats
from proa.server.tables.game_log import PREMOVE
from proa.server.tables.play import played
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables
from proa.server.telemetry import metrics

LEASE = 10.0
"""Seconds a lease lasts; it is renewed while a search goes on."""
ROUND = 1.0
"""Seconds between looks for tables that were left alone: by a process that died, or by people."""
FORGET = 30
"""After so many rounds tables at which nothing was to be done are looked at again."""
_log = logging.getLogger("proa.robots")


class Decider(Protocol):
    """Whoever makes the bots' decisions: :class:`proa.server.bots.worker_pool.SearchPool`."""

    async def decide(
        self,
        game: Game,
        edition: str | None,
        information_state: InformationState,
        level: str,
        seed: int,
    ) -> int:
        """The action chosen by a bot of ``level`` that knows ``information_state``.

        Raises :class:`SearchFailed` if it can't be found.
        """

    async def close(self) -> None:
        """Give up what is under way."""


class BotTurns:
    """Plays the bots' turns that this process gets hold of."""

    def __init__(self, tables: Tables, decider: Decider) -> None:
        self._tables = tables
        self._decider = decider
        self._owner = secrets.token_hex(16)
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._check_again: set[str] = set()
        self._is_closed = False
        self._slots = asyncio.Semaphore(tables.settings.searches)
        self._woken = asyncio.Event()

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Play until the context is left."""
        if self._tables.settings.processes == 1:
            await self._tables.store.drop_leases()
        self._tables.on_bot_turn = self.check
        rounds = asyncio.create_task(self._check_all())
        try:
            yield
        finally:
            self._is_closed = True
            tasks = [rounds, *self._at_work.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._decider.close()

    def wake(self, table_id: str) -> None:
        """Others leave a bot's turn to us, at this table or, if empty, perhaps at some table."""
        if table_id:
            self.check(table_id)
        elif not self._tables.settings.serves_pages:  # those who do need not look so often
            self._woken.set()

    def check(self, table_id: str) -> None:
        """See whether a bot is to move at a table, and if so play for it."""
        if self._is_closed:
            return
        if table_id in self._at_work:
            self._check_again.add(table_id)
            return
        task = asyncio.create_task(self._serve(table_id))
        self._at_work[table_id] = task
        task.add_done_callback(lambda _: self._done(table_id))

    def _done(self, table_id: str) -> None:
        del self._at_work[table_id]
        if table_id in self._check_again:
            self._check_again.discard(table_id)
            self.check(table_id)

    async def _check_all(self) -> None:
        seen: dict[str, Hashable] = {}  # persons' tables as they were when we looked
        for rounds in itertools.count():
            store = self._tables.store
            with log_failures(_log, "a look at the tables"):
                now = store.now()
                for table_id in await store.overdue():
                    with log_failures(_log, "a bot for an absent person"):
                        await seats.take_over(self._tables, table_id, now)
                seen = {} if rounds % FORGET == 0 else seen
                waiting = await store.waiting_for_bots()
                for one in waiting:
                    if one.is_bot or seen.get(one.table_id) != one.state:
                        self.check(one.table_id)
                seen = {one.table_id: one.state for one in waiting}
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ROUND):  # wait_for may lose that the task is cancelled
                    await self._woken.wait()
            self._woken.clear()

    async def _serve(self, table_id: str) -> None:
        with log_failures(_log, "a bot's turn"):
            table = await self._answered(await self._tables.load(table_id))
            thinks = self._tables.games.has_bots(table.row.game)  # else the next round looks again
            if table.bot_to_move and thinks and await self._lease(table_id):
                try:
                    await self._play(table_id)
                except SearchFailed:
                    await asyncio.sleep(LEASE)  # it would fail again
                    raise
                await self._tables.store.release(table_id, self._owner)

    async def _answered(self, table: Table) -> Table:
        """The table when all that people answered beforehand has been played, one event at a
        time."""
        while (code := premoves.answer(table)) is not None and table.row.turn is not None:
            if table.playing.last != table.row.last:
                return table  # the log went on since, as below
            change = played(table, [code], PREMOVE, table.row.turn, self._tables.now())
            after = await self._tables.commit(table, change)
            table = after or await self._tables.load(table.id)
        await premoves.forget(self._tables, table)
        return table

    async def _play(self, table_id: str) -> None:
        """Play as long as it is a bot's turn; the lease is ours."""
        table = await self._tables.load(table_id)  # who had the lease before us may have played
        asked = since = 0.0
        clock = asyncio.get_running_loop().time  # the database's may be set meanwhile
        while table.bot_to_move:
            turn, last = table.row.turn, table.row.last
            if table.playing.last != last:
                return  # the log went on since: whoever made it, or the next round, looks again
            assert turn is not None
            level = roster().get(table.seats[turn].bot) or next(iter(LEVELS.values()))
            code, began = await self._decide(table, turn, level)
            if asked != (asked := asked_at(table.playing, turn)):
                since = began
            pause = pause_before(table, code)
            await asyncio.sleep(since + pause - clock())
            if not await self._lease(table.id):
                return
            table = await self._tables.load(table.id)
            if table.row.last == last and table.bot_to_move:
                change = played(table, [code], level.actor, turn, self._tables.now())
                after = await self._tables.commit(table, change)
                table = after or await self._tables.load(table.id)

    async def _decide(self, table: Table, seat: int, level: Level | BotEntry) -> tuple[str, float]:
        """The bot's choice, from what its seat knows, and when it began to think, by the clock of
        the loop; the lease is renewed meanwhile."""
        information_state = table.game.information_state(
            table.playing.position(), seat, secrets.randbits(63)
        )
        edition = self._tables.games.path(table.row.edition)
        seed = secrets.randbits(63)
        with metrics.one_of(metrics.searches_waiting):
            await self._slots.acquire()
        began = asyncio.get_running_loop().time()
        with metrics.searching(table.game.name, level.name):
            search = self._decider.decide(table.game, edition, information_state, level.name, seed)
            thinking = asyncio.ensure_future(search)
            try:
                while not (await asyncio.wait([thinking], timeout=LEASE / 3))[0]:
                    await self._lease(table.id)
                return table.game.code(thinking.result()), began
            finally:
                thinking.cancel()
                self._slots.release()

    async def _lease(self, table_id: str) -> bool:
        return await self._tables.store.lease(table_id, self._owner, LEASE)
