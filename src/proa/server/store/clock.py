"""Whose time for a decision runs, and whether a server is there."""

from __future__ import annotations

import sqlalchemy as sa

from proa.server.store.database import BEAT, Database, reads, writes
from proa.server.store.schema import RUNNING, beats, tables

AWAY = 5.0
"""After so many seconds without a beat no server was there, and nobody's time has run."""


class ClockStore(Database):
    """Whose time for a decision runs, and whether a server is there."""

    @reads
    def is_timed(self) -> bool:
        """Whether anybody's time for a decision runs."""
        query = sa.select(sa.exists().where(tables.c.status == RUNNING, tables.c.due.is_not(None)))
        with self.reading() as connection:
            return bool(connection.execute(query).scalar_one())

    @writes
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
                self.announce(connection, table_id)
        return found

    @reads
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
