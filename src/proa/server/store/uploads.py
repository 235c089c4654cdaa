"""Uploaded records."""

from __future__ import annotations

import sqlalchemy as sa

from proa.server.store.database import Database, can_be_key, reads, writes
from proa.server.store.schema import uploads


class UploadStore(Database):
    """Uploaded records."""

    @writes
    def keep_upload(self, upload_id: str, guest_id: str, document: str, address: str = "") -> None:
        """Store an uploaded record."""
        values = {
            "id": upload_id,
            "holder": guest_id,
            "document": document,
            "created": self.now(),
            "address": address,
        }
        with self.writing() as connection:
            connection.execute(sa.insert(uploads), values)

    @reads
    def count_uploads(self, guest_id: str | None = None, address: str | None = None) -> int:
        """Return the number of stored records; with ``guest_id`` or ``address`` only theirs."""
        query = sa.select(sa.func.count()).select_from(uploads)
        if guest_id is not None:
            query = query.where(uploads.c.holder == guest_id)
        if address is not None:
            query = query.where(uploads.c.address == address)
        with self.reading() as connection:
            return int(connection.execute(query).scalar_one())

    @reads
    def upload(self, upload_id: str) -> str | None:
        """Return the text of an uploaded record."""
        if not can_be_key(upload_id):
            return None
        query = sa.select(uploads.c.document).where(uploads.c.id == upload_id)
        with self.reading() as connection:
            return connection.execute(query).scalar_one_or_none()
