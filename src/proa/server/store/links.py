"""Links, valid once, that join seats from another device or address."""

from __future__ import annotations

import sqlalchemy as sa

from proa.server.store.database import Database, reads, writes
from proa.server.store.schema import holders, moves, rejoins, tables

_DAY = 24 * 3600
_QUARTER = 15 * 60
_OF_REJOIN = (rejoins.c.table_id, rejoins.c.seat, rejoins.c.holder)


class LinkStore(Database):
    """Links, valid once, that join seats from another device or address."""

    @writes
    def offer_rejoin(self, hashed: str, table_id: str, seat: int, guest_id: str) -> None:
        """Store the hash of a guest's link that joins their seat once, within a day."""
        values = {
            "hash": hashed,
            "table_id": table_id,
            "seat": seat,
            "until": self.now() + _DAY,
            "holder": guest_id,
        }
        with self.writing() as connection:
            connection.execute(sa.insert(rejoins), values)

    @reads
    def rejoin_offered(self, hashed: str) -> tuple[str, int, str] | None:
        """Return the table and seat of such a link, and the guest who made it, while it is
        valid."""
        query = sa.select(*_OF_REJOIN).where(self._is_valid(rejoins, hashed))
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
            return (row.table_id, row.seat, row.holder) if row else None

    @writes
    def rejoin(self, hashed: str) -> tuple[str, int, str] | None:
        """Use up such a link; return its table and seat, and the guest who made it."""
        query = sa.delete(rejoins).where(self._is_valid(rejoins, hashed)).returning(*_OF_REJOIN)
        with self.writing() as connection:
            row = connection.execute(query).one_or_none()
            return (row.table_id, row.seat, row.holder) if row else None

    @writes
    def offer_move(self, hashed: str, guest_id: str) -> None:
        """Store the hash of a link that gives all of a guest's seats once, within 15 minutes.

        It replaces the guest's older link.
        """
        values = {"hash": hashed, "holder": guest_id, "until": self.now() + _QUARTER}
        with self.writing() as connection:
            connection.execute(sa.delete(moves).where(moves.c.holder == guest_id))
            connection.execute(sa.insert(moves), values)

    @reads
    def move_offered(self, hashed: str) -> str | None:
        """Return the guest id that made such a link, while it is valid."""
        query = sa.select(moves.c.holder).where(self._is_valid(moves, hashed))
        with self.reading() as connection:
            return connection.execute(query).scalar_one_or_none()

    @writes
    def move(self, hashed: str, to: str) -> list[str] | None:
        """Give the seats of the link's guest to another guest id too, and the tables they opened.

        Return the ids of these tables. The link is used up.
        """
        query = sa.delete(moves).where(self._is_valid(moves, hashed)).returning(moves.c.holder)
        with self.writing() as connection:
            guest_id = connection.execute(query).scalar_one_or_none()
            return None if guest_id is None else self._give(connection, guest_id, to)

    def _give(self, connection: sa.Connection, guest_id: str, to: str) -> list[str]:
        def held(by: str) -> sa.ColumnElement[bool]:
            return sa.exists().where(
                others.c.table_id == holders.c.table_id,
                others.c.seat == holders.c.seat,
                others.c.holder == by,
            )

        others, is_host = holders.alias(), tables.c.host == guest_id
        at_table = sa.select(holders.c.table_id).where(holders.c.holder == guest_id)
        values = {
            "host": sa.case((is_host, to), else_=tables.c.host),
            "people": tables.c.people + 1,
        }
        changed = sa.update(tables).where(is_host | tables.c.id.in_(at_table)).values(values)
        ids = list(connection.execute(changed.returning(tables.c.id)).scalars())
        columns = ("table_id", "seat", "holder")
        new = sa.select(holders.c.table_id, holders.c.seat, sa.literal(to))
        new = new.where(holders.c.holder == guest_id, ~held(to))
        connection.execute(sa.insert(holders).from_select(columns, new))
        for table_id in ids:
            self.announce(connection, table_id)
        return ids

    def _is_valid(self, table: sa.Table, hashed: str) -> sa.ColumnElement[bool]:
        return (table.c.hash == hashed) & (table.c.until > self.clock())
