"""Which of the seats that share a screen has it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    of_table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "screens",
        sa.Column("table_id", sa.String(32), of_table, primary_key=True),
        sa.Column("holder", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
    )
