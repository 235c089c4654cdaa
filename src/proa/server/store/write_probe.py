"""Whether changes can be stored: there is room on the disk, and the database takes them."""

from __future__ import annotations

import math
import secrets
import time

import sqlalchemy as sa

from proa.server.errors import WriteFailure
from proa.server.store.database import Database, writes
from proa.server.store.schema import beats, uploads

LASTS, AGAIN = 60.0, 5.0
"""Seconds between two trials: as long as all is well, and while nothing can be stored."""
PROBE_BYTES = 64 * 1024
"""So many bytes must find room."""


class WriteProbe(Database):
    """Whether changes can be stored."""

    _tried = -math.inf

    async def why_no_writes(self) -> WriteFailure | None:
        """Return why nothing can be stored now; None if something was, lately.

        A trial writes to the disk, so there is not one for everybody who asks.
        """
        now = time.monotonic()
        if now - self._tried > (AGAIN if self.failure else LASTS):
            self._tried = now
            try:
                await self._probe()
            except (sa.exc.DBAPIError, OSError):
                self.failure = self.failure or WriteFailure.OTHER
            else:
                self.failure = None
        return self.failure

    @writes
    def _probe(self) -> None:
        """Store something, which leaves all as it was."""
        with self.writing() as connection:
            if self.is_sqlite:  # whose file has to grow; PostgreSQL has room in advance
                values = {"id": secrets.token_hex(16), "holder": "", "created": 0.0}
                connection.execute(sa.insert(uploads), {**values, "document": "x" * PROBE_BYTES})
                connection.execute(sa.delete(uploads).where(uploads.c.id == values["id"]))
            connection.execute(sa.update(beats).values(at=beats.c.at))
