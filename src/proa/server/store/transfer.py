"""Copies all rows from one database to another, of either kind."""

from __future__ import annotations

import sqlalchemy as sa

from proa.server.store.schema import beats, metadata

_AT_ONCE = 1000
"""Rows in memory at a time."""


def engine_of(url: sa.URL) -> sa.Engine:
    """Return an engine without a pool, for one task; errors quote no rows."""
    is_sqlite = url.get_backend_name() == "sqlite"
    name = "sqlite+pysqlite" if is_sqlite else "postgresql+psycopg"
    return sa.create_engine(url.set(drivername=name), poolclass=sa.NullPool, hide_parameters=True)


def copy_rows(source: sa.Connection, target: sa.Connection) -> None:
    """Copy all rows of proa's tables; both databases have the newest schema."""
    target.execute(sa.delete(beats))  # the row that the migrations insert
    for table in metadata.sorted_tables:
        found = source.execute(sa.select(table).execution_options(yield_per=_AT_ONCE))
        for rows in found.mappings().partitions():
            target.execute(sa.insert(table), [dict(row) for row in rows])


def count_rows(connection: sa.Connection) -> dict[str, int]:
    """Count the rows of each of proa's tables; an older database may lack some tables."""
    there = set(sa.inspect(connection).get_table_names())
    return {
        table.name: connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
        for table in metadata.sorted_tables
        if table.name in there
    }
