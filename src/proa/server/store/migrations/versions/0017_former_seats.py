"""Seats given up that still have a name; no copies of names in the log; seats that bots play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    of_table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "former_seats",
        sa.Column("table_id", sa.String(32), of_table, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("holder", sa.String(32), primary_key=True, index=True),
    )
    events = sa.table("events", sa.column("kind", sa.String), sa.column("details", sa.JSON))
    op.execute(sa.update(events).where(events.c.kind == "start").values(details={}))
    where = sa.text("kind = 'bot' OR stand_in <> '' OR standing <> ''")
    op.create_index(
        "ix_seats_played_for", "seats", ["table_id"], postgresql_where=where, sqlite_where=where
    )
