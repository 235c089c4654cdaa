"""Friends, spectators, several devices, chat, clocks, leases and uploaded records."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    _widen_tables()
    _give_seats_several_holders()
    _add_tables()


def _widen_tables() -> None:
    for column in (
        sa.Column("watch", sa.String(32), nullable=True),
        sa.Column("start", sa.JSON, nullable=True),
        sa.Column("pace", sa.Integer, nullable=True),
        sa.Column("due", sa.Float(53), nullable=True),
        sa.Column("watchers_chat", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("talk", sa.Integer, nullable=False, server_default="0"),
        sa.Column("rematch", sa.String(32), nullable=True),
    ):
        op.add_column("tables", column)
    connection = op.get_bind()
    tables = sa.table("tables", sa.column("id"), sa.column("watch"))
    for table_id in list(connection.execute(sa.select(tables.c.id)).scalars()):
        watch = secrets.token_hex(16)
        connection.execute(sa.update(tables).where(tables.c.id == table_id).values(watch=watch))
    with op.batch_alter_table("tables") as batch:
        batch.alter_column("watch", existing_type=sa.String(32), nullable=False)
        batch.create_unique_constraint("uq_tables_watch", ["watch"])
    op.create_index("ix_tables_due", "tables", ["due"])


def _give_seats_several_holders() -> None:
    op.create_table(
        "holders",
        sa.Column("table_id", sa.String(32), _of_table(), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("holder", sa.String(32), primary_key=True, index=True),
    )
    op.execute(
        "INSERT INTO holders (table_id, seat, holder) "
        "SELECT table_id, seat, guest FROM seats WHERE guest <> ''"
    )
    op.add_column("seats", sa.Column("stand_in", sa.String(40), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("invite", sa.String(32), nullable=True))
    op.drop_index("ix_seats_guest", "seats")
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("guest")
        batch.create_unique_constraint("uq_seats_invite", ["invite"])


def _add_tables() -> None:
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), _of_table(), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("event", sa.Integer, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(32), _of_table(), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
    )
    op.create_table(
        "rejoins",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), _of_table(), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
    )
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(32), nullable=False, index=True),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False, index=True),
    )


def _of_table() -> sa.ForeignKey:
    return sa.ForeignKey("tables.id", ondelete="CASCADE")
