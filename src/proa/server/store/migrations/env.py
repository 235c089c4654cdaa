"""Run by Alembic with the connection of :func:`proa.server.store.migrations.upgrade`."""

from __future__ import annotations

from alembic import context

from proa.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()
