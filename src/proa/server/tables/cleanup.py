"""Periodic clean-up of a running server: close unused tables, reload bans."""

from __future__ import annotations

import contextlib
import logging
from functools import partial

from proa.server.periodic import repeat, run_alongside
from proa.server.tables.tables import Tables

ROUND = 60.0
"""Seconds between searches for unused tables."""
GLANCE = 1.0
"""Seconds between reads of the bans."""
_log = logging.getLogger("proa.cleanup")


def clean_up_regularly(tables: Tables) -> contextlib.AbstractAsyncContextManager[None]:
    """Clean up until the context is left. Several processes may do it at the same time.

    Only processes that serve pages need the bans.
    """
    work = [repeat(partial(close_unused, tables), ROUND, _log, "closing unused tables")]
    if tables.settings.serves_pages:
        load = partial(load_bans, tables)
        work.append(repeat(load, GLANCE, _log, "a look at the bans"))
    return run_alongside(*work)


async def close_unused(tables: Tables) -> None:
    """Close tables that waited too long for players, and notify their viewers; forget old links."""
    limits, now = tables.settings, await tables.store.note_cleanup()
    empty, waiting = limits.empty_table_hours * 3600, limits.waiting_table_hours * 3600
    for table_id in await tables.store.close_unused(now - empty, now - waiting):
        tables.live.notify(table_id)
    await tables.store.remove_expired()


async def load_bans(tables: Tables) -> None:
    """Reload the bans; on a change make all open streams check their guests again."""
    if tables.bans.learn(await tables.store.bans()):
        tables.live.notify_all()
