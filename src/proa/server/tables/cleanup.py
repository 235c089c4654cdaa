"""The caretaker of a running server: what is out of date goes, who is barred stays out."""

from __future__ import annotations

import contextlib
import logging
from functools import partial

from proa.server.periodic import repeat, run_alongside
from proa.server.tables.tables import Tables

ROUND = 60.0
"""Seconds between looks for tables at which nobody plays."""
GLANCE = 1.0
"""Seconds between looks at what the host of the server has decided."""
_log = logging.getLogger("proa.caretaker")


def clean_up_regularly(tables: Tables) -> contextlib.AbstractAsyncContextManager[None]:
    """Look after the tables until the context is left. Several may do it side by side.

    Who is barred concerns those alone whom people ask.
    """
    work = [repeat(partial(close_unused, tables), ROUND, _log, "closing unused tables")]
    if tables.settings.serves_pages:
        learn = partial(load_bans, tables)
        work.append(repeat(learn, GLANCE, _log, "a look at who is barred"))
    return run_alongside(*work)


async def close_unused(tables: Tables) -> None:
    """Close tables that have waited for people too long; those who look at them are told."""
    limits, now = tables.settings, await tables.store.note_cleanup()
    empty, waiting = limits.empty_table_hours * 3600, limits.waiting_table_hours * 3600
    for table_id in await tables.store.close_unused(now - empty, now - waiting):
        tables.live.notify(table_id)


async def load_bans(tables: Tables) -> None:
    """Learn whom the host of the server has barred; those who listen are asked who they are."""
    if tables.bans.learn(await tables.store.bans()):
        tables.live.notify_all()
