"""Loading and changing tables, with a cache of replayed logs."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from proa.engine.core.game import Game
from proa.engine.messages import say
from proa.server.config.settings import Settings
from proa.server.errors import Refusal
from proa.server.games.opened_games import TO_BEGIN, Games
from proa.server.live.clock import TimeKeeper
from proa.server.live.subscriptions import Subscriptions
from proa.server.store.rows import FROZEN, WAITING, SeatRow, TableRow, calls_bots
from proa.server.store.store import Store
from proa.server.store.tables import Change
from proa.server.store.whole_tables import Found
from proa.server.tables import proof
from proa.server.tables.bans import Bans
from proa.server.tables.game_log import GameLog, Mismatch, Played
from proa.server.tables.table import Table, no_table
from proa.server.telemetry import metrics

_log = logging.getLogger("proa.server")
TRIES = 20
"""Attempts of a write when other writes come first."""
CACHED_LOGS = 512
"""Number of replayed logs in memory: more than one process plays at a time."""


class Tables:
    """The tables of this process: the store holds them, ``live`` notifies their viewers."""

    def __init__(self, settings: Settings, store: Store, live: Subscriptions) -> None:
        self.settings = settings
        self.games = Games(settings.editions)
        self.store = store
        self.live = live
        self.time = TimeKeeper(store, live, serves_pages=settings.serves_pages)
        self.bans = Bans()
        self.on_bot_turn: Callable[[str], None] = lambda table_id: None
        """Called with the id of every table where bots have to check after a change made here."""
        self.opening_once = asyncio.Lock()
        """Held while a table is opened that must not be opened twice."""
        self._logs: OrderedDict[str, GameLog] = OrderedDict()

    def now(self) -> float:
        """Return the time by the clock that all processes share."""
        return self.store.now()

    # -- loading ---------------------------------------------------------------------------

    async def load(self, table_id: str) -> Table:
        """Return a table as it is now; refuse if there is none."""
        return await self._table(partial(self.store.table, table_id))

    async def load_watched(self, watch: str) -> Table:
        """Return the table of a link for spectators."""
        return await self._table(partial(self.store.watched, watch))

    async def _table(self, read: Callable[[], Awaitable[Found | None]]) -> Table:
        """Load a table; repeat if others played meanwhile: row and log must have the same mover."""
        known = -1
        for _ in range(TRIES):
            found = await read()
            if found is None:
                raise no_table()
            if found[0].last < known:  # the store has gone back, as after a restore
                self.forget(found[0].id)
            table = await self._replayed(*found)
            if table.log is None or table.log.last <= table.row.last:
                return table
            known = table.log.last
        raise busy()

    async def _replayed(self, row: TableRow, seats: list[SeatRow]) -> Table:
        table = Table(row, seats, await self._open_game(row))
        if row.last >= 0 and isinstance(table.opened, Game):
            log = table.log = self._cached_log(table)
            if not log.steps or (log.last < row.last and row.status != FROZEN):
                await self._catch_up(table)
        return table

    async def _open_game(self, row: TableRow) -> Game | Refusal:
        opened = self.games.find if row.last < 0 else self.games.open
        try:
            return await opened(row.game, row.edition, row.options)
        except Refusal as why:
            if why.status == 503:
                raise
            return why

    def _cached_log(self, table: Table) -> GameLog:
        row = table.row
        log = self._logs.get(row.id)
        if log is None:
            seed = proof.seed(row.server_part, [s.nonce or "" for s in table.seats])
            log = GameLog(table.game, row.players, seed, row.start)
            self._logs[row.id] = log
            if len(self._logs) > CACHED_LOGS:
                self._logs.popitem(last=False)
        self._logs.move_to_end(row.id)
        return log

    def forget(self, table_id: str) -> None:
        """Remove a table from the cache; the next load reads the store."""
        self._logs.pop(table_id, None)

    async def _catch_up(self, table: Table) -> None:
        """Play the events that the log lacks; a log that no longer replays freezes the table."""
        log = self._cached_log(table)
        events = await self.store.events(table.id, after=log.last)
        try:
            log.extend(events)
        except Mismatch:
            if table.row.status != FROZEN:
                change = Change(table={"status": FROZEN, "turn": None, "due": None})
                await self.store.commit(table.row, table.seats, change)
                table.row = replace(table.row, status=FROZEN, turn=None, due=None)
                self.live.notify(table.id)
                _log.warning("a table of %s no longer replays and is frozen", table.row.game)

    # -- changing --------------------------------------------------------------------------

    async def change(
        self,
        table_id: str,
        make: Callable[..., Change | None],
        *values: Any,
        read: Table | None = None,
    ) -> Table:
        """Apply a change to the current table; try again if other changes come first.

        ``make(table, now, *values)`` returns None when there is nothing to do; ``read`` is the
        table if it is loaded already. Return the table after the change.
        """
        for _ in range(TRIES):
            table, read = read or await self.load(table_id), None
            change = make(table, self.now(), *values)
            if change is None:
                return table
            after = await self.commit(table, change)
            if after is not None:
                return after
        raise busy()

    async def commit(self, table: Table, change: Change) -> Table | None:
        """Write a change to a table as it was loaded; return the table after it.

        Return None if another change came first, as the credit of an outage does.
        """
        if table.row.due is not None and await self.time.catch_up():
            return None
        found = await self.store.commit(table.row, table.seats, change)
        if found is None:
            self.live.notify(table.id)  # in case our write succeeded, but its reply was lost
            metrics.lost_races.add(1, {"then": "made again"})
            return None
        for event in change.events:
            metrics.events.add(1, {"game": table.row.game, "kind": event.kind})
        row, seats = found
        after = Table(row, seats, table.opened, table.log)
        if row.last >= 0 and isinstance(table.opened, Game):
            log = after.log = self._cached_log(after)
            if isinstance(change, Played) and change.ahead is not None:
                log.adopt(change.ahead)
            log.extend(change.events)
            if log.last < row.last:
                await self._catch_up(after)
        self.live.notify(table.id, after)
        self.notify_guests(chain.from_iterable(change.holders.values()))
        if calls_bots(after.row, after.seats):
            self.on_bot_turn(table.id)
        await asyncio.sleep(0)  # notifies the others before a response is rendered
        return after

    def notify_guests(self, guests: Iterable[str]) -> None:
        """Wake the streams of guests who got a table."""
        for guest_id in guests:
            self.live.notify(guest_id)

    async def may_begin(self, table_id: str) -> None:
        """Wait until the rules of a table's game are compiled; refuse after some time."""
        table = await self.load(table_id)
        if table.row.status == WAITING:
            await self.games.compiled(table.row.game, TO_BEGIN)


def busy() -> Refusal:
    """Return the refusal when other changes came first too often."""
    return Refusal(503, say("The table is very busy. Please try again."), again=1)
