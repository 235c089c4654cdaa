"""The time that people have for a decision: it runs by one clock, and only while a server is there.

The clock is the database's, which all processes share; those of their machines may differ. Every
process that serves pages leaves a beat there each second. After a time without beats (a laptop
slept, the server or the database was down) everybody to move has their whole time again.
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
    """Keep to the database's clock and, where people are answered, leave beats."""
    there = 0.0

    async def keep() -> None:
        nonlocal there
        await store.set_clock()
        if serves_pages:
            there = await beat(store, live, there)

    return run_alongside(repeat(keep, BEAT, _log, "a beat"))


async def beat(store: Store, live: Subscriptions, there: float) -> float:
    """One beat, if anybody's time runs; those whose time begins anew are told.

    ``there`` is when this process last did so; returns that time for the next one.
    """
    now = store.now()
    if await store.is_timed():
        anew = await store.beat(there)
        if anew:
            _log.warning("no server was there for a while: %d tables begin anew", len(anew))
        for table_id in anew:
            live.notify(table_id)
    return now
