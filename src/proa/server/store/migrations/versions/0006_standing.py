"""Premoves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    for column in (
        sa.Column("standing", sa.String(40), nullable=False, server_default=""),
        sa.Column("standing_amount", sa.Integer, nullable=False, server_default="0"),
        sa.Column("standing_since", sa.Integer, nullable=False, server_default="-1"),
    ):
        op.add_column("seats", column)
