"""The caretaker of a running server: what becomes out of date goes by itself."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

from sqlalchemy.exc import SQLAlchemyError

from proa.server.live import Live
from proa.server.settings import Settings
from proa.server.store import Store

ROUND = 60.0
"""Seconds between looks for tables at which nobody plays."""
_log = logging.getLogger("proa.caretaker")


@contextlib.asynccontextmanager
async def on_duty(store: Store, live: Live, settings: Settings) -> AsyncIterator[None]:
    """Look after the tables until the context is left. Several may do it side by side."""
    task = asyncio.create_task(_go_round(store, live, settings))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _go_round(store: Store, live: Live, settings: Settings) -> None:
    while True:
        try:
            await close_unused(store, live, settings)
        except (SQLAlchemyError, OSError) as error:
            _log.warning("a look for unused tables has to wait: %s", type(error).__name__)
        await asyncio.sleep(ROUND)


async def close_unused(store: Store, live: Live, settings: Settings) -> None:
    """Close tables that have waited for people too long; those who look at them are told."""
    now = store.now()
    empty, waiting = settings.empty_table_hours * 3600, settings.waiting_table_hours * 3600
    for table_id in await store.close_unused(now - empty, now - waiting):
        live.ring(table_id)
