"""Restores a backup while no server runs, after checking the backup and the target."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import sqlalchemy as sa

from proa.engine.errors import BadOption
from proa.server.config import privacy
from proa.server.config.config_loader import FILE
from proa.server.config.config_loader import settings as read_settings
from proa.server.config.settings import Settings
from proa.server.host import backup, switch
from proa.server.host.backup import BESIDE, TABLES
from proa.server.host.backup_check import manifest_of, stage
from proa.server.host.housekeeping import upgrade_database
from proa.server.host.locks import Hold, is_open
from proa.server.store import transfer
from proa.server.store.schema import beats

PATIENCE = 2.0
"""Seconds in which just closed connections to PostgreSQL may disappear."""


@dataclass(frozen=True)
class Restored:
    """The result of a restore."""

    tables: int
    events: int
    made: str
    """When the backup was made; empty if unknown."""
    into: str
    """The database."""
    aside: Path | None
    """The folder of the replaced files."""
    is_settings_kept: bool
    """Whether the data folder's own settings were left unchanged."""


def restore(settings: Settings, source: Path, *, move_aside: bool, drill: bool) -> Restored:
    """Restore the backup ``source``; raise :class:`BadOption` with what prevents it.

    ``move_aside`` moves an existing SQLite database and its files into a folder of their own. A
    ``drill`` makes a data folder whose server uses nothing outside of it.
    """
    if not source.exists():
        raise BadOption("there is no backup {file}", file=str(source))
    data = settings.data_dir
    with backup.failing_as(data), _new_folder(data), closing(Hold(data, alone=True)):
        switch.finish(data)
        settings = _with_database(settings, source, drill)
        url = sa.make_url(settings.database)
        _check_free(data, url, source, move_aside=move_aside, drill=drill)
        manifest = manifest_of(source)
        staging = switch.new_folder(data)
        try:
            rows = stage(source, staging, manifest)
            is_settings_kept = _lay_out(staging, data, settings, drill=drill)
            if url.get_backend_name() == "postgresql":
                with _filling(settings, url, staging / TABLES, rows):
                    (staging / TABLES).unlink()
                    aside = switch.switch(staging)
            else:
                aside = switch.switch(staging)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
        privacy.shut(data, None)
        if aside:
            privacy.shut(aside, None)
    made = manifest.made if manifest else ""
    into = backup.printable_url(url)
    return Restored(rows["tables"], rows["events"], made, into, aside, is_settings_kept)


# -- checking the target -------------------------------------------------------------------------


@contextlib.contextmanager
def _new_folder(data: Path) -> Iterator[None]:
    """Make the data folder; remove it again if an error leaves it empty."""
    was_there = data.exists()
    privacy.new_folder(data)
    try:
        yield
    except BaseException:
        if not was_there:
            with contextlib.suppress(OSError):
                data.rmdir()
        raise


def _with_database(settings: Settings, source: Path, drill: bool) -> Settings:
    """Return settings with the database that a server will use after the restore.

    If the data folder has no settings, these are the backup's.
    """
    file = source / FILE
    if drill or not file.is_file() or (settings.data_dir / FILE).exists():
        return settings
    backup_settings = read_settings({"data_dir": settings.data_dir}, (), file, {})
    if not backup_settings.database_url or _place(backup_settings) == _place(settings):
        return settings
    if settings.database_url:
        raise BadOption(
            "the settings in the backup ({file}) name another database than you do. If this is a"
            " drill, add --drill. Else write {own} with the database that the server is to use,"
            " and restore again: settings that are there stay",
            file=str(file),
            own=str(settings.data_dir / FILE),
        )
    return replace(
        settings,
        database_url=backup_settings.database_url,
        database_password_file=backup_settings.database_password_file,
    )


def _place(settings: Settings) -> tuple[str, int, str]:
    """Return the host, port and name of a database, independent of how they are written."""
    url = sa.make_url(settings.database_url or settings.database)
    host = url.host or os.environ.get("PGHOST") or "localhost"
    port = url.port or int(os.environ.get("PGPORT") or 5432)
    return ("localhost" if host in ("127.0.0.1", "::1") else host, port, url.database or "")


def _check_free(data: Path, url: sa.URL, source: Path, *, move_aside: bool, drill: bool) -> None:
    """Refuse if a server runs, or something would be overwritten."""
    is_sqlite = url.get_backend_name() == "sqlite"
    if is_sqlite and url.database != str(data / TABLES):
        raise BadOption(
            "tables are restored into {file} or into PostgreSQL, not into {other}",
            file=str(data / TABLES),
            other=str(url.database),
        )
    if is_open(data / TABLES):
        raise BadOption(
            "a server or another program has {file} open: stop all servers first",
            file=str(data / TABLES),
        )
    found = [data / (TABLES + end) for end in privacy.SIDE_FILES] if is_sqlite else []
    if source.is_dir():
        found += [data / name for name in BESIDE if _differs(source / name, data / name)]
    if drill:
        found.append(data / FILE)
    there = ", ".join(path.name for path in found if path.exists() or path.is_symlink())
    if there and drill:
        raise BadOption(
            "{folder} is in use ({names}): a drill needs a new folder",
            folder=str(data),
            names=there,
        )
    if there and not move_aside:
        raise BadOption(
            "{folder} is in use: move what is there away first ({names}), or add --move-aside,"
            " which moves it into a folder of its own",
            folder=str(data),
            names=there,
        )


def _differs(new: Path, there: Path) -> bool:
    """Return whether something would be overwritten by something else; present settings stay."""
    if new.name == FILE or not new.exists():
        return False
    if new.is_dir() and there.is_dir():
        return backup.files_in(new) != backup.files_in(there)
    return not (new.is_file() and there.is_file() and new.read_bytes() == there.read_bytes())


# -- writing the files ---------------------------------------------------------------------------


def _lay_out(staging: Path, data: Path, settings: Settings, *, drill: bool) -> bool:
    """Remove unchanged files from the new ones and write a drill's settings.

    Return whether the present settings stay.
    """
    for name in ("cookie.key", "editions"):
        if (data / name).exists() and not _differs(staging / name, data / name):
            new = staging / name
            shutil.rmtree(new) if new.is_dir() else new.unlink(missing_ok=True)
    backup_settings = staging / FILE
    is_kept = (data / FILE).exists() and backup_settings.exists()
    if is_kept or drill:
        backup_settings.unlink(missing_ok=True)
    if drill:
        privacy.new_file(backup_settings)
        backup_settings.write_text(_drill_settings(settings), encoding="utf-8")
    return is_kept


def _drill_settings(settings: Settings) -> str:
    lines = ["# Made by: proa admin restore --drill", "drill = true"]
    if settings.database_url:
        lines.append(f"database_url = {_quoted(settings.database_url)}")
    if settings.database_password_file:
        password = str(settings.database_password_file.absolute())
        lines.append(f"database_password_file = {_quoted(password)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


@contextlib.contextmanager
def _filling(settings: Settings, url: sa.URL, tables: Path, rows: dict[str, int]) -> Iterator[None]:
    """Fill an empty PostgreSQL database in one transaction, committed at the end of the context."""
    upgrade_database(settings)
    source = transfer.engine_of(backup.sqlite_url(tables))
    with source.connect() as read, transfer.engine_of(url).begin() as write:
        _check_unused(write, backup.printable_url(url))
        transfer.copy_rows(read, write)
        if transfer.count_rows(write) != rows:
            raise BadOption(
                "{url}: not all rows have arrived; nothing was restored",
                url=backup.printable_url(url),
            )
        read.close()
        yield


def _check_unused(connection: sa.Connection, url: str) -> None:
    """Refuse a database that contains rows or has other connections."""
    found = transfer.count_rows(connection)
    if any(n for name, n in found.items() if name != beats.name):
        raise BadOption(
            "the database {url} is in use: it has {n} tables of games already. Restore into an"
            " empty one, or, to try it, into a folder alone with --drill",
            url=url,
            n=found["tables"],
        )
    others = sa.text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    until = time.monotonic() + PATIENCE
    while connection.execute(others).scalar_one():
        if time.monotonic() > until:
            raise BadOption(
                "other programs are connected to {url}: stop all servers first", url=url
            )
        connection.execute(sa.text("SELECT pg_stat_clear_snapshot()"))
        time.sleep(0.1)
