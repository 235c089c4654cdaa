"""Accounts, the ways into them, and their sessions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("language", sa.String(10), nullable=True),
        sa.Column("time_zone", sa.String(60), nullable=True),
    )
    op.create_table(
        "bot_accounts",
        sa.Column("account_id", sa.String(32), _account(), primary_key=True),
        sa.Column("owner", sa.String(32), _account(), nullable=False, index=True),
    )
    op.create_table(
        "account_names",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(32), _account(), nullable=False, index=True),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("account_id", sa.String(32), _account(), nullable=False, index=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("transports", sa.JSON, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("used", sa.Float(53), nullable=True),
    )
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("account_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False, index=True),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(32), _account(), nullable=False, index=True),
    )
    op.create_table(
        "mail_addresses",
        sa.Column("account_id", sa.String(32), _account(), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("key", sa.String(254), nullable=False, unique=True),
        sa.Column("verified", sa.Float(53), nullable=False),
    )
    op.create_table(
        "mailed_links",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(32), _account(), nullable=True, index=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False, index=True),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(32), _account(), nullable=False, index=True),
        sa.Column("agent", sa.String(40), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("used", sa.Float(53), nullable=False, index=True),
    )
    op.create_table(
        "account_tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(32), _account(), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    for table, column in (
        ("chat", "holder"),
        ("mutes", "whom"),
        ("reports", "holder"),
        ("reports", "whom"),
    ):
        op.create_index(f"ix_{table}_{column}", table, [column])


def _account() -> sa.ForeignKey:
    return sa.ForeignKey("accounts.id", ondelete="CASCADE")
