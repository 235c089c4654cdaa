"""The store: tables, seats, events and chat in SQLite or PostgreSQL.

A read is one statement. Every change of a table is one short write that names the state it
was made for; of two changes made for the same state one wins. On PostgreSQL a change that only
adds events is one statement as well, so one way there and back.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa

from proa.server.store import migrations
from proa.server.store.schema import (
    BOT,
    FROZEN,
    OVER,
    RUNNING,
    WAITING,
    Bar,
    ChatLine,
    Event,
    Report,
    SeatRow,
    TableRow,
    barred,
    beats,
    bot_to_move,
    chat,
    events,
    holders,
    leases,
    mutes,
    rejoins,
    reports,
    seats,
    tables,
    uploads,
)

CHANNEL = "proa_tables"
"""The PostgreSQL channel that tells other processes which table has changed.

A notice is ``<name of the process>:<id of the table>``: no process hears its own twice. It
ends with ``:bot`` where a bot is to move and the process leaves that to others.
"""
AT_ONCE = 6
"""Calls that the database works on at once: threads with SQLite, connections with PostgreSQL."""
BEAT = 1.0
"""Seconds between two beats, by which servers tell that one is there."""
AWAY = 5.0
"""After so many seconds without a beat no server was there, and nobody's time has run."""
_DAY = 24 * 3600

P = ParamSpec("P")
T = TypeVar("T")
_CHANGING = (
    "status",
    "last",
    "turn",
    "people",
    "touched",
    "pace",
    "due",
    "watchers_chat",
)
"""The columns of a table that a change may set."""
_NAMING = ("id", "last", "people", "status")
"""The columns by which a change names the state it was made for."""
_OF_TABLE = [column.name for column in tables.c]
_OF_SEAT = [column.name for column in seats.c]
_WHOLE = (
    sa.select(*tables.c, *seats.c, holders.c.holder)
    .join(seats, seats.c.table_id == tables.c.id)
    .join(
        holders,
        (holders.c.table_id == seats.c.table_id) & (holders.c.seat == seats.c.seat),
        isouter=True,
    )
    .order_by(seats.c.seat, holders.c.holder)
)
"""Tables with their seats and those who hold them, in one question to the database."""
_BY_ID = _WHOLE.where(tables.c.id == sa.bindparam("key"))
_BY_WATCH = _WHOLE.where(tables.c.watch == sa.bindparam("key"))
_CHANGED = (
    sa.update(tables)
    .where(*(tables.c[name] == sa.bindparam(f"was_{name}") for name in _NAMING))
    .values({name: sa.bindparam(f"new_{name}") for name in _CHANGING})
)
"""Gives a table the values of a change, if it is still as the change found it."""
_OF_EVENT = [column for column in events.c if column is not events.c.table_id]
Found = tuple[TableRow, list[SeatRow]]
_Asked = Callable[Concatenate["Store", P], Coroutine[Any, Any, T]]


@dataclass(frozen=True)
class Change:
    """What one write does to a table: new events, new values of its columns and its seats'.

    ``holders`` replaces those of a seat.
    """

    events: Sequence[Event] = ()
    table: Mapping[str, Any] = field(default_factory=dict)
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    holders: Mapping[int, Sequence[str]] = field(default_factory=dict)


def _twice(call: Callable[[], T]) -> T:
    """Ask the database without asking first whether the connection lives: its use shows it.

    If it is dead, asked once more, with a new one.
    """
    try:
        return call()
    except sa.exc.DBAPIError as error:
        if not error.connection_invalidated:
            raise
    return call()


def _reads(method: Callable[Concatenate[Store, P], T]) -> _Asked[P, T]:
    """Run a method that only reads, once more if its connection turns out to be dead."""

    @wraps(method)
    async def asked(self: Store, /, *arguments: P.args, **named: P.kwargs) -> T:
        call = partial(method, self, *arguments, **named)
        return await self._run(self._readers, partial(_twice, call))

    return asked


def _reads_at_once(method: Callable[Concatenate[Store, P], T]) -> _Asked[P, T]:
    """Run a method that reads a few rows by their key; on SQLite without a thread.

    SQLite answers from memory in a fraction of the time that a thread takes to get its turn, and
    no writer makes a reader wait.
    """
    apart = _reads(method)

    @wraps(method)
    async def asked(self: Store, /, *arguments: P.args, **named: P.kwargs) -> T:
        if self.is_sqlite:
            return method(self, *arguments, **named)
        return await apart(self, *arguments, **named)

    return asked


def _writes(method: Callable[Concatenate[Store, P], T]) -> _Asked[P, T]:
    """Run a method that writes; on SQLite one at a time."""

    @wraps(method)
    async def asked(self: Store, /, *arguments: P.args, **named: P.kwargs) -> T:
        return await self._run(self._writers, partial(method, self, *arguments, **named))

    return asked


def _appending() -> sa.Select[Any]:
    """Change a table, add events and tell of it, in one statement that only PostgreSQL knows.

    It answers with a row if the table was as the change found it.
    """
    changed = _CHANGED.returning(tables.c.id).cte("changed")
    columns = [sa.column(column.name, column.type) for column in _OF_EVENT]
    happened = sa.func.json_to_recordset(sa.bindparam("events", type_=sa.JSON))
    rows = happened.table_valued(*columns).render_derived("happened", with_types=True)
    put = sa.insert(events).from_select(
        ["table_id", *(column.name for column in _OF_EVENT)],
        sa.select(changed.c.id, *rows.c).select_from(changed.join(rows, sa.true())),
    )
    notice = sa.func.pg_notify(CHANNEL, sa.bindparam("notice"))
    return sa.select(changed.c.id, notice).add_cte(put.cte("added"))


_APPENDING = _appending()


class Store:
    """All that outlives a process.

    Its methods are written as plain functions. For SQLite most run in threads (a hop a call, where
    an asynchronous driver takes one a statement, which cost three times as much); for PostgreSQL
    all run in greenlets, which give way to the event loop while the database works: threads had
    to wait for each other at every statement.
    """

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self.name = ""
        """The name of this process among those that share the database; made when it opens."""
        self.leaves_bots = False
        """Whether this process leaves bots' turns to others, and says so in its notices."""
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._ahead = 0.0
        self._readers: ThreadPoolExecutor | None = None
        self._writers: ThreadPoolExecutor | None = None
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._running = set[asyncio.Future[Any]]()
        if self.is_sqlite:
            self._readers = ThreadPoolExecutor(AT_ONCE, "store")
            self._writers = ThreadPoolExecutor(1, "store-writer")
            self._autocommit = _sqlite(self.url, AT_ONCE + 1)
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

    @_reads
    def answer(self) -> None:
        """Answer, as long as the tables are there and can be read."""
        with self.reading() as connection:
            connection.execute(sa.select(tables.c.id).limit(1)).one_or_none()

    # -- tables ----------------------------------------------------------------------------

    @_writes
    def create(
        self, table: TableRow, places: Sequence[SeatRow], rematch_of: TableRow | None = None
    ) -> bool:
        """Store a new table and its seats; False if ``rematch_of`` has its rematch already."""
        with self.writing() as connection:
            if rematch_of is not None:
                values = {"rematch": table.id, "people": tables.c.people + 1}
                is_free = (tables.c.id == rematch_of.id) & tables.c.rematch.is_(None)
                done = connection.execute(sa.update(tables).where(is_free).values(values))
                if done.rowcount != 1:
                    return False
                self._announce(connection, rematch_of.id)
            connection.execute(sa.insert(tables), asdict(table))
            connection.execute(sa.insert(seats), [_columns(place) for place in places])
            for place in places:
                _hold(connection, table.id, place.seat, place.holders)
        return True

    @_reads_at_once
    def table(self, table_id: str) -> Found | None:
        """A table and its seats in order; None if there is none."""
        return self._one(_BY_ID, table_id)

    @_reads_at_once
    def watched(self, watch: str) -> Found | None:
        """The table of a link for spectators."""
        return self._one(_BY_WATCH, watch)

    @_reads
    def invited(self, invite: str) -> tuple[str, int] | None:
        """The table and the seat of an invitation that is still open."""
        if not _can_be_key(invite):
            return None
        query = sa.select(seats.c.table_id, seats.c.seat).where(seats.c.invite == invite)
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
            return (row.table_id, row.seat) if row else None

    def _one(self, query: sa.Select[Any], key: str) -> Found | None:
        if not _can_be_key(key):
            return None
        with self.reading() as connection:
            found = _found(connection.execute(query, {"key": key}))
            return found[0] if found else None

    @_reads
    def events(self, table_id: str, after: int = -1) -> list[Event]:
        """The events of a table that follow number ``after``."""
        query = (
            sa.select(*_OF_EVENT)
            .where(events.c.table_id == table_id, events.c.number > after)
            .order_by(events.c.number)
        )
        with self.reading() as connection:
            return [Event(**row._mapping) for row in connection.execute(query)]

    @_writes
    def commit(self, table: TableRow, places: Sequence[SeatRow], change: Change) -> Found | None:
        """Write a change made for a table as it was read; what it is then.

        None if another change came first: then nothing is written. On PostgreSQL that other one may
        be this very change, if a connection died with the answer.
        """
        after, seated = _changed(table, places, change, self.now())
        values = {f"was_{name}": getattr(table, name) for name in _NAMING}
        values |= {f"new_{name}": getattr(after, name) for name in _CHANGING}
        if change.events and not (self.is_sqlite or change.seats or change.holders):
            notice = self._notice(after, seated)
            is_done = _twice(partial(self._append, notice, values, change.events))
        else:
            is_done = self._write(after, seated, values, change)
        return (after, seated) if is_done else None

    def _append(self, notice: str, values: Mapping[str, Any], happened: Sequence[Event]) -> bool:
        """Write a change that only adds events, on PostgreSQL, as one statement.

        Tried twice it is done once, as it names the state it was made for; if only the answer of
        the first was lost, the second says that another change came first.
        """
        rows = [asdict(event) for event in happened]
        values = {**values, "events": rows, "notice": notice}
        with self._autocommit.connect() as connection:
            return connection.execute(_APPENDING, values).one_or_none() is not None

    def _write(
        self,
        after: TableRow,
        seated: Sequence[SeatRow],
        values: Mapping[str, Any],
        change: Change,
    ) -> bool:
        table_id = after.id
        with self.writing() as connection:
            if connection.execute(_CHANGED, values).rowcount != 1:
                return False
            if change.events:
                rows = [{"table_id": table_id, **asdict(event)} for event in change.events]
                connection.execute(sa.insert(events), rows)
            for seat, columns in change.seats.items():
                is_seat = (seats.c.table_id == table_id) & (seats.c.seat == seat)
                connection.execute(sa.update(seats).where(is_seat).values(**columns))
            for seat, people in change.holders.items():
                is_seat = (holders.c.table_id == table_id) & (holders.c.seat == seat)
                connection.execute(sa.delete(holders).where(is_seat))
                _hold(connection, table_id, seat, people)
            self._tell(connection, self._notice(after, seated))
        return True

    def _announce(self, connection: sa.Connection, table_id: str) -> None:
        self._tell(connection, f"{self.name}:{table_id}")

    def _tell(self, connection: sa.Connection, notice: str) -> None:
        if not self.is_sqlite:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, notice)))

    def _notice(self, after: TableRow, seated: Sequence[SeatRow]) -> str:
        calls = self.leaves_bots and bot_to_move(after, seated)
        return f"{self.name}:{after.id}{':bot' if calls else ''}"

    @_writes
    def close_waiting(self, table_id: str) -> bool:
        """Remove a table with all that belongs to it; False if its game has begun."""
        is_waiting = (tables.c.id == table_id) & (tables.c.status == WAITING)
        with self.writing() as connection:
            if connection.execute(sa.delete(tables).where(is_waiting)).rowcount != 1:
                return False
            self._announce(connection, table_id)
        return True

    @_writes
    def close_unused(self, empty: float, waiting: float) -> list[str]:
        """Remove tables that wait for people and were not touched since a time; their ids.

        ``empty`` is the time for those at which nobody but the opener sits, ``waiting`` for others.
        """
        sitting = (
            sa.select(sa.func.count(sa.distinct(holders.c.holder)))
            .where(holders.c.table_id == tables.c.id, holders.c.holder != tables.c.host)
            .scalar_subquery()
        )
        is_old = (tables.c.touched < waiting) | ((tables.c.touched < empty) & (sitting == 0))
        gone = sa.delete(tables).where(tables.c.status == WAITING, is_old).returning(tables.c.id)
        with self.writing() as connection:
            ids = list(connection.execute(gone).scalars())
            for table_id in ids:
                self._announce(connection, table_id)
        return ids

    # -- lists -----------------------------------------------------------------------------

    @_reads
    def tables_of(self, holder: str, limit: int = 50) -> list[Found]:
        """The tables a holder opened or sits at, the most recently touched first."""
        own = sa.select(holders.c.table_id).where(holders.c.holder == holder)
        newest = (
            sa.select(tables.c.id)
            .where((tables.c.host == holder) | tables.c.id.in_(own))
            .order_by(tables.c.touched.desc())
            .limit(limit)
        )
        query = _WHOLE.where(tables.c.id.in_(newest)).order_by(None)
        order = tables.c.touched.desc(), tables.c.id, seats.c.seat, holders.c.holder
        with self.reading() as connection:
            return _found(connection.execute(query.order_by(*order)))

    @_reads
    def count(self, host: str | None = None, address: str | None = None) -> int:
        """How many tables wait or are played; those opened by ``host`` or from ``address``."""
        query = sa.select(sa.func.count()).where(tables.c.status.in_((WAITING, RUNNING)))
        if host is not None:
            query = query.where(tables.c.host == host)
        if address is not None:
            query = query.where(tables.c.address == address)
        with self.reading() as connection:
            return int(connection.execute(query).scalar_one())

    @_reads
    def statuses(self) -> dict[str, int]:
        """How many tables there are of each status."""
        query = sa.select(tables.c.status, sa.func.count()).group_by(tables.c.status)
        with self.reading() as connection:
            found = {row[0]: row[1] for row in connection.execute(query)}
        return {status: found.get(status, 0) for status in (WAITING, RUNNING, OVER, FROZEN)}

    @_reads
    def waiting_for_bots(self) -> list[str]:
        """The running tables at which a bot is to move."""
        is_bot = (seats.c.kind == BOT) | (seats.c.stand_in != "")
        query = (
            sa.select(tables.c.id)
            .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.turn))
            .where(tables.c.status == RUNNING, is_bot)
        )
        with self.reading() as connection:
            return list(connection.execute(query).scalars())

    # -- the clock -------------------------------------------------------------------------

    def now(self) -> float:
        """The time by the clock that all processes of this database share."""
        return time.time() + self._ahead

    def _clock(self) -> sa.ColumnElement[float]:
        """The same for a statement, which the database itself looks up if it has a clock."""
        if self.is_sqlite:  # a file has none; all who use it are on one machine
            return sa.literal(time.time(), sa.Float)
        return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float(53))

    @_reads
    def set_clock(self) -> None:
        """Find out how far the database's clock is ahead of this machine's."""
        if self.is_sqlite:
            return
        with self.reading() as connection:
            asked = time.time()
            theirs = connection.execute(sa.select(self._clock())).scalar_one()
            answered = time.time()
        if not self._ahead or answered - asked < BEAT / 2:
            self._ahead = theirs - (asked + answered) / 2

    @_reads
    def is_timed(self) -> bool:
        """Whether anybody's time for a decision runs."""
        query = sa.select(sa.exists().where(tables.c.status == RUNNING, tables.c.due.is_not(None)))
        with self.reading() as connection:
            return bool(connection.execute(query).scalar_one())

    @_writes
    def beat(self, there: float = 0.0) -> list[str]:
        """Tell that a server is there; ``there`` is when this process last knew that it was.

        If none was for a while, everybody to move has their whole time again, at the tables that
        are returned.
        """
        now = self.now()
        anew = {"due": now + tables.c.pace, "people": tables.c.people + 1}
        is_timed = (tables.c.status == RUNNING) & tables.c.due.is_not(None)
        with self.writing() as connection:
            last = connection.execute(sa.select(beats.c.at).with_for_update()).scalar_one()
            if 0 <= now - last < BEAT / 2:
                return []
            connection.execute(sa.update(beats).values(at=now))
            if 0 <= now - max(last, there) < AWAY:
                return []
            query = sa.update(tables).where(is_timed).values(anew).returning(tables.c.id)
            found = list(connection.execute(query).scalars())
            for table_id in found:
                self._announce(connection, table_id)
        return found

    @_reads
    def overdue(self) -> list[str]:
        """The running tables whose person to move has let the agreed time pass.

        None as long as no server was there: then the time begins anew with the next beat.
        """
        now = self.now()
        is_there = beats.c.at.between(now - AWAY, now + AWAY)
        query = sa.select(tables.c.id).where(
            tables.c.status == RUNNING, tables.c.due < now, sa.exists().where(is_there)
        )
        with self.reading() as connection:
            return list(connection.execute(query).scalars())

    # -- chat ------------------------------------------------------------------------------

    @_writes
    def say(self, table_id: str, line: ChatLine, most: int = 2000) -> bool:
        """Add a line to a table's chat; its number is given here. False if the table is gone.

        Of ``most`` lines that are kept the oldest go.
        """
        counted = (
            sa.update(tables)
            .where(tables.c.id == table_id)
            .values(talk=tables.c.talk + 1, touched=line.at)
            .returning(tables.c.talk)
        )
        with self.writing() as connection:
            number = connection.execute(counted).scalar_one_or_none()
            if number is None:
                return False
            values = {"table_id": table_id, **asdict(line), "number": number}
            connection.execute(sa.insert(chat), values)
            is_old = (chat.c.table_id == table_id) & (chat.c.number <= number - most)
            connection.execute(sa.delete(chat).where(is_old))
            self._announce(connection, table_id)
        return True

    @_reads
    def chat(
        self, table_id: str, after: int = 0, before: int | None = None, most: int = 1000
    ) -> list[ChatLine]:
        """What was said at a table, in order.

        The first lines after ``after``; without it the newest, or the newest before ``before``.
        """
        columns = [column for column in chat.c if column is not chat.c.table_id]
        order = chat.c.number if after else chat.c.number.desc()
        query = sa.select(*columns).where(chat.c.table_id == table_id, chat.c.number > after)
        if before is not None:
            query = query.where(chat.c.number < before)
        with self.reading() as connection:
            found = connection.execute(query.order_by(order).limit(most))
            return sorted((ChatLine(**row._mapping) for row in found), key=lambda one: one.number)

    @_writes
    def unsay(self, table_id: str, number: int) -> bool:
        """Delete a line of chat; False if there is none."""
        counted = sa.update(tables).where(tables.c.id == table_id).values(talk=tables.c.talk + 1)
        is_line = (chat.c.table_id == table_id) & (chat.c.number == number)
        with self.writing() as connection:
            connection.execute(counted)  # first, as whoever says something does: nobody waits twice
            is_done = connection.execute(sa.delete(chat).where(is_line)).rowcount == 1
            self._announce(connection, table_id)
        return is_done

    @_writes
    def mute(self, holder: str, whom: str, most: int) -> bool:
        """Have somebody hear no more of another; False if that would be more than ``most``."""
        mine = mutes.c.holder == holder
        counted = sa.select(sa.func.count()).where(mine)
        with self.writing() as connection:
            connection.execute(sa.delete(mutes).where(mine, mutes.c.whom == whom))
            if connection.execute(counted).scalar_one() >= most:
                return False
            connection.execute(sa.insert(mutes), {"holder": holder, "whom": whom})
        return True

    @_writes
    def unmute(self, holder: str, whom: str) -> None:
        """Have somebody hear another again."""
        with self.writing() as connection:
            connection.execute(
                sa.delete(mutes).where(mutes.c.holder == holder, mutes.c.whom == whom)
            )

    @_reads
    def muted(self, holder: str) -> set[str]:
        """Whom somebody does not want to hear."""
        with self.reading() as connection:
            query = sa.select(mutes.c.whom).where(mutes.c.holder == holder)
            return set(connection.execute(query).scalars())

    @_writes
    def report(self, table_id: str, line: ChatLine, holder: str) -> None:
        """Note that somebody reports a line; once more does no harm."""
        values = {
            "table_id": table_id,
            "number": line.number,
            "holder": holder,
            "whom": line.holder,
            "name": line.name,
            "text": line.text,
            "at": self.now(),
        }
        with self.writing() as connection:
            is_it = (
                (reports.c.table_id == table_id)
                & (reports.c.number == line.number)
                & (reports.c.holder == holder)
            )
            connection.execute(sa.delete(reports).where(is_it))
            connection.execute(sa.insert(reports), values)

    @_reads
    def reported(self, most: int = 200) -> list[Report]:
        """The lines that were reported and by how many, the newest first."""
        columns = [reports.c.table_id, reports.c.number, reports.c.whom, reports.c.name]
        query = (
            sa.select(
                *columns,
                reports.c.text,
                sa.func.count().label("times"),
                sa.func.max(reports.c.at).label("at"),
            )
            .group_by(*columns, reports.c.text)
            .order_by(sa.func.max(reports.c.at).desc())
            .limit(most)
        )
        with self.reading() as connection:
            return [Report(**row._mapping) for row in connection.execute(query)]

    # -- what the server's host does -------------------------------------------------------

    @_reads
    def barred(self) -> list[Bar]:
        """Who is muted or shut out now, the newest first."""
        is_now = barred.c.until.is_(None) | (barred.c.until > self._clock())
        query = sa.select(*barred.c).where(is_now).order_by(barred.c.since.desc())
        with self.reading() as connection:
            return [Bar(**row._mapping) for row in connection.execute(query)]

    @_writes
    def bar(self, who: str, what: str, until: float | None) -> None:
        """Mute or shut out somebody, until a time or for good."""
        values = {"who": who, "what": what, "until": until, "since": self.now()}
        with self.writing() as connection:
            connection.execute(sa.delete(barred).where(barred.c.who == who, barred.c.what == what))
            connection.execute(sa.insert(barred), values)

    @_writes
    def unbar(self, who: str, what: str) -> None:
        """Lift that."""
        with self.writing() as connection:
            connection.execute(sa.delete(barred).where(barred.c.who == who, barred.c.what == what))

    @_reads
    def newest_tables(self, most: int) -> list[Found]:
        """Tables in any state, the most recently touched first."""
        newest = sa.select(tables.c.id).order_by(tables.c.touched.desc()).limit(most)
        order = tables.c.touched.desc(), tables.c.id, seats.c.seat, holders.c.holder
        query = _WHOLE.where(tables.c.id.in_(newest)).order_by(None).order_by(*order)
        with self.reading() as connection:
            return _found(connection.execute(query))

    @_reads
    def tables_like(self, beginning: str) -> list[str]:
        """The ids of at most two tables that begin so."""
        query = sa.select(tables.c.id).where(tables.c.id.startswith(beginning)).limit(2)
        with self.reading() as connection:
            return list(connection.execute(query).scalars())

    @_reads
    def people_like(self, beginning: str) -> list[str]:
        """At most two of those who opened tables, sit there or said something, that begin so."""
        with self.reading() as connection:
            return list(connection.execute(_people(beginning).limit(2)).scalars())

    @_writes
    def remove(self, table_id: str) -> None:
        """Remove a table in any state with all that belongs to it."""
        with self.writing() as connection:
            connection.execute(sa.delete(tables).where(tables.c.id == table_id))
            self._announce(connection, table_id)

    # -- leases of bots' turns -------------------------------------------------------------

    @_writes
    def lease(self, table_id: str, owner: str, seconds: float) -> bool:
        """Take or renew the right to play the bots of a table; False if another one has it."""
        now = self._clock()
        values = {"table_id": table_id, "owner": owner, "until": now + seconds}
        if self.is_sqlite:  # the other dialect is not imported: the server starts faster
            from sqlalchemy.dialects.sqlite import insert
        else:
            from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]
        query = (
            insert(leases)
            .values(values)
            .on_conflict_do_update(
                index_elements=["table_id"],
                set_={"owner": owner, "until": now + seconds},
                where=(leases.c.until < now) | (leases.c.owner == owner),
            )
            .returning(leases.c.owner)
        )
        with self.writing() as connection:
            try:
                return connection.execute(query).one_or_none() is not None
            except sa.exc.IntegrityError:  # the table is gone
                return False

    @_writes
    def release(self, table_id: str, owner: str) -> None:
        """Give a lease back."""
        mine = (leases.c.table_id == table_id) & (leases.c.owner == owner)
        with self.writing() as connection:
            connection.execute(sa.delete(leases).where(mine))

    @_writes
    def drop_leases(self) -> None:
        """Forget the leases of a server that died, on SQLite.

        Another one that runs on the same file has them no longer: a bot's turn may be searched
        twice then, and is played once.
        """
        if self.is_sqlite:
            with self.writing() as connection:
                connection.execute(sa.delete(leases))

    # -- another device --------------------------------------------------------------------

    @_writes
    def offer_rejoin(self, hashed: str, table_id: str, seat: int) -> None:
        """Keep the hash of a link by which a seat can be joined once, within a day."""
        values = {"hash": hashed, "table_id": table_id, "seat": seat, "until": self.now() + _DAY}
        with self.writing() as connection:
            connection.execute(sa.insert(rejoins), values)

    @_reads
    def rejoin_offered(self, hashed: str) -> tuple[str, int] | None:
        """The table and seat of such a link, while it is valid."""
        query = sa.select(rejoins.c.table_id, rejoins.c.seat).where(self._is_valid(hashed))
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
            return (row.table_id, row.seat) if row else None

    @_writes
    def rejoin(self, hashed: str) -> tuple[str, int] | None:
        """The same, and the link is used up."""
        columns = (rejoins.c.table_id, rejoins.c.seat)
        query = sa.delete(rejoins).where(self._is_valid(hashed)).returning(*columns)
        with self.writing() as connection:
            row = connection.execute(query).one_or_none()
            return (row.table_id, row.seat) if row else None

    def _is_valid(self, hashed: str) -> sa.ColumnElement[bool]:
        return (rejoins.c.hash == hashed) & (rejoins.c.until > self._clock())

    # -- uploaded records ------------------------------------------------------------------

    @_writes
    def keep_upload(self, upload_id: str, holder: str, document: str, address: str = "") -> None:
        """Keep an uploaded record."""
        values = {
            "id": upload_id,
            "holder": holder,
            "document": document,
            "created": self.now(),
            "address": address,
        }
        with self.writing() as connection:
            connection.execute(sa.insert(uploads), values)

    @_reads
    def count_uploads(self, holder: str | None = None, address: str | None = None) -> int:
        """How many records are kept; those of ``holder`` or from ``address``, if given."""
        query = sa.select(sa.func.count()).select_from(uploads)
        if holder is not None:
            query = query.where(uploads.c.holder == holder)
        if address is not None:
            query = query.where(uploads.c.address == address)
        with self.reading() as connection:
            return int(connection.execute(query).scalar_one())

    @_reads
    def upload(self, upload_id: str) -> str | None:
        """The text of an uploaded record."""
        if not _can_be_key(upload_id):
            return None
        query = sa.select(uploads.c.document).where(uploads.c.id == upload_id)
        with self.reading() as connection:
            return connection.execute(query).scalar_one_or_none()

    # -- cleaning --------------------------------------------------------------------------

    @_writes
    def tidy(self, before: float) -> int:
        """Remove tables and uploads not touched since ``before``; the number of tables.

        What was asked for against somebody of whom nothing is left goes with them.
        """
        with self.writing() as connection:
            old = connection.execute(sa.delete(tables).where(tables.c.touched < before))
            connection.execute(sa.delete(uploads).where(uploads.c.created < before))
            connection.execute(sa.delete(rejoins).where(rejoins.c.until < self._clock()))
            connection.execute(sa.delete(barred).where(barred.c.until < self._clock()))
            connection.execute(sa.delete(mutes).where(mutes.c.whom.not_in(_people())))
            return old.rowcount


def _people(beginning: str = "") -> sa.CompoundSelect[str]:
    """Those who opened tables, sit there or said something, and whose names begin so."""
    columns = tables.c.host, holders.c.holder, chat.c.holder
    return sa.union(*(sa.select(column).where(column.startswith(beginning)) for column in columns))


def _can_be_key(text: str) -> bool:
    """Whether what somebody sent can be a key: PostgreSQL takes no text with a NUL in it."""
    return text.isascii() and text.isprintable()


def _changed(table: TableRow, places: Sequence[SeatRow], change: Change, now: float) -> Found:
    """The rows of a table as a change makes them."""
    values: dict[str, Any] = {"touched": now, **change.table}
    if change.events:
        values["last"] = change.events[-1].number
    if change.seats or change.holders:
        values["people"] = table.people + 1
    seated = []
    for place in places:
        people = change.holders.get(place.seat, place.holders)
        columns = change.seats.get(place.seat, {})
        seated.append(replace(place, **columns, holders=tuple(sorted(people))))
    return replace(table, **values), seated


def _columns(place: SeatRow) -> dict[str, Any]:
    values = asdict(place)
    del values["holders"]
    return values


def _hold(connection: sa.Connection, table_id: str, seat: int, people: Sequence[str]) -> None:
    if people:
        rows = [{"table_id": table_id, "seat": seat, "holder": holder} for holder in people]
        connection.execute(sa.insert(holders), rows)


def _found(rows: Iterable[sa.Row[Any]]) -> list[Found]:
    """Tables with their seats from the rows of ``_WHOLE``, in their order."""
    found: dict[str, Found] = {}
    for row in rows:
        columns = dict(zip(_OF_TABLE, row, strict=False))
        place = dict(zip(_OF_SEAT, row[len(_OF_TABLE) :], strict=False))
        if columns["id"] not in found:
            found[columns["id"]] = TableRow(**columns), []
        people = found[columns["id"]][1]
        is_same = bool(people) and people[-1].seat == place["seat"]
        known = people.pop().holders if is_same else ()
        holder = row[-1]
        people.append(SeatRow(**place, holders=(*known, holder) if holder else known))
    return list(found.values())


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
