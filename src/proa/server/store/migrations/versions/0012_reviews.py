"""Reviews of finished games, and whether a table allows hints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    hints = sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", hints)
    of_table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    of_upload = sa.ForeignKey("uploads.id", ondelete="CASCADE")
    op.create_table(
        "reviews",
        sa.Column("of", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), of_table, nullable=True, index=True),
        sa.Column("upload_id", sa.String(32), of_upload, nullable=True, index=True),
        sa.Column("status", sa.String(10), nullable=False, index=True),
        sa.Column("asked", sa.Float(53), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("document", sa.Text, nullable=True),
    )
