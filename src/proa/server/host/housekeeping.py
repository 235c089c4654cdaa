"""Maintenance beside the server: data folder, database, old tables, copies."""

from __future__ import annotations

import asyncio
import contextlib
import platform
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import sqlalchemy as sa

from proa.engine.errors import BadOption
from proa.server.config import privacy
from proa.server.config.config_loader import own_folder, without_password
from proa.server.config.settings import Settings
from proa.server.host import switch
from proa.server.host.backup import copy_tables, failing_as
from proa.server.store import integrity, migrations
from proa.server.store.store import Store

_DAY = 24 * 3600
_NO_RIGHT = "42501"
"""PostgreSQL's code for insufficient privilege."""


def open_database(settings: Settings) -> None:
    """Make the folder and migrate the database; raise :class:`BadOption` with what fails."""
    url = sa.make_url(settings.database)
    is_postgresql = url.get_backend_name() == "postgresql"
    if is_postgresql and platform.system() == "Windows":  # psycopg can't use its event loop
        raise BadOption(
            "on Windows, tables can't be stored in PostgreSQL; leave --database out to use SQLite"
        )
    try:
        privacy.new_folder(settings.data_dir)
        privacy.shut(settings.data_dir, None if is_postgresql else _file_of(url))
        with tempfile.TemporaryFile(dir=settings.data_dir):
            pass  # SQLite does not report a read-only folder
    except OSError as error:
        raise BadOption(
            "the data folder {folder} can't be used: {reason}; name another with --data",
            folder=str(settings.data_dir),
            reason=error.strerror or str(error),
        ) from None
    switch.finish_interrupted(settings.data_dir)
    upgrade_database(settings)


def upgrade_database(settings: Settings) -> None:
    """Migrate the database; raise :class:`BadOption` with what fails."""
    url = sa.make_url(settings.database)
    try:
        if url.get_backend_name() == "postgresql":
            import_module("greenlet")  # the store works in greenlets there
        elif url.database:
            integrity.check_file(Path(url.database))
        migrations.upgrade(url)
    except ModuleNotFoundError:
        raise BadOption(
            "PostgreSQL needs a driver; install it with: pip install 'proa[postgres]'"
        ) from None
    except sa.exc.DBAPIError as error:
        reason = str(error.orig).strip().splitlines()[0]
        if getattr(error.orig, "sqlstate", None) == _NO_RIGHT:
            raise BadOption(
                "this role may not change the tables of {url}: {reason}. Update them first "
                "with the role that owns them: proa migrate",
                url=without_password(settings.database),
                reason=reason,
            ) from None
        raise BadOption(
            "the database {url} can't be opened: {reason}",
            url=without_password(settings.database),
            reason=reason,
        ) from None


def tidy(settings: Settings, days: int) -> int:
    """Remove tables and uploads unused for ``days`` days; return the number of tables.

    The days count from the last use of any table, if the clock is later than that: a wrong clock
    deletes nothing. Tables are expected in a folder that was named; the user's own may have none
    yet.
    """

    async def clean() -> int:
        store = Store(settings.database)
        try:
            await store.set_clock()
            now = min(store.now(), await store.last_known())
            return await store.tidy(now - days * _DAY)
        finally:
            await store.close()

    if settings.data_dir == own_folder() and _is_missing(settings):
        return 0
    open_existing(settings)
    return asyncio.run(clean())


def open_existing(settings: Settings) -> None:
    """Migrate an existing database; raise :class:`BadOption` with what fails."""
    if _is_missing(settings):
        raise _no_database(settings)
    open_database(settings)


def _is_missing(settings: Settings) -> bool:
    return not settings.database_url and not _sqlite_file(settings).exists()


def backup(settings: Settings, output: Path) -> Path:
    """Copy the tables into a SQLite file, also while a server runs; return the copy's path."""
    partial = output.with_name(output.name + ".part")
    with failing_as(output):
        if output.exists():
            raise BadOption("{file}: already exists", file=str(output))
        if not output.parent.is_dir():
            folder = str(output.parent)
            raise BadOption("{file}: there is no folder {folder}", file=str(output), folder=folder)
        with _temporary(partial):
            copy_tables(settings, partial)
            partial.replace(output)
    return output


@contextlib.contextmanager
def _temporary(file: Path) -> Iterator[None]:
    """Delete a file and SQLite's files beside it, before and after the context."""
    beside = [file.with_name(file.name + end) for end in privacy.SIDE_FILES]

    def remove() -> None:
        for path in beside:
            path.unlink(missing_ok=True)

    remove()
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            remove()


def _no_database(settings: Settings) -> BadOption:
    return BadOption("there is no database in {folder}", folder=str(settings.data_dir))


def _file_of(url: sa.URL) -> Path | None:
    """Return the file of a SQLite database; None for one in memory."""
    return Path(url.database) if url.database and url.database != ":memory:" else None


def _sqlite_file(settings: Settings) -> Path:
    return settings.data_dir / "proa.sqlite3"
