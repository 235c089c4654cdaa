"""Time controls, pauses, tables without undo, ready-made lines of chat, blocks, the host's acts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    for column in (
        sa.Column("bank", sa.Integer, nullable=True),
        sa.Column("increment", sa.Integer, nullable=False, server_default="0"),
        sa.Column("forfeits", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("banks", sa.JSON, nullable=True),
        sa.Column("pause", sa.JSON, nullable=True),
        sa.Column("undo", sa.Boolean, nullable=False, server_default=sa.true()),
    ):
        op.add_column("tables", column)
    op.add_column("chat", sa.Column("phrase", sa.String(20), nullable=False, server_default=""))
    op.add_column("rejoins", sa.Column("holder", sa.String(32), nullable=False, server_default=""))
    op.add_column(
        "mutes", sa.Column("blocks", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "acts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False, index=True),
        sa.Column("what", sa.String(10), nullable=False),
        sa.Column("whom", sa.String(45), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
