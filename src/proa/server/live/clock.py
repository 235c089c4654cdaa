"""The clock of decisions: it runs on the database's time, and only while a server runs.

All processes share the database's time; their machines' clocks may differ. Every process that
serves pages writes a heartbeat there each second. After a time without heartbeats (a laptop slept,
the server or the database was down) every seat to move gets its whole time again.
"""

from __future__ import annotations

import contextlib
import logging

from proa.server.live.subscriptions import Subscriptions
from proa.server.periodic import repeat, run_alongside
from proa.server.store.database import BEAT
from proa.server.store.store import Store

_log = logging.getLogger("proa.clock")


def keeping_time(
    store: Store, live: Subscriptions, *, serves_pages: bool
) -> contextlib.AbstractAsyncContextManager[None]:
    """Follow the database's clock and, if this process serves pages, write heartbeats."""
    last = 0.0

    async def keep() -> None:
        nonlocal last
        await store.set_clock()
        if serves_pages:
            last = await beat(store, live, last)

    return run_alongside(repeat(keep, BEAT, _log, "a beat"))


async def beat(store: Store, live: Subscriptions, last: float) -> float:
    """Write a heartbeat if a clock runs; notify the tables whose clocks restart.

    ``there`` is the time of this process's last heartbeat; return the new time for the next call.
    """
    now = store.now()
    if await store.is_timed():
        restarted = await store.beat(last)
        if restarted:
            _log.warning("no server was there for a while: %d tables begin anew", len(restarted))
        for table_id in restarted:
            live.notify(table_id)
    return now
