"""Remove answers of even duration; a delayed answer is asked again."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    for column in ("evenly", "answered", "answered_at"):
        op.drop_column("seats", column)
