"""The database: connections, threads or greenlets, its clock, and notices to other processes."""

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
"""The PostgreSQL channel that tells other processes which table has changed.

A notice is ``<name of the process>:<id of the table>``: no process hears its own twice. It
ends with ``:bot`` where a bot is to move and the process leaves that to others.
"""
AT_ONCE = 6
"""Calls that the database works on at once: threads with SQLite, connections with PostgreSQL."""
BEAT = 1.0
"""Seconds between two beats, by which servers tell that one is there."""

P = ParamSpec("P")
T = TypeVar("T")
D = TypeVar("D", bound="Database")
_Asked = Callable[Concatenate[D, P], Coroutine[Any, Any, T]]


def twice(call: Callable[[], T]) -> T:
    """Ask the database without asking first whether the connection lives: its use shows it.

    If it is dead, asked once more, with a new one.
    """
    try:
        return call()
    except sa.exc.DBAPIError as error:
        if not error.connection_invalidated:
            raise
    return call()


def reads(method: Callable[Concatenate[D, P], T]) -> _Asked[D, P, T]:
    """Run a method that only reads, once more if its connection turns out to be dead."""

    @wraps(method)
    async def asked(self: D, /, *arguments: P.args, **named: P.kwargs) -> T:
        call = partial(method, self, *arguments, **named)
        return await self._run(self._readers, partial(twice, call))

    return asked


def reads_at_once(method: Callable[Concatenate[D, P], T]) -> _Asked[D, P, T]:
    """Run a method that reads a few rows by their key; on SQLite without a thread.

    SQLite answers from memory in a fraction of the time that a thread takes to get its turn, and
    no writer makes a reader wait.
    """
    apart = reads(method)

    @wraps(method)
    async def asked(self: D, /, *arguments: P.args, **named: P.kwargs) -> T:
        if self.is_sqlite:
            return method(self, *arguments, **named)
        return await apart(self, *arguments, **named)

    return asked


def writes(method: Callable[Concatenate[D, P], T]) -> _Asked[D, P, T]:
    """Run a method that writes; on SQLite one at a time."""

    @wraps(method)
    async def asked(self: D, /, *arguments: P.args, **named: P.kwargs) -> T:
        try:
            return await self._run(self._writers, partial(method, self, *arguments, **named))
        except (sa.exc.DBAPIError, OSError) as error:
            self.failure = write_failure(error) or self.failure
            raise

    return asked


class Database:
    """Connections to the database, and how what asks it is run.

    Methods are written as plain functions. For SQLite most run in threads (a hop a call, where
    an asynchronous driver takes one a statement, which cost three times as much); for PostgreSQL
    all run in greenlets, which give way to the event loop while the database works: threads had
    to wait for each other at every statement.
    """

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self.name = ""
        """The name of this process among those that share the database; made when it opens."""
        self.failure: WriteFailure | None = None
        """Why the last change that failed did; none since something was stored on trial."""
        self.leaves_bots = False
        """Whether this process leaves bots' turns to others, and says so in its notices."""
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._ahead: float | None = None
        """How far PostgreSQL's clock is ahead of this process's monotonic one."""
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
        """Bring the database's schema up to date."""
        self.name = secrets.token_hex(8)  # not earlier: a process may be forked before
        await asyncio.to_thread(migrations.upgrade, self.url)
        await self.set_clock()

    async def close(self) -> None:
        """Give threads and connections back, when all that was begun is done."""
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
        """Run a call to its end, even if the request that asked for it is gone."""
        running: asyncio.Future[T]
        if threads is None:
            running = asyncio.create_task(self._in_greenlet(call))
        else:
            running = asyncio.get_running_loop().run_in_executor(threads, call)
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        return await asyncio.shield(running)

    async def _in_greenlet(self, call: Callable[[], T]) -> T:
        from sqlalchemy.util import greenlet_spawn  # brings more along, for PostgreSQL alone

        async with self._turns:  # first come, first served: the pool's own queue is not fair
            return await greenlet_spawn(call)

    def reading(self) -> AbstractContextManager[sa.Connection]:
        """For methods: a connection that reads, each statement alone, in one way there and back."""
        return self._autocommit.connect()

    def writing(self) -> AbstractContextManager[sa.Connection]:
        """For methods: a transaction that writes, on SQLite the only one there is at a time."""
        return self._writer.begin()

    def commits(self) -> int | None:
        """A number that changes with whatever anybody writes; None if the database has none.

        SQLite tells it from memory, in an eighth of the time that reading a table takes.
        """
        if not self.is_sqlite:
            return None
        if self._watching is None:  # it writes nothing, as its own commits would not be counted
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
        """Answer, as long as the tables are there and can be read."""
        with self.reading() as connection:
            connection.execute(sa.select(tables.c.id).limit(1)).one_or_none()

    def announce(self, connection: sa.Connection, table_id: str) -> None:
        self.notify(connection, f"{self.name}:{table_id}")

    def notify(self, connection: sa.Connection, notice: str) -> None:
        if not self.is_sqlite:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, notice)))

    def now(self) -> float:
        """Return the time by the clock that all processes of this database share.

        A SQLite file has no clock: its processes share that of their machine, and no other code
        asks for it. PostgreSQL's is counted on by the monotonic clock, so that setting the clock
        of this machine changes nothing. Either may be set while it runs: what is stored by it must
        cope, and what is waited for within a process is timed by the monotonic clock.
        """
        return time.time() if self._ahead is None else time.monotonic() + self._ahead

    def clock(self) -> sa.ColumnElement[float]:
        """Return the same for a statement; PostgreSQL looks at its clock itself."""
        if self.is_sqlite:
            return sa.literal(self.now(), sa.Float)
        return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float(53))

    @reads
    def set_clock(self) -> None:
        """Compare PostgreSQL's clock with this process's monotonic one."""
        if self.is_sqlite:
            return
        with self.reading() as connection:
            asked = time.monotonic()
            theirs = connection.execute(sa.select(self.clock())).scalar_one()
            answered = time.monotonic()
        if self._ahead is None or answered - asked < BEAT / 2:
            self._ahead = theirs - (asked + answered) / 2


def can_be_key(text: str) -> bool:
    """Whether what somebody sent can be a key: PostgreSQL takes no text with a NUL in it."""
    return text.isascii() and text.isprintable()


def _postgresql(url: sa.URL, **options: Any) -> sa.Engine:
    """An engine for use in greenlets."""
    from sqlalchemy.ext.asyncio import create_async_engine

    return create_async_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_size=AT_ONCE,
        max_overflow=0,
        hide_parameters=True,  # tokens stay out of logged errors
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
