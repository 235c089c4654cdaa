"""Tables, seats and events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("edition_hash", sa.String(64), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("status", sa.String(10), nullable=False, index=True),
        sa.Column("host", sa.String(32), nullable=False, index=True),
        sa.Column("server_part", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=True),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("touched", sa.Float(53), nullable=False, index=True),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), _of_table(), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False, index=True),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=True),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), _of_table(), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("outcomes", sa.JSON, nullable=False),
        sa.Column("details", sa.JSON, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("digest", sa.String(16), nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )


def _of_table() -> sa.ForeignKey:
    return sa.ForeignKey("tables.id", ondelete="CASCADE")
