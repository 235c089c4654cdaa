"""The caretaker of a running server: what is out of date goes, who is barred stays out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from proa.server.logs import cause
from proa.server.tables import Tables

ROUND = 60.0
"""Seconds between looks for tables at which nobody plays."""
GLANCE = 1.0
"""Seconds between looks at what the host of the server has decided."""
_log = logging.getLogger("proa.caretaker")


@contextlib.asynccontextmanager
async def on_duty(tables: Tables) -> AsyncIterator[None]:
    """Look after the tables until the context is left. Several may do it side by side."""
    tasks = [
        asyncio.create_task(_again_and_again(close_unused, tables, ROUND)),
        asyncio.create_task(_again_and_again(learn_bars, tables, GLANCE)),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _again_and_again(
    look: Callable[[Tables], Awaitable[None]], tables: Tables, pause: float
) -> None:
    while True:
        try:
            await look(tables)
        except (SQLAlchemyError, OSError) as error:
            _log.warning("%s has to wait: %s", look.__name__, cause(error))
        await asyncio.sleep(pause)


async def close_unused(tables: Tables) -> None:
    """Close tables that have waited for people too long; those who look at them are told."""
    limits, now = tables.settings, tables.now()
    empty, waiting = limits.empty_table_hours * 3600, limits.waiting_table_hours * 3600
    for table_id in await tables.store.close_unused(now - empty, now - waiting):
        tables.live.ring(table_id)


async def learn_bars(tables: Tables) -> None:
    """Learn whom the host of the server has barred; those who listen are asked who they are."""
    if tables.barred.learn(await tables.store.barred()):
        tables.live.ring_all()
