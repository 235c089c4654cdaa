"""Authors of chat lines, mutes, reports and bans."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    guest_id = sa.Column("holder", sa.String(32), nullable=False, server_default="")
    op.add_column("chat", guest_id)
    op.create_table(
        "mutes",
        sa.Column("holder", sa.String(32), primary_key=True),
        sa.Column("whom", sa.String(32), primary_key=True),
    )
    op.create_table(
        "reports",
        sa.Column(
            "table_id",
            sa.String(32),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("holder", sa.String(32), primary_key=True),
        sa.Column("whom", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False, index=True),
    )
    op.create_table(
        "barred",
        sa.Column("who", sa.String(45), primary_key=True),
        sa.Column("what", sa.String(10), primary_key=True),
        sa.Column("until", sa.Float(53), nullable=True),
        sa.Column("since", sa.Float(53), nullable=False),
    )
