"""The server's address at which tables were opened, and links that move all seats of a guest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    origin = sa.Column("origin", sa.String(100), nullable=False, server_default="")
    op.add_column("tables", origin)
    op.create_table(
        "moves",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
    )
