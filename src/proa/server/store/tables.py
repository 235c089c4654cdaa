"""One table: its seats, guests and events, and changes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from typing import Any

import sqlalchemy as sa

from proa.server.store import outbox
from proa.server.store.database import (
    CHANNEL,
    Database,
    can_be_key,
    reads,
    reads_at_once,
    twice,
    writes,
)
from proa.server.store.rows import WAITING, Event, SeatRow, TableRow, calls_bots
from proa.server.store.schema import accounts, events, former_seats, holders, seats, tables
from proa.server.store.whole_tables import ASIDE, WHOLE, Found, rows_of

_CHANGING = (
    "status",
    "last",
    "turn",
    "people",
    "touched",
    "pace",
    "due",
    "bank",
    "increment",
    "banks",
    "pause",
    "watchers_chat",
)
"""The columns of a table that a change may set."""

_NAMING = ("id", "last", "people", "status")
"""The columns that identify the state a change was made for."""

_BY_ID = WHOLE.where(tables.c.id == sa.bindparam("key"))

_BY_WATCH = WHOLE.where(tables.c.watch == sa.bindparam("key"))

_CHANGED = (
    sa.update(tables)
    .where(*(tables.c[name] == sa.bindparam(f"was_{name}") for name in _NAMING))
    .values({name: sa.bindparam(f"new_{name}") for name in _CHANGING})
)
"""Updates a table by a change, if it still has the state that the change was made for."""

_OF_EVENT = [column for column in events.c if column is not events.c.table_id]

MOST_KNOWN = 500
"""Number of cached tables."""


@dataclass(frozen=True)
class Change:
    """One write to a table: new events, new values of its columns and of its seats'.

    ``holders`` replaces the guests of a seat.
    """

    events: Sequence[Event] = ()
    table: Mapping[str, Any] = field(default_factory=dict)
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    holders: Mapping[int, Sequence[str]] = field(default_factory=dict)


@cache
def _appending(*, fills_outbox: bool) -> sa.Select[Any]:
    """Return the statement that changes a table, adds events and notifies, for PostgreSQL only.

    It returns a row if the table had the state that the change was made for. With
    ``fills_outbox`` it also adds the notices to the outbox.
    """
    changed = _CHANGED.returning(tables.c.id).cte("changed")
    columns = [sa.column(column.name, column.type) for column in _OF_EVENT]
    happened = sa.func.json_to_recordset(sa.bindparam("events", type_=sa.JSON))
    rows = happened.table_valued(*columns).render_derived("happened", with_types=True)
    insertion = sa.insert(events).from_select(
        ["table_id", *(column.name for column in _OF_EVENT)],
        sa.select(changed.c.id, *rows.c).select_from(changed.join(rows, sa.true())),
    )
    notice = sa.func.pg_notify(CHANNEL, sa.bindparam("notice"))
    done = sa.select(changed.c.id, notice).add_cte(insertion.cte("added"))
    if not fills_outbox:
        return done
    from sqlalchemy.dialects.postgresql import insert

    guests = sa.func.json_array_elements_text(sa.bindparam("outbox_guests", type_=sa.JSON))
    query = sa.select(guests.column_valued("guest"))
    notices = outbox.adding(insert, changed.c.id, query, changed)
    return done.add_cte(notices.cte("notices_added"))


@cache
def _outbox_statement(is_sqlite: bool) -> Any:
    """Return the statement that fills the outbox."""
    if is_sqlite:  # the other dialect is not imported: a faster start
        from sqlalchemy.dialects.sqlite import insert
    else:
        from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]
    table_id = sa.bindparam("outbox_table", type_=sa.String(32))
    return outbox.adding(insert, table_id, sa.bindparam("outbox_guests", expanding=True))


class TableStore(Database):
    """One table: its seats, guests and events, and changes of it."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.notices_after = 60.0
        """Seconds before a notice of an account that has not chosen them is sent."""
        self._known: dict[tuple[sa.Select[Any], str], Found | None] = {}
        self._read_at: int | None = None

    @writes
    def create(
        self, table: TableRow, places: Sequence[SeatRow], rematch_of: TableRow | None = None
    ) -> bool:
        """Store a new table and its seats; return False if ``rematch_of`` already has a rematch."""
        with self.writing() as connection:
            if rematch_of is not None:
                values = {"rematch": table.id, "people": tables.c.people + 1}
                is_free = (tables.c.id == rematch_of.id) & tables.c.rematch.is_(None)
                done = connection.execute(sa.update(tables).where(is_free).values(values))
                if done.rowcount != 1:
                    return False
                self.announce(connection, rematch_of.id)
            connection.execute(sa.insert(tables), asdict(table))
            connection.execute(sa.insert(seats), [_columns(place) for place in places])
            for place in places:
                _add_holders(connection, table.id, place.seat, place.holders)
        return True

    @reads_at_once
    def table(self, table_id: str) -> Found | None:
        """Return a table and its seats in order; None if there is none."""
        return self._one(_BY_ID, table_id)

    @reads_at_once
    def watched(self, watch: str) -> Found | None:
        """Return the table of a link for spectators."""
        return self._one(_BY_WATCH, watch)

    @reads
    def invited(self, invite: str) -> tuple[str, int] | None:
        """Return the table and seat of an open invitation."""
        if not can_be_key(invite):
            return None
        query = sa.select(seats.c.table_id, seats.c.seat).where(seats.c.invite == invite)
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
            return (row.table_id, row.seat) if row else None

    def _one(self, query: sa.Select[Any], key: str) -> Found | None:
        """Return one table, from the cache until the next commit of any process.

        Every viewer reads the table after a decision.
        """
        if not can_be_key(key):
            return None
        commits = self.commits()  # before reading: later writes are then read again
        if commits is None:
            return self._read(query, key)
        if commits != self._read_at or len(self._known) >= MOST_KNOWN:
            self._known.clear()
            self._read_at = commits
        if (query, key) not in self._known:
            self._known[query, key] = self._read(query, key)
        found = self._known[query, key]
        return (found[0], list(found[1])) if found else None

    def _read(self, query: sa.Select[Any], key: str) -> Found | None:
        with self.reading() as connection:
            found = rows_of(connection.execute(query, {"key": key}).all())
            return found[0] if found else None

    @reads
    def events(self, table_id: str, after: int = -1) -> list[Event]:
        """Return the events of a table after number ``after``."""
        query = (
            sa.select(*_OF_EVENT)
            .where(events.c.table_id == table_id, events.c.number > after)
            .order_by(events.c.number)
        )
        with self.reading() as connection:
            return [Event(**row._mapping) for row in connection.execute(query)]

    @writes
    def commit(self, table: TableRow, places: Sequence[SeatRow], change: Change) -> Found | None:
        """Write a change to a table as it was read; return the table after it.

        Return None, without a write, if another change came first. On PostgreSQL that may be this
        very change, if a connection died after the commit.
        """
        after, seated = _changed(table, places, change, self.now())
        values = {f"was_{name}": getattr(table, name) for name in _NAMING}
        values |= {f"new_{name}": getattr(after, name) for name in _CHANGING}
        recipients = outbox.recipients(table, places, after, seated, change.events)
        outbox_values = self._outbox_values(recipients, after)
        if change.events and len(outbox_values) < 2 and self._is_one_statement(change):
            notice = self._notice(after, seated)
            is_done = twice(partial(self._append, notice, values, change.events, outbox_values))
        else:
            is_done = self._write(after, seated, values, change, outbox_values)
        return (after, seated) if is_done else None

    def _is_one_statement(self, change: Change) -> bool:
        return not (self.is_sqlite or change.seats or change.holders)

    def _outbox_values(
        self, recipients: Mapping[str, set[str]], after: TableRow
    ) -> list[dict[str, Any]]:
        """Return the values of each statement that fills the outbox."""
        common = {
            "outbox_table": after.id,
            "outbox_event": after.last,
            "outbox_now": self.now(),
            "outbox_wait": self.notices_after,
        }
        return [
            {**common, "outbox_kind": kind, "outbox_guests": sorted(guests)}
            for kind, guests in recipients.items()
            if guests
        ]

    def _append(
        self,
        notice: str,
        values: Mapping[str, Any],
        happened: Sequence[Event],
        outbox_values: Sequence[Mapping[str, Any]],
    ) -> bool:
        """Write a change that only adds events, on PostgreSQL, as one statement.

        It names the state it was made for, so a second try can't repeat it: if only the reply of
        the first was lost, the second reports that another change came first.
        """
        rows = [asdict(event) for event in happened]
        values = {**values, "events": rows, "notice": notice}
        for more in outbox_values:
            values |= {name: value for name, value in more.items() if name != "outbox_table"}
        statement = _appending(fills_outbox=bool(outbox_values))
        with self._autocommit.connect() as connection:
            return connection.execute(statement, values).one_or_none() is not None

    def _write(
        self,
        after: TableRow,
        seated: Sequence[SeatRow],
        values: Mapping[str, Any],
        change: Change,
        outbox_values: Sequence[Mapping[str, Any]],
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
                is_renamed = "name" in change.seats.get(seat, {})
                _replace_holders(connection, table_id, seat, people, is_renamed)
            for more in outbox_values:
                connection.execute(_outbox_statement(self.is_sqlite), more)
            self.notify(connection, self._notice(after, seated))
        return True

    def _notice(self, after: TableRow, seated: Sequence[SeatRow]) -> str:
        calls = self.leaves_bots and calls_bots(after, seated)
        return f"{self.name}:{after.id}{':bot' if calls else ''}"

    @writes
    def set_premove(self, place: SeatRow, code: str, amount: int = 0, since: int = -1) -> bool:
        """Store a seat's premove, or remove it, if the seat is as it was read.

        Return False if the seat has changed since. Nothing of the table changes, and only the bots'
        turns are notified.
        """
        values = {"standing": code, "standing_amount": amount, "standing_since": since}
        is_same = (seats.c.table_id == place.table_id) & (seats.c.seat == place.seat)
        for name in ("kind", "stand_in", *ASIDE):
            is_same &= seats.c[name] == getattr(place, name)
        with self.writing() as connection:
            if connection.execute(sa.update(seats).where(is_same).values(values)).rowcount != 1:
                return False
            if self.leaves_bots:
                self.notify(connection, f"{self.name}:{place.table_id}:bot")
        return True

    @writes
    def close_waiting(self, table_id: str) -> bool:
        """Remove a table with all its data; return False if its game has begun."""
        is_waiting = (tables.c.id == table_id) & (tables.c.status == WAITING)
        with self.writing() as connection:
            if connection.execute(sa.delete(tables).where(is_waiting)).rowcount != 1:
                return False
            self._notify_removed(connection, [table_id])
        return True

    @writes
    def close_unused(self, empty: float, waiting: float) -> list[str]:
        """Remove tables that wait for players and were not used since a time; return their ids.

        ``empty`` is the time for tables with only the host, ``waiting`` for others.
        """
        access = (
            sa.select(sa.func.count(sa.distinct(holders.c.holder)))
            .where(holders.c.table_id == tables.c.id, holders.c.holder != tables.c.host)
            .scalar_subquery()
        )
        is_old = (tables.c.touched < waiting) | ((tables.c.touched < empty) & (access == 0))
        query = sa.delete(tables).where(tables.c.status == WAITING, is_old).returning(tables.c.id)
        with self.writing() as connection:
            ids = list(connection.execute(query).scalars())
            self._notify_removed(connection, ids)
        return ids

    @writes
    def remove(self, table_id: str) -> None:
        """Remove a table in any state with all its data."""
        with self.writing() as connection:
            connection.execute(sa.delete(tables).where(tables.c.id == table_id))
            self._notify_removed(connection, [table_id])

    def _notify_removed(self, connection: sa.Connection, ids: Sequence[str]) -> None:
        """Notify of removed tables; tables whose rematch was removed may get a new one."""
        free = {"rematch": None, "people": tables.c.people + 1}
        of_them = sa.update(tables).where(tables.c.rematch.in_(ids)).values(free)
        left = connection.execute(of_them.returning(tables.c.id)).scalars().all() if ids else []
        for table_id in (*ids, *left):
            self.announce(connection, table_id)


def _changed(table: TableRow, places: Sequence[SeatRow], change: Change, now: float) -> Found:
    """Return the rows of a table after a change."""
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


def _add_holders(
    connection: sa.Connection, table_id: str, seat: int, people: Sequence[str]
) -> None:
    if people:
        rows = [{"table_id": table_id, "seat": seat, "holder": guest_id} for guest_id in people]
        connection.execute(sa.insert(holders), rows)


def _replace_holders(
    connection: sa.Connection, table_id: str, seat: int, people: Sequence[str], is_renamed: bool
) -> None:
    """Replace the holders of a seat; while the seat has their name, remember whose it is."""
    is_seat = (holders.c.table_id == table_id) & (holders.c.seat == seat)
    if is_renamed:
        was_seat = (former_seats.c.table_id == table_id) & (former_seats.c.seat == seat)
        connection.execute(sa.delete(former_seats).where(was_seat))
    else:
        gone = sa.select(holders).where(
            is_seat, holders.c.holder.in_(sa.select(accounts.c.id)), holders.c.holder.not_in(people)
        )
        names = ("table_id", "seat", "holder")
        connection.execute(sa.insert(former_seats).from_select(names, gone))
    connection.execute(sa.delete(holders).where(is_seat))
    _add_holders(connection, table_id, seat, people)
