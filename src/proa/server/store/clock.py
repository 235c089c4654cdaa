"""Whose time for a decision runs, and whether a server is there."""

from __future__ import annotations

import sqlalchemy as sa

from proa.server.store.database import BEAT, Database, reads, writes
from proa.server.store.schema import RUNNING, WAITING, beats, tables

AWAY = 5.0
"""After so many seconds without a beat no server was there, and nobody's time has run."""
CLEANUP_GAP = 1800.0
"""The same for the time that tables may wait for people: it is counted in hours."""


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

        If none was for a while, or the clock was set, everybody to move has their whole time again,
        at the tables that are returned.
        """
        is_timed = (tables.c.status == RUNNING) & tables.c.due.is_not(None)
        with self.writing() as connection:
            last = connection.execute(sa.select(beats.c.at).with_for_update()).scalar_one()
            now = self.now()  # not before others have written theirs
            if abs(now - last) < BEAT / 2:
                return []
            connection.execute(sa.update(beats).values(at=now))
            if abs(now - max(last, there)) < AWAY:
                return []
            anew = {"due": now + tables.c.pace, "people": tables.c.people + 1}
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

    @writes
    def note_cleanup(self) -> float:
        """Note that tables are looked after; returns the time by which they are.

        The time in which no server was there does not count for those that wait for people, nor
        does what the clock was set forward or back by.
        """
        with self.writing() as connection:
            last = connection.execute(sa.select(beats.c.cleaned_at).with_for_update()).scalar_one()
            now = self.now()
            lapse = now - last
            if abs(lapse) > CLEANUP_GAP / 3:  # not each time: disks may rest
                connection.execute(sa.update(beats).values(cleaned_at=now))
            if last and abs(lapse) > CLEANUP_GAP:
                later = tables.c.touched + lapse
                touched = sa.case((later < now, later), else_=now)
                is_waiting = tables.c.status == WAITING
                connection.execute(sa.update(tables).where(is_waiting).values(touched=touched))
        return now

    @reads
    def last_known(self) -> float:
        """Return the latest time that anything stored shows; 0 if there is nothing."""
        newest = sa.select(sa.func.max(tables.c.touched)).scalar_subquery()
        query = sa.select(beats.c.at, beats.c.cleaned_at, newest)
        with self.reading() as connection:
            return max(at or 0.0 for at in connection.execute(query).one())
