"""Robots: whoever keeps the bots' turns going."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator

from proa.bots import levels
from proa.server.tables import Table, Tables

SLICE = 50
"""The longest slice of a search, in milliseconds."""


class Robots:
    """Plays the bots' turns at this process's tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._busy: dict[str, asyncio.Task[None]] = {}

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Play until the context is left."""
        self._tables.live.on_ring(self.look_at)
        for table_id in await self._tables.store.waiting_for_bots():
            self.look_at(table_id)
        try:
            yield
        finally:
            for task in self._busy.values():
                task.cancel()
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    def look_at(self, table_id: str) -> None:
        """See whether a bot is to move at a table, and if so play for it."""
        if table_id not in self._busy:
            task = asyncio.create_task(self._play(table_id))
            self._busy[table_id] = task
            task.add_done_callback(lambda _: self._busy.pop(table_id, None))

    async def _play(self, table_id: str) -> None:
        while True:
            table = await self._tables.load(table_id)
            turn = table.row.turn
            if table.row.status != "running" or turn is None or table.seats[turn].kind != "bot":
                return
            level = levels.LEVELS[table.seats[turn].level]
            code = await asyncio.to_thread(_decide, table, level)
            await self._tables.act_for_bot(table, code, level.actor)


def _decide(table: Table, level: levels.Level) -> str:
    position = table.playing.position()
    sight = table.game.sight(position, position.to_move, seed=secrets.randbits(63))
    search = levels.thinker(level, table.game).begin(sight, secrets.randbits(63))
    while not search.step(SLICE):
        pass
    return table.game.code(search.action())
