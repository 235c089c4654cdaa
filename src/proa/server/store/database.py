"""The database: connections, threads or greenlets, its clock, notices to other processes."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa

from proa.server.errors import WriteFailure, write_failure
from proa.server.store import migrations
from proa.server.store.schema import tables

CHANNEL = "proa_tables"
"""The PostgreSQL channel for changed tables.

A notice is ``<name of the process>:<id of the table>``; processes ignore their own. It ends with
``:bot`` if a bot is to move and the process leaves that to others.
"""
AT_ONCE = 6
"""Simultaneous calls of the database: threads with SQLite, connections with PostgreSQL."""
BEAT = 1.0
"""Seconds between two heartbeats of a server."""

P = ParamSpec("P")
T = TypeVar("T")
D = TypeVar("D", bound="Database")
_Method = Callable[Concatenate[D, P], Coroutine[Any, Any, T]]


def twice(call: Callable[[], T]) -> T:
    """Call a function that uses the database; call it again if the connection was dead.

    This replaces a check of the connection before each use.
    """
    try:
        return call()
    except sa.exc.DBAPIError as error:
        if not error.connection_invalidated:
            raise
    return call()


def reads(method: Callable[Concatenate[D, P], T]) -> _Method[D, P, T]:
    """Run a method that only reads; run it again if its connection was dead."""

    @wraps(method)
    async def run(self: D, /, *arguments: P.args, **named: P.kwargs) -> T:
        call = partial(method, self, *arguments, **named)
        return await self._run(self._readers, partial(twice, call))

    return run


def reads_at_once(method: Callable[Concatenate[D, P], T]) -> _Method[D, P, T]:
    """Run a method that reads a few rows by their key; on SQLite without a thread.

    SQLite reads from memory in a fraction of the time that a thread waits for its turn, and writers
    never block readers.
    """
    in_thread = reads(method)

    @wraps(method)
    async def run(self: D, /, *arguments: P.args, **named: P.kwargs) -> T:
        if self.is_sqlite:
            return method(self, *arguments, **named)
        return await in_thread(self, *arguments, **named)

    return run


def writes(method: Callable[Concatenate[D, P], T]) -> _Method[D, P, T]:
    """Run a method that writes; on SQLite one at a time."""

    @wraps(method)
    async def run(self: D, /, *arguments: P.args, **named: P.kwargs) -> T:
        try:
            return await self._run(self._writers, partial(method, self, *arguments, **named))
        except (sa.exc.DBAPIError, OSError) as error:
            self.failure = write_failure(error) or self.failure
            raise

    return run


class Database:
    """Connections to the database, and how methods are run.

    Methods are plain functions. For SQLite most run in threads (one hop for each call; an
    asynchronous driver needs one for each statement, which took three times as long). For
    PostgreSQL all run in greenlets, which yield to the event loop while the database works: threads
    had to wait for each other at every statement.
    """

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self.name = ""
        """The name of this process among those that share the database; made when it opens."""
        self.failure: WriteFailure | None = None
        """Why the last failed write failed; None after a successful probe."""
        self.leaves_bots = False
        """Whether this process leaves bots' turns to others, and says so in its notices."""
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._ahead: float | None = None
        """PostgreSQL's clock minus this process's monotonic one, in seconds."""
        self._readers: ThreadPoolExecutor | None = None
        self._writers: ThreadPoolExecutor | None = None
        self._watching: sa.Connection | None = None
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._running = set[asyncio.Future[Any]]()
        if self.is_sqlite:
            self._readers = ThreadPoolExecutor(AT_ONCE, "store")
            self._writers = ThreadPoolExecutor(1, "store-writer")
            self._autocommit = _sqlite(self.url, AT_ONCE + 2)
            self._writer = _sqlite(self.url, 1)
            sa.event.listen(self._writer, "begin", _begin_writing)
        else:
            self._autocommit = _postgresql(self.url, isolation_level="AUTOCOMMIT")
            self._writer = _postgresql(self.url, pool_pre_ping=True)

    async def open(self) -> None:
        """Migrate the database, and make this process's name."""
        self.name = secrets.token_hex(8)  # not earlier: a process may be forked before
        await asyncio.to_thread(migrations.upgrade, self.url)
        await self.set_clock()

    async def close(self) -> None:
        """Close threads and connections, after all running calls."""
        while self._running:
            await asyncio.wait(self._running)
        if self._watching is not None:
            self._watching.close()
        await self._run(self._readers, self._autocommit.dispose)
        await self._run(self._writers, self._writer.dispose)
        for threads in (self._readers, self._writers):
            if threads is not None:
                threads.shutdown()

    async def _run(self, threads: ThreadPoolExecutor | None, call: Callable[[], T]) -> T:
        """Run a call to its end, even if its request is cancelled."""
        running: asyncio.Future[T]
        if threads is None:
            running = asyncio.create_task(self._in_greenlet(call))
        else:
            running = asyncio.get_running_loop().run_in_executor(threads, call)
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        return await asyncio.shield(running)

    async def _in_greenlet(self, call: Callable[[], T]) -> T:
        from sqlalchemy.util import greenlet_spawn  # imports more, needed for PostgreSQL only

        async with self._turns:  # first come, first served: the pool's queue is not fair
            return await greenlet_spawn(call)

    def reading(self) -> AbstractContextManager[sa.Connection]:
        """Return a connection for reads, with one transaction and round trip for each statement."""
        return self._autocommit.connect()

    def writing(self) -> AbstractContextManager[sa.Connection]:
        """Return a transaction for writes; SQLite has only one at a time."""
        return self._writer.begin()

    def commits(self) -> int | None:
        """Return a number that changes with every commit of any process; None on PostgreSQL.

        SQLite has it in memory; reading a table takes eight times as long.
        """
        if not self.is_sqlite:
            return None
        if self._watching is None:  # never writes, as its own commits would not count
            self._watching = self._autocommit.connect()
        try:
            number: int = self._watching.exec_driver_sql("PRAGMA data_version").scalar_one()
        except sa.exc.DBAPIError:
            self._watching.close()
            self._watching = None
            raise
        return number

    @reads
    def answer(self) -> None:
        """Check that the tables exist and can be read."""
        with self.reading() as connection:
            connection.execute(sa.select(tables.c.id).limit(1)).one_or_none()

    def announce(self, connection: sa.Connection, table_id: str) -> None:
        self.notify(connection, f"{self.name}:{table_id}")

    def notify(self, connection: sa.Connection, notice: str) -> None:
        if not self.is_sqlite:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, notice)))

    def now(self) -> float:
        """Return the time by the clock that all processes of this database share.

        Processes with a SQLite file share their machine's clock; no other code reads it.
        PostgreSQL's time is extrapolated by the monotonic clock, so that setting this machine's
        clock changes nothing. Either clock may be set while the server runs: stored times must
        tolerate that, and waiting within a process uses the monotonic clock.
        """
        return time.time() if self._ahead is None else time.monotonic() + self._ahead

    def clock(self) -> sa.ColumnElement[float]:
        """Return the same as an SQL expression; PostgreSQL reads its clock itself."""
        if self.is_sqlite:
            return sa.literal(self.now(), sa.Float)
        return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float(53))

    @reads
    def set_clock(self) -> None:
        """Compare PostgreSQL's clock with this process's monotonic one."""
        if self.is_sqlite:
            return
        with self.reading() as connection:
            sent = time.monotonic()
            database_time = connection.execute(sa.select(self.clock())).scalar_one()
            received = time.monotonic()
        if self._ahead is None or received - sent < BEAT / 2:
            self._ahead = database_time - (sent + received) / 2


def can_be_key(text: str) -> bool:
    """Return whether a text from outside can be a key: PostgreSQL accepts no NUL in texts."""
    return text.isascii() and text.isprintable()


def _postgresql(url: sa.URL, **options: Any) -> sa.Engine:
    """Return an engine for use in greenlets."""
    from sqlalchemy.ext.asyncio import create_async_engine

    return create_async_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_size=AT_ONCE,
        max_overflow=0,
        hide_parameters=True,  # keeps tokens out of logged errors
        connect_args={"connect_timeout": 5},
        **options,
    ).sync_engine


def _sqlite(url: sa.URL, connections: int) -> sa.Engine:
    engine = sa.create_engine(
        url.set(drivername="sqlite+pysqlite"),
        poolclass=sa.QueuePool,
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,
        connect_args={"check_same_thread": False},
    )

    def prepare(connection: Any, _: object) -> None:
        migrations.prepare_sqlite(connection)

    sa.event.listen(engine, "connect", prepare)
    return engine


def _begin_writing(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
