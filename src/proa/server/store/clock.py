"""The clocks of decisions, and the heartbeats of servers."""

from __future__ import annotations

import sqlalchemy as sa

from proa.server.store.database import BEAT, Database, reads, writes
from proa.server.store.rows import RUNNING, WAITING
from proa.server.store.schema import beats, tables

AWAY = 5.0
"""Seconds without a heartbeat after which no server was running, and no clock ran."""
CLEANUP_GAP = 1800.0
"""The same for tables that wait for players: they wait for hours."""


class ClockStore(Database):
    """The clocks of decisions, and the heartbeats of servers."""

    @reads
    def is_timed(self) -> bool:
        """Return whether a clock runs at any table."""
        query = sa.select(sa.exists().where(tables.c.status == RUNNING, tables.c.due.is_not(None)))
        with self.reading() as connection:
            return bool(connection.execute(query).scalar_one())

    @writes
    def beat(self, there: float = 0.0) -> list[str]:
        """Write a heartbeat; ``there`` is the time of this process's last one.

        If no server was running for a while, or the clock was set, every mover gets exactly that
        time back; return the ids of these tables.
        """
        is_timed = (tables.c.status == RUNNING) & tables.c.due.is_not(None)
        with self.writing() as connection:
            last = connection.execute(sa.select(beats.c.at).with_for_update()).scalar_one()
            now = self.now()  # after the lock: others may just have written
            if abs(now - last) < BEAT / 2:
                return []
            connection.execute(sa.update(beats).values(at=now))
            beaten = max(last, there) if there <= now else last  # the clock was set back
            if abs(now - beaten) < AWAY:
                return []
            later = tables.c.due + now - _last_alive(beaten, now)
            values = {"due": later, "people": tables.c.people + 1}
            query = sa.update(tables).where(is_timed).values(values).returning(tables.c.id)
            found = list(connection.execute(query).scalars())
            for table_id in found:
                self.announce(connection, table_id)
        return found

    @reads
    def overdue(self) -> list[str]:
        """Return the running tables whose mover's time is over.

        Return none before the first heartbeat of a restarted server: it credits the outage.
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
        """Store the time of a clean-up of waiting tables; return it.

        Time without a server does not count for tables that wait for players, nor do changes of the
        clock.
        """
        with self.writing() as connection:
            last = connection.execute(sa.select(beats.c.cleaned_at).with_for_update()).scalar_one()
            now = self.now()
            lapse = now - last
            if abs(lapse) > CLEANUP_GAP / 3:  # not each time: disks may sleep
                connection.execute(sa.update(beats).values(cleaned_at=now))
            if last and abs(lapse) > CLEANUP_GAP:
                later = tables.c.touched + lapse
                touched = sa.case((later < now, later), else_=now)
                is_waiting = tables.c.status == WAITING
                connection.execute(sa.update(tables).where(is_waiting).values(touched=touched))
        return now

    @reads
    def last_known(self) -> float:
        """Return the latest time stored anywhere; 0 if there is none."""
        newest = sa.select(sa.func.max(tables.c.touched)).scalar_subquery()
        query = sa.select(beats.c.at, beats.c.cleaned_at, newest)
        with self.reading() as connection:
            return max(at or 0.0 for at in connection.execute(query).one())


def _last_alive(beaten: float, now: float) -> sa.ColumnElement[float]:
    """Return when a server last ran a table's clock, if the last heartbeat was ``beaten``.

    A table that was changed after that heartbeat had a server then: its clock may have begun with
    the change. Heartbeats are written only while clocks run.
    """
    was_changed = tables.c.touched.between(min(beaten, now - AWAY), now)
    return sa.case((was_changed, tables.c.touched), else_=sa.literal(beaten, sa.Float))
