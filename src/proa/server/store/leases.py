"""Leases of bots' turns: the process that plays them."""

from __future__ import annotations

import sqlalchemy as sa

from proa.server.store.database import Database, writes
from proa.server.store.schema import leases


class LeaseStore(Database):
    """Leases of bots' turns: the process that plays them."""

    @writes
    def lease(self, table_id: str, owner: str, seconds: float) -> bool:
        """Take or renew the lease of a table's bots; return False if another process has it."""
        if self.is_sqlite:  # the other dialect is not imported: a faster start
            from sqlalchemy.dialects.sqlite import insert
        else:
            from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]
        with self.writing() as connection:
            now = self.clock()  # after the lock: others may just have written
            values = {"owner": owner, "since": now, "until": now + seconds}
            is_over = (leases.c.until < now) | (leases.c.since > now)  # or the clock was set back
            query = (
                insert(leases)
                .values(table_id=table_id, **values)
                .on_conflict_do_update(
                    index_elements=["table_id"],
                    set_=values,
                    where=is_over | (leases.c.owner == owner),
                )
                .returning(leases.c.owner)
            )
            try:
                return connection.execute(query).one_or_none() is not None
            except sa.exc.IntegrityError:  # the table is gone
                return False

    @writes
    def release(self, table_id: str, owner: str) -> None:
        """Release a lease."""
        mine = (leases.c.table_id == table_id) & (leases.c.owner == owner)
        with self.writing() as connection:
            connection.execute(sa.delete(leases).where(mine))

    @writes
    def drop_leases(self) -> None:
        """Delete the leases of a server that died, on SQLite.

        Another server on the same file loses its leases too: a bot's turn may then be searched
        twice, but is played once.
        """
        if self.is_sqlite:
            with self.writing() as connection:
                connection.execute(sa.delete(leases))
