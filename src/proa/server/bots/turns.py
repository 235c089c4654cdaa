"""Bots' turns: bots play their seats, replace absent players and play premoves.

Only the process that holds a table's lease plays a bot's turn there.
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
from proa.server.tables import premoves, replacements
from proa.server.tables.events import PREMOVE
from proa.server.tables.play import played
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables
from proa.server.telemetry import metrics

LEASE = 10.0
"""Seconds a lease lasts; it is renewed during a search."""
ROUND = 1.0
"""Seconds between searches for tables that a dead process or absent players left."""
FORGET = 30
"""Rounds after which tables without work are checked again."""
_log = logging.getLogger("proa.bots")


class Decider(Protocol):
    """Chooses the bots' actions: :class:`proa.server.bots.worker_pool.SearchPool`."""

    async def decide(
        self,
        game: Game,
        edition: str | None,
        information_state: InformationState,
        level: str,
        seed: int,
    ) -> int:
        """Return the action of a bot of ``level`` that knows ``information_state``.

        Raise :class:`SearchFailed` if the search fails.
        """


class BotTurns:
    """Plays the bots' turns at all tables whose lease this process gets."""

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
        """Play bots' turns until the context is left."""
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

    def wake(self, table_id: str) -> None:
        """Check a table after another process's notice; all tables if ``table_id`` is empty."""
        if table_id:
            self.check(table_id)
        elif not self._tables.settings.serves_pages:  # processes that serve pages check less often
            self._woken.set()

    def check(self, table_id: str) -> None:
        """Start a task that plays the table's bots if a bot is to move."""
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
        last_states: dict[str, Hashable] = {}  # states of people's tables at the last check
        for rounds in itertools.count():
            store = self._tables.store
            with log_failures(_log, "a look at the tables"):
                now = store.now()
                for table_id in await store.overdue():
                    with log_failures(_log, "a bot for an absent person"):
                        await replacements.take_over(self._tables, table_id, now)
                last_states = {} if rounds % FORGET == 0 else last_states
                waiting = await store.waiting_for_bots()
                for candidate in waiting:
                    if candidate.is_bot or last_states.get(candidate.table_id) != candidate.state:
                        self.check(candidate.table_id)
                last_states = {candidate.table_id: candidate.state for candidate in waiting}
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ROUND):  # wait_for can lose a cancellation
                    await self._woken.wait()
            self._woken.clear()

    async def _serve(self, table_id: str) -> None:
        with log_failures(_log, "a bot's turn"):
            table = await self._play_premoves(await self._tables.load(table_id))
            if not (table.bot_to_move and self._tables.games.has_bots(table.row.game)):
                return  # the next round checks again
            if await self._lease(table_id):
                try:
                    await self._play(table_id)
                except SearchFailed:
                    await asyncio.sleep(LEASE)  # it would fail again
                    raise
                await self._tables.store.release(table_id, self._owner)

    async def _play_premoves(self, table: Table) -> Table:
        """Play the premoves that are due, one event at a time, and return the table after them."""
        while (code := premoves.answer(table)) is not None and table.row.turn is not None:
            if table.playing.last != table.row.last:
                return table  # the log has grown since, as in _play
            change = played(table, [code], PREMOVE, table.row.turn, self._tables.now())
            after = await self._tables.commit(table, change)
            table = after or await self._tables.load(table.id)
        await premoves.forget(self._tables, table)
        return table

    async def _play(self, table_id: str) -> None:
        """Play while a bot is to move; this process holds the lease."""
        table = await self._tables.load(table_id)  # the last holder of the lease may have played
        asked = since = 0.0
        clock = asyncio.get_running_loop().time  # the database's clock may be set meanwhile
        while table.bot_to_move:
            turn, last = table.row.turn, table.row.last
            if table.playing.last != last:
                return  # the log has grown since: its writer or the next round checks again
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
        """Return the bot's choice from what its seat knows, and when its search began (loop clock).

        The lease is renewed during the search.
        """
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
