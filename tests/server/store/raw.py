"""A database without the store: plain SQL."""

from __future__ import annotations

import sqlalchemy as sa


def connect(database: str) -> sa.Engine:
    """Return an engine of a database."""
    url = sa.make_url(database)
    is_sqlite = url.get_backend_name() == "sqlite"
    return sa.create_engine(url.set(drivername="sqlite" if is_sqlite else "postgresql+psycopg"))
