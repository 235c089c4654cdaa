"""Links to replays that anybody can open."""

from __future__ import annotations

import sqlalchemy as sa

from proa.server.store.database import Database, can_be_key, reads, writes
from proa.server.store.schema import named_seats, shared_replays, tables


class SharedReplayStore(Database):
    """Links to replays that anybody can open, and who agreed to be named there."""

    @writes
    def share_replay(self, table_id: str, seat: int, token: str) -> None:
        """Store the token of a seat's link; do nothing if the seat has one."""
        is_theirs = (shared_replays.c.table_id == table_id) & (shared_replays.c.seat == seat)
        values = {"token": token, "table_id": table_id, "seat": seat}
        with self.writing() as connection:
            if not self._locked(connection, table_id):
                return
            if (
                connection.execute(sa.select(shared_replays.c.seat).where(is_theirs)).first()
                is None
            ):
                connection.execute(sa.insert(shared_replays), values)

    @writes
    def withdraw_replay(self, table_id: str, seat: int) -> None:
        """Remove a seat's link."""
        is_theirs = (shared_replays.c.table_id == table_id) & (shared_replays.c.seat == seat)
        with self.writing() as connection:
            connection.execute(sa.delete(shared_replays).where(is_theirs))

    @reads
    def token_of_replay(self, table_id: str, seat: int) -> str | None:
        """Return the token of a seat's link."""
        is_theirs = (shared_replays.c.table_id == table_id) & (shared_replays.c.seat == seat)
        with self.reading() as connection:
            return connection.execute(sa.select(shared_replays.c.token).where(is_theirs)).scalar()

    @reads
    def shared_replay(self, token: str) -> str | None:
        """Return the table whose replay a token opens."""
        if not can_be_key(token):
            return None
        query = sa.select(shared_replays.c.table_id).where(shared_replays.c.token == token)
        with self.reading() as connection:
            return connection.execute(query).scalar()

    @writes
    def name_seat(self, table_id: str, seat: int, named: bool) -> None:
        """Store whether a seat's player agreed to be named in shared replays."""
        is_theirs = (named_seats.c.table_id == table_id) & (named_seats.c.seat == seat)
        with self.writing() as connection:
            if not self._locked(connection, table_id):
                return
            connection.execute(sa.delete(named_seats).where(is_theirs))
            if named:
                connection.execute(sa.insert(named_seats), {"table_id": table_id, "seat": seat})

    @reads
    def named_seats(self, table_id: str) -> set[int]:
        """Return the seats whose players agreed to be named in shared replays."""
        query = sa.select(named_seats.c.seat).where(named_seats.c.table_id == table_id)
        with self.reading() as connection:
            return set(connection.execute(query).scalars())

    def _locked(self, connection: sa.Connection, table_id: str) -> bool:
        """Return whether the table exists; other changes of it wait for the end of this one."""
        query = sa.select(tables.c.id).where(tables.c.id == table_id).with_for_update()
        return connection.execute(query).one_or_none() is not None
