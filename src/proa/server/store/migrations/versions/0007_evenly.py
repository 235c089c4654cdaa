"""Answers of even duration, and what was answered meanwhile."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    for column in (
        sa.Column("evenly", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("answered", sa.Text, nullable=False, server_default=""),
        sa.Column("answered_at", sa.Integer, nullable=False, server_default="-1"),
    ):
        op.add_column("seats", column)
