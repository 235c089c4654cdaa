"""Notices: an account's channels, the outbox, and its settings for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    of_account = sa.ForeignKey("accounts.id", ondelete="CASCADE")
    op.create_table(
        "notice_channels",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("account_id", sa.String(32), of_account, nullable=False, index=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("keys", sa.JSON, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("failing_since", sa.Float(53), nullable=True),
        sa.Column("reason", sa.String(40), nullable=False),
    )
    of_channel = sa.ForeignKey("notice_channels.id", ondelete="CASCADE")
    of_table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "notices",
        sa.Column("channel_id", sa.String(32), of_channel, primary_key=True),
        sa.Column("table_id", sa.String(32), of_table, primary_key=True, index=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("event", sa.Integer, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("due", sa.Float(53), nullable=True, index=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
    )
    op.create_table(
        "notice_settings",
        sa.Column(
            "account_id",
            sa.String(32),
            sa.ForeignKey("accounts.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("quiet_from", sa.Integer, nullable=True),
        sa.Column("quiet_until", sa.Integer, nullable=True),
        sa.Column("wait", sa.Integer, nullable=True),
        sa.Column("silent", sa.JSON, nullable=False),
    )
