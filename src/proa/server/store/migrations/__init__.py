"""The migrations of the database's schema."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from proa.engine.errors import BadOption
from proa.server.store import integrity
from proa.server.store.schema import tables

HERE = Path(__file__).parent
PATIENCE = 10
"""Seconds to wait for other writers of a SQLite file."""
_LOCK = 7_406_121
"""The PostgreSQL advisory lock for one migration at a time."""


def upgrade(url: sa.URL, to: str = "head") -> None:
    """Migrate the database at ``url`` to a revision; safe for simultaneous processes.

    Raise :class:`BadOption` for a database of a newer proa, or with other tables than proa's.
    """
    is_sqlite = url.get_backend_name() == "sqlite"
    engine = sa.create_engine(
        url.set(drivername="sqlite+pysqlite" if is_sqlite else "postgresql+psycopg"),
        poolclass=sa.NullPool,
    )
    if is_sqlite:
        sa.event.listen(engine, "connect", _prepare_sqlite)
    found = _revision(engine)
    if found is not None and found.isdecimal() and found > newest():
        raise BadOption(
            "the tables were made by a newer proa (step {theirs}, this one knows {ours}): "
            "install that version again, or restore the backup",
            theirs=found,
            ours=newest(),
        )
    if found is not None and found not in _known():
        raise integrity.foreign(engine, f"alembic_version: {found}")
    if to != "head" or found != newest():
        _upgrade(engine, to)
    if to == "head":
        integrity.check_tables(engine)
    engine.dispose()


def prepare_sqlite(connection: sqlite3.Connection) -> None:
    """Configure a connection to a SQLite file: explicit transactions, durable commits."""
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {1000 * PATIENCE}")
    _log_ahead(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging, so that writers don't wait for readers.

    SQLite does not wait for another connection that does the same, so this function does.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY  # or extended
            if not is_busy or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


def newest() -> str:
    """Return the newest revision."""
    return max(_known())


def _known() -> set[str]:
    return {path.name.partition("_")[0] for path in (HERE / "versions").glob("[0-9]*.py")}


def step_of(connection: sa.Connection) -> str | None:
    """Return the revision stored in a database."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    query = sa.text("SELECT version_num FROM alembic_version")
    found: str | None = connection.execute(query).scalar()
    return found


def _revision(engine: sa.Engine) -> str | None:
    """Return the revision of a database, without Alembic, which is slow to import."""
    with engine.connect() as connection:
        inspect, found = sa.inspect(connection), step_of(connection)
        if found is None and inspect.has_table(tables.name):
            raise integrity.foreign(engine, f"no alembic_version, but {tables.name}")
        return found


def _upgrade(engine: sa.Engine, to: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE))
    is_sqlite = engine.url.get_backend_name() == "sqlite"
    with engine.connect() as connection:
        if is_sqlite:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
        config.attributes["connection"] = connection
        command.upgrade(config, to)
        connection.commit()


def _prepare_sqlite(connection: Any, _: object) -> None:
    prepare_sqlite(connection)
    # Altering a table copies and drops it, which must not delete rows that refer to it.
    connection.execute("PRAGMA foreign_keys = OFF")
