"""Which of the seats that share a screen has taken it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    column = sa.Column("at_screen", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("holders", column)
