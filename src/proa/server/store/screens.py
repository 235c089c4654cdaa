"""Which of the seats that share a screen has it."""

from __future__ import annotations

import sqlalchemy as sa

from proa.server.store.database import Database, reads_at_once, writes
from proa.server.store.schema import screens, tables


class ScreenStore(Database):
    """Which of the seats that share a screen has it."""

    @reads_at_once
    def screen(self, table_id: str, guest_id: str) -> int | None:
        """Return the seat that has the screen of a guest with several; None if none has."""
        is_theirs = (screens.c.table_id == table_id) & (screens.c.holder == guest_id)
        with self.reading() as connection:
            return connection.execute(sa.select(screens.c.seat).where(is_theirs)).scalar()

    @writes
    def take_screen(self, table_id: str, guest_id: str, seat: int) -> None:
        """Give the screen of a guest with several seats to one of them."""
        is_theirs = (screens.c.table_id == table_id) & (screens.c.holder == guest_id)
        values = {"table_id": table_id, "holder": guest_id, "seat": seat}
        # Of two simultaneous calls the second waits; a deleted table changes nothing.
        is_there = sa.select(tables.c.id).where(tables.c.id == table_id).with_for_update()
        with self.writing() as connection:
            if connection.execute(is_there).one_or_none() is None:
                return
            connection.execute(sa.delete(screens).where(is_theirs))
            connection.execute(sa.insert(screens), values)
            self.announce(connection, table_id)

    @writes
    def leave_screen(self, table_id: str, guest_id: str, seat: int) -> None:
        """Take the screen from a seat; do nothing if another one has it."""
        is_theirs = (screens.c.table_id == table_id) & (screens.c.holder == guest_id)
        with self.writing() as connection:
            connection.execute(sa.delete(screens).where(is_theirs, screens.c.seat == seat))
            self.announce(connection, table_id)
