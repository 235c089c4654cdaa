"""Whether changes can be stored: there is room on the disk, and the database takes them."""

from __future__ import annotations

import math
import secrets
import time

import sqlalchemy as sa

from proa.server.errors import Trouble
from proa.server.store.database import Database, writes
from proa.server.store.schema import beats, uploads

LASTS, AGAIN = 60.0, 5.0
"""Seconds between two trials: as long as all is well, and while nothing can be stored."""
ROOM = 64 * 1024
"""So many bytes must find room."""


class RoomStore(Database):
    """Whether changes can be stored."""

    _tried = -math.inf

    async def why_not_stored(self) -> Trouble | None:
        """Return why nothing can be stored now; None if something was, lately.

        A trial writes to the disk, so there is not one for everybody who asks.
        """
        now = time.monotonic()
        if now - self._tried > (AGAIN if self.trouble else LASTS):
            self._tried = now
            try:
                await self._try_storing()
            except (sa.exc.DBAPIError, OSError):
                self.trouble = self.trouble or Trouble.OTHER
            else:
                self.trouble = None
        return self.trouble

    @writes
    def _try_storing(self) -> None:
        """Store something, which leaves all as it was."""
        with self.writing() as connection:
            if self.is_sqlite:  # whose file has to grow; PostgreSQL has room in advance
                values = {"id": secrets.token_hex(16), "holder": "", "created": 0.0}
                connection.execute(sa.insert(uploads), {**values, "document": "x" * ROOM})
                connection.execute(sa.delete(uploads).where(uploads.c.id == values["id"]))
            connection.execute(sa.update(beats).values(at=beats.c.at))
