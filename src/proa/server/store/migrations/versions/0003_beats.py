"""Heartbeats of servers: clocks run only while a server does."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    beats = op.create_table(
        "beats",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.bulk_insert(beats, [{"id": 1, "at": 0.0}])
