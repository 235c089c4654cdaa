"""Lists and numbers of tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from proa.server.store.database import Database, reads
from proa.server.store.rows import BOT, FROZEN, OVER, RUNNING, WAITING
from proa.server.store.schema import PLAYED_FOR, events, holders, seats, tables
from proa.server.store.whole_tables import BESIDE, WHOLE, Found, rows_of


class Waiting(NamedTuple):
    """A table where bots may have something to do."""

    table_id: str
    is_bot: bool
    """Whether a bot is to move, for itself or for an absent person."""
    state: tuple[Any, ...]
    """The state of the table and the seat's premove: while it is unchanged, no check is needed."""


class Ending(NamedTuple):
    """How a game ended, by seat."""

    scores: Sequence[int] = ()
    returns: Sequence[float] = ()
    """Each seat's share of the win."""


class ListStore(Database):
    """Reads many tables at once."""

    @reads
    def tables_of(self, guest_id: str, limit: int = 50) -> list[Found]:
        """Return the tables a guest opened or sits at, the most recently used first."""
        newest = (
            sa.select(tables.c.id)
            .where(tables.c.id.in_(_ids_of(guest_id)))
            .order_by(tables.c.touched.desc())
            .limit(limit)
        )
        query = WHOLE.where(tables.c.id.in_(newest)).order_by(None)
        order = tables.c.touched.desc(), tables.c.id, seats.c.seat, holders.c.holder
        with self.reading() as connection:
            return rows_of(connection.execute(query.order_by(*order)))

    @reads
    def open_tables_of(self, guest_id: str, limit: int | None = None) -> list[str]:
        """Return the ids of a guest's tables that are not over, the most recently used first."""
        query = (
            sa.select(tables.c.id)
            .where(tables.c.id.in_(_ids_of(guest_id)))
            .where(tables.c.status.in_((WAITING, RUNNING)))
            .order_by(tables.c.touched.desc())
            .limit(limit)
        )
        with self.reading() as connection:
            return list(connection.execute(query).scalars())

    @reads
    def finished_tables(self, guest_id: str, limit: int) -> list[Found]:
        """Return the finished tables at which a guest has a seat, the most recent first."""
        newest = (
            sa.select(tables.c.id)
            .join(holders, holders.c.table_id == tables.c.id)
            .where(holders.c.holder == guest_id, tables.c.status == OVER)
            .group_by(tables.c.id, tables.c.touched)
            .order_by(tables.c.touched.desc())
            .limit(limit)
        )
        query = WHOLE.where(tables.c.id.in_(newest)).order_by(None)
        order = tables.c.touched.desc(), tables.c.id, seats.c.seat, holders.c.holder
        with self.reading() as connection:
            return rows_of(connection.execute(query.order_by(*order)))

    @reads
    def endings(self, table_ids: Sequence[str]) -> dict[str, Ending]:
        """Return how the games of tables ended, for those that have."""
        ended = (events.c.kind == "end") & events.c.table_id.in_(table_ids)
        query = sa.select(events.c.table_id, events.c.details).where(ended)
        with self.reading() as connection:
            rows = connection.execute(query)
            return {at: Ending(found["scores"], found["returns"]) for at, found in rows}

    @reads
    def newest_tables(self, most: int) -> list[Found]:
        """Return tables in any state, the most recently used first."""
        newest = sa.select(tables.c.id).order_by(tables.c.touched.desc()).limit(most)
        order = tables.c.touched.desc(), tables.c.id, seats.c.seat, holders.c.holder
        query = WHOLE.where(tables.c.id.in_(newest)).order_by(None).order_by(*order)
        with self.reading() as connection:
            return rows_of(connection.execute(query))

    @reads
    def count(self, host: str | None = None, address: str | None = None) -> int:
        """Return the number of waiting and running tables, of ``host`` or ``address`` if given."""
        query = sa.select(sa.func.count()).where(tables.c.status.in_((WAITING, RUNNING)))
        if host is not None:
            query = query.where(tables.c.host == host)
        if address is not None:
            query = query.where(tables.c.address == address)
        with self.reading() as connection:
            return int(connection.execute(query).scalar_one())

    @reads
    def origins(self, address: str) -> list[str]:
        """Return the server's addresses at which tables were opened.

        Old tables have none stored; they count (as "") if they were opened from ``address``.
        """
        is_of = (tables.c.origin != "") | (tables.c.address == address)
        with self.reading() as connection:
            query = sa.select(tables.c.origin).where(is_of).distinct().order_by(tables.c.origin)
            return list(connection.execute(query).scalars())

    @reads
    def statuses(self) -> dict[str, int]:
        """Return the number of tables by status."""
        query = sa.select(tables.c.status, sa.func.count()).group_by(tables.c.status)
        with self.reading() as connection:
            found = {row[0]: row[1] for row in connection.execute(query)}
        return {status: found.get(status, 0) for status in (WAITING, RUNNING, OVER, FROZEN)}

    @reads
    def waiting_for_bots(self) -> list[Waiting]:
        """Return the running tables where a bot is to move, or a person with a premove."""
        is_bot = (seats.c.kind == BOT) | (seats.c.stand_in != "")
        query = (
            sa.select(tables.c.id, is_bot, tables.c.last, *BESIDE)
            .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.turn))
            .where(tables.c.status == RUNNING, PLAYED_FOR)
        )
        with self.reading() as connection:
            rows = connection.execute(query).all()
        return [Waiting(row[0], bool(row[1]), tuple(row[2:])) for row in rows]


def _ids_of(guest_id: str) -> sa.CompoundSelect[Any]:
    """Return the ids of the tables that a guest opened or sits at.

    Two look-ups by index: for one condition with OR, databases scan the whole table.
    """
    at = sa.select(holders.c.table_id).where(holders.c.holder == guest_id)
    return at.union(sa.select(tables.c.id).where(tables.c.host == guest_id))
