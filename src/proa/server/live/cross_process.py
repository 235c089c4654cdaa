"""How the processes that share a database hear of each other's changes.

PostgreSQL tells them: NOTIFY carries the ids of tables that changed. SQLite tells nobody; whether
its file has changed is asked again and again, which costs a few microseconds.
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
"""Seconds between two looks at SQLite's file, with and without other processes of this server."""
_log = logging.getLogger("proa.live")


def listen_to_others(
    url: sa.URL,
    name: str,
    live: Subscriptions,
    wanted: Callable[[str], None],
    *,
    alone: bool = True,
) -> contextlib.AbstractAsyncContextManager[None]:
    """Ring the bells of tables that other processes change; ``name`` is this one's.

    ``wanted`` is told the tables at which others leave a bot's turn to us, and nothing (an empty
    id) where that can't be known: whenever a SQLite file has changed.
    """
    if url.get_backend_name() == "sqlite":
        pause = ALONE if alone else AMONG_SIBLINGS
        return run_alongside(_watch(url.database or "", live, wanted, pause))
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return run_alongside(_listen(address, name, live, wanted))


async def _listen(
    address: str, name: str, live: Subscriptions, wanted: Callable[[str], None]
) -> None:
    """Hear what PostgreSQL passes on."""
    import psycopg

    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(
                address, autocommit=True, connect_timeout=5
            )
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                live.notify_all()  # what happened while nobody heard
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
    """See when SQLite's file has changed, and which of the tables listened to have."""
    while True:
        with contextlib.suppress(sqlite3.Error), closing(_only_read(file)) as connection:
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


def _only_read(file: str) -> sqlite3.Connection:
    """A connection that never makes the file, nor waits for anybody."""
    return sqlite3.connect(f"{Path(file).absolute().as_uri()}?mode=ro", uri=True, timeout=0)


def _states(connection: sqlite3.Connection, listened: set[str]) -> dict[str, tuple[Any, ...]]:
    """What tells whether a table has changed; nothing for one that is gone."""
    marks = ", ".join("?" * len(listened))
    found = connection.execute(
        f"SELECT id, status, last, people, talk FROM tables WHERE id IN ({marks})", [*listened]
    )
    return dict.fromkeys(listened, ()) | {row[0]: row for row in found}
