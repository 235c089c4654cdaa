"""The store: tables, seats and events in SQLite or PostgreSQL.

Reads are plain transactions. Every change of a table is one short write that names the state it
was made for; of two changes made for the same state one wins.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from proa.server import migrations
from proa.server.schema import Event, SeatRow, TableRow, events, seats, tables

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

CHANNEL = "proa_tables"
"""The PostgreSQL channel that tells other processes which table has changed."""


P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Change:
    """What one write does to a table: new events, new values of its columns and its seats'."""

    events: Sequence[Event] = ()
    table: Mapping[str, Any] = field(default_factory=dict)
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)


def _whole(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let a database call end even if the request that asked for it is gone."""

    @wraps(method)
    async def shielded(*arguments: P.args, **named: P.kwargs) -> T:
        return await asyncio.shield(asyncio.ensure_future(method(*arguments, **named)))

    return shielded


class Store:
    """All that outlives a process."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._reader = _engine(self.url, "DEFERRED", connections=5)
        self._writer = self._reader
        if self.is_sqlite:
            self._writer = _engine(self.url, "IMMEDIATE", connections=1)

    async def open(self) -> None:
        """Bring the database's schema up to date."""
        await asyncio.to_thread(migrations.upgrade, self.url)

    async def close(self) -> None:
        """Give the connections back."""
        await self._reader.dispose()
        await self._writer.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads."""
        async with self._reader.begin() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes: on SQLite the only one there is at a time."""
        async with self._writer.begin() as connection:
            yield connection

    @_whole
    async def create(self, table: TableRow, places: Sequence[SeatRow]) -> None:
        """Store a new table and its seats."""
        async with self.writing() as connection:
            await connection.execute(sa.insert(tables), asdict(table))
            await connection.execute(sa.insert(seats), [asdict(place) for place in places])

    @_whole
    async def table(self, table_id: str) -> tuple[TableRow, list[SeatRow]] | None:
        """A table and its seats in order; None if there is none."""
        async with self.reading() as connection:
            found = (
                await connection.execute(sa.select(tables).where(tables.c.id == table_id))
            ).one_or_none()
            if found is None:
                return None
            rows = await connection.execute(
                sa.select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
            )
            return TableRow(**found._mapping), [SeatRow(**row._mapping) for row in rows]

    @_whole
    async def events(self, table_id: str, after: int = -1) -> list[Event]:
        """The events of a table that follow number ``after``."""
        columns = [column for column in events.c if column is not events.c.table_id]
        query = (
            sa.select(*columns)
            .where(events.c.table_id == table_id, events.c.number > after)
            .order_by(events.c.number)
        )
        async with self.reading() as connection:
            return [Event(**row._mapping) for row in await connection.execute(query)]

    @_whole
    async def commit(self, table: TableRow, change: Change) -> bool:
        """Write a change made for ``table`` as it was read; False if another one came first."""
        values: dict[str, Any] = {"touched": time.time(), **change.table}
        if change.events:
            values["last"] = change.events[-1].number
        if change.seats:
            values["people"] = table.people + 1
        is_same = (
            (tables.c.id == table.id)
            & (tables.c.last == table.last)
            & (tables.c.people == table.people)
            & (tables.c.status == table.status)
        )
        async with self.writing() as connection:
            done = await connection.execute(sa.update(tables).where(is_same).values(values))
            if done.rowcount != 1:
                return False
            if change.events:
                rows = [{"table_id": table.id, **asdict(event)} for event in change.events]
                await connection.execute(sa.insert(events), rows)
            for seat, columns in change.seats.items():
                is_seat = (seats.c.table_id == table.id) & (seats.c.seat == seat)
                await connection.execute(sa.update(seats).where(is_seat).values(**columns))
            await self._announce(connection, table.id)
        return True

    async def _announce(self, connection: AsyncConnection, table_id: str) -> None:
        if not self.is_sqlite:
            await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, table_id)))

    @_whole
    async def tables_of(self, guest: str, limit: int = 50) -> list[tuple[TableRow, list[SeatRow]]]:
        """The tables a guest opened or sits at, the most recently touched first."""
        own = sa.select(seats.c.table_id).where(seats.c.guest == guest)
        query = (
            sa.select(tables)
            .where((tables.c.host == guest) | tables.c.id.in_(own))
            .order_by(tables.c.touched.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            rows = [TableRow(**row._mapping) for row in await connection.execute(query)]
            people: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
            every = (
                sa.select(seats)
                .where(seats.c.table_id.in_(people))
                .order_by(seats.c.table_id, seats.c.seat)
            )
            for seat in await connection.execute(every):
                people[seat.table_id].append(SeatRow(**seat._mapping))
        return [(row, people[row.id]) for row in rows]

    @_whole
    async def waiting_for_bots(self) -> list[str]:
        """The running tables at which a bot is to move."""
        query = (
            sa.select(tables.c.id)
            .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.turn))
            .where(tables.c.status == "running", seats.c.kind == "bot")
        )
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())


def _engine(url: sa.URL, mode: str, connections: int) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        address = url.set(drivername="postgresql+psycopg")
        return create_async_engine(address, pool_size=10, max_overflow=5, pool_pre_ping=True)
    address = url.set(drivername="sqlite+aiosqlite")
    engine = create_async_engine(address, pool_size=connections, max_overflow=0)

    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in migrations.SQLITE_PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {mode}")

    sa.event.listen(engine.sync_engine, "connect", prepare)
    sa.event.listen(engine.sync_engine, "begin", begin)
    return engine
