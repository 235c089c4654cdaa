"""Checks whether the database accepts writes and the disk has room."""

from __future__ import annotations

import math
import secrets
import time

import sqlalchemy as sa

from proa.server.errors import WriteFailure
from proa.server.store.database import Database, writes
from proa.server.store.schema import beats, uploads

LASTS, AGAIN = 60.0, 5.0
"""Seconds between two probes: while writes succeed, and while they fail."""
PROBE_BYTES = 64 * 1024
"""Bytes that must fit on the disk."""


class WriteProbe(Database):
    """Checks whether the database accepts writes."""

    _tried = -math.inf

    async def why_no_writes(self) -> WriteFailure | None:
        """Return why nothing can be stored now; None if a recent probe succeeded.

        A probe writes to the disk, so requests share its result.
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
        """Write something without changing any data."""
        with self.writing() as connection:
            if self.is_sqlite:  # its file has to grow; PostgreSQL allocates in advance
                values = {"id": secrets.token_hex(16), "holder": "", "created": 0.0}
                connection.execute(sa.insert(uploads), {**values, "document": "x" * PROBE_BYTES})
                connection.execute(sa.delete(uploads).where(uploads.c.id == values["id"]))
            connection.execute(sa.update(beats).values(at=beats.c.at))
