"""The database's schema, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

SQLITE_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 10000",
)
_LOCK = 7_406_121
"""The PostgreSQL advisory lock that lets one process upgrade at a time."""


def upgrade(url: sa.URL, to: str = "head") -> None:
    """Bring the database at ``url`` to a revision; safe when several processes start at once."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    is_sqlite = url.get_backend_name() == "sqlite"
    engine = sa.create_engine(
        url.set(drivername="sqlite+pysqlite" if is_sqlite else "postgresql+psycopg"),
        poolclass=sa.NullPool,
    )
    if is_sqlite:
        sa.event.listen(engine, "connect", _prepare_sqlite)
    with engine.connect() as connection:
        if is_sqlite:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
        config.attributes["connection"] = connection
        command.upgrade(config, to)
        connection.commit()
    engine.dispose()


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None
    for pragma in SQLITE_PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    # A table is altered by copying and dropping it, which must not take its children along.
    connection.execute("PRAGMA foreign_keys = OFF")
