"""The players' clocks: they run on the database's time, and only while a server runs.

All processes share the database's time; their machines' clocks may differ. Every process that
serves pages writes a heartbeat there each second. A time without heartbeats (a laptop slept, the
server or the database was down) is added to the time of every seat to move.
"""

from __future__ import annotations

import contextlib
import logging

from proa.server.live.subscriptions import Subscriptions
from proa.server.periodic import repeat, run_alongside
from proa.server.store.clock import AWAY
from proa.server.store.database import BEAT
from proa.server.store.store import Store

_log = logging.getLogger("proa.clock")


class TimeKeeper:
    """Writes the heartbeats of one process."""

    def __init__(self, store: Store, live: Subscriptions, *, serves_pages: bool) -> None:
        self._store = store
        self._live = live
        self._serves_pages = serves_pages
        self._last = 0.0
        """When this process last looked whether a clock runs."""

    def at_work(self) -> contextlib.AbstractAsyncContextManager[None]:
        """Follow the database's clock and, if this process serves pages, write heartbeats."""
        return run_alongside(repeat(self._keep, BEAT, _log, "a beat"))

    async def _keep(self) -> None:
        await self._store.set_clock()
        if self._serves_pages:
            await self.beat()

    async def beat(self) -> None:
        """Write a heartbeat if a clock runs; notify the tables that get the time of an outage."""
        now = self._store.now()
        if await self._store.is_timed():
            credited = await self._store.beat(self._last)
            if credited:
                _log.warning("no server ran for a while: %d clocks get the time", len(credited))
            for table_id in credited:
                self._live.notify(table_id)
        self._last = now

    async def catch_up(self) -> bool:
        """Credit an outage that ended just now, before its time is counted as a player's.

        Return whether there may have been one.
        """
        if not self._serves_pages or abs(self._store.now() - self._last) < AWAY:
            return False
        await self.beat()
        return True
