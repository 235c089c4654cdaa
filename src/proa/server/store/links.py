"""Links by which a seat is joined from another device, once."""

from __future__ import annotations

import sqlalchemy as sa

from proa.server.store.database import Database, reads, writes
from proa.server.store.schema import rejoins

_DAY = 24 * 3600


class LinkStore(Database):
    """Links by which a seat is joined from another device, once."""

    @writes
    def offer_rejoin(self, hashed: str, table_id: str, seat: int) -> None:
        """Keep the hash of a link by which a seat can be joined once, within a day."""
        values = {"hash": hashed, "table_id": table_id, "seat": seat, "until": self.now() + _DAY}
        with self.writing() as connection:
            connection.execute(sa.insert(rejoins), values)

    @reads
    def rejoin_offered(self, hashed: str) -> tuple[str, int] | None:
        """The table and seat of such a link, while it is valid."""
        query = sa.select(rejoins.c.table_id, rejoins.c.seat).where(self._is_valid(hashed))
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
            return (row.table_id, row.seat) if row else None

    @writes
    def rejoin(self, hashed: str) -> tuple[str, int] | None:
        """The same, and the link is used up."""
        columns = (rejoins.c.table_id, rejoins.c.seat)
        query = sa.delete(rejoins).where(self._is_valid(hashed)).returning(*columns)
        with self.writing() as connection:
            row = connection.execute(query).one_or_none()
            return (row.table_id, row.seat) if row else None

    def _is_valid(self, hashed: str) -> sa.ColumnElement[bool]:
        return (rejoins.c.hash == hashed) & (rejoins.c.until > self.clock())
