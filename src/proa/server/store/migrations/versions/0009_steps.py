"""Times that show when the clock was set: the start of leases, the last clean-up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    for table, name in (("leases", "since"), ("beats", "cleaned_at")):
        op.add_column(table, sa.Column(name, sa.Float(53), nullable=False, server_default="0"))
