"""Notifications of changes between processes that share a database.

PostgreSQL has NOTIFY, which carries the ids of changed tables. SQLite has nothing like it, so its
file is polled for changes, which costs some microseconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from proa.server.errors import cause
from proa.server.live.subscriptions import Subscriptions
from proa.server.periodic import run_alongside
from proa.server.store.database import CHANNEL

PAUSE = 1.0
"""Seconds before a lost connection to the database is tried again."""
AMONG_SIBLINGS, ALONE = 0.01, 0.25
"""Seconds between polls of SQLite's file, with and without other processes of this server."""
_log = logging.getLogger("proa.live")


def listen_to_others(
    url: sa.URL,
    name: str,
    live: Subscriptions,
    wanted: Callable[[str], None],
    *,
    alone: bool = True,
) -> contextlib.AbstractAsyncContextManager[None]:
    """Notify subscribers of tables that other processes change; ``name`` is this process's own.

    ``wanted`` is called with the tables where other processes leave a bot's turn to this one; with
    an empty id where that is unknown: whenever a SQLite file has changed.
    """
    if url.get_backend_name() == "sqlite":
        pause = ALONE if alone else AMONG_SIBLINGS
        return run_alongside(_watch(url.database or "", live, wanted, pause))
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return run_alongside(_listen(address, name, live, wanted))


async def _listen(
    address: str, name: str, live: Subscriptions, wanted: Callable[[str], None]
) -> None:
    """Forward PostgreSQL's notifications."""
    import psycopg

    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(
                address, autocommit=True, connect_timeout=5
            )
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                live.notify_all()  # for changes during the time without a connection
                async for notice in connection.notifies():
                    sender, table_id, *call = notice.payload.split(":")
                    if sender != name:
                        live.notify(table_id)
                        if call:
                            wanted(table_id)
            why = "the connection was closed"
        except psycopg.Error as error:
            why = cause(error)
        _log.warning("the database's notices were lost, trying again: %s", why)
        await asyncio.sleep(PAUSE)


async def _watch(
    file: str, live: Subscriptions, wanted: Callable[[str], None], pause: float
) -> None:
    """Poll SQLite's file, and notify of the subscribed tables that changed."""
    while True:
        with contextlib.suppress(sqlite3.Error), closing(_read_only(file)) as connection:
            version, states = None, dict[str, tuple[Any, ...]]()
            while True:
                now = connection.execute("PRAGMA data_version").fetchone()
                if now != version:
                    wanted("")
                listened = live.subscribed()
                if now != version or not listened <= states.keys():
                    version, before = now, states
                    states = _states(connection, listened)
                    for table_id in listened:
                        if states[table_id] != before.get(table_id):
                            live.notify(table_id)
                await asyncio.sleep(pause)
        await asyncio.sleep(PAUSE)


def _read_only(file: str) -> sqlite3.Connection:
    """Return a connection that never creates the file and never waits for a lock."""
    return sqlite3.connect(f"{Path(file).absolute().as_uri()}?mode=ro", uri=True, timeout=0)


def _states(connection: sqlite3.Connection, listened: set[str]) -> dict[str, tuple[Any, ...]]:
    """Return the columns that show a table's changes; an empty tuple for a deleted table."""
    marks = ", ".join("?" * len(listened))
    found = connection.execute(
        f"SELECT id, status, last, people, talk FROM tables WHERE id IN ({marks})", [*listened]
    )
    return dict.fromkeys(listened, ()) | {row[0]: row for row in found}
