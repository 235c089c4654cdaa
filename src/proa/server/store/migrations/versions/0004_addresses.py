"""The client addresses of tables and uploads, for limits per address."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    for table in ("tables", "uploads"):
        address = sa.Column("address", sa.String(45), nullable=False, server_default="")
        op.add_column(table, address)
        op.create_index(f"ix_{table}_address", table, ["address"])
