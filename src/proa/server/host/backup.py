"""Makes backups while servers run: a folder with tables, key, settings and editions.

The tables always are a SQLite file, whichever database they come from, so that a backup can be
checked, and restored into either kind.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from proa import __version__
from proa.engine.errors import BadOption
from proa.server.config import privacy
from proa.server.config.config_loader import without_password
from proa.server.config.settings import Settings
from proa.server.store import integrity, migrations, transfer

TABLES = "proa.sqlite3"
MANIFEST = "manifest.json"
BESIDE = ("cookie.key", "proa.toml", "editions")
"""The other parts of the data folder that belong to a backup."""
FORMAT = 1
_MADE = re.compile(r"\d{4}-\d\d-\d\dT\d{6}Z")


@dataclass(frozen=True)
class Manifest:
    """The contents of a backup, for later checks."""

    format: int
    made: str
    proa: str
    step: str
    """The migration step of the tables (see the migrations)."""
    rows: dict[str, int]
    files: dict[str, str]
    """The SHA-256 of each file, by its path in the folder."""


def make(settings: Settings, folder: Path, keep: int) -> Path:
    """Make a backup in ``folder``, and delete all but the newest ``keep``; return its folder."""
    data = settings.data_dir
    if not data.is_dir():
        raise BadOption("there is no folder {folder}", folder=str(data))
    with failing_as(folder):
        privacy.new_folder(folder)
        partial = _new_folder(folder)
        try:
            copy_tables(settings, partial / TABLES)
            for name in BESIDE:
                if (data / name).exists():
                    copy(data / name, partial / name)
            _write_manifest(partial)
            made = partial.rename(partial.with_suffix(""))
            sync(folder)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
        _delete_old(folder, keep, made)
    return made


def copy_tables(settings: Settings, output: Path) -> None:
    """Copy the tables in one transaction into a new SQLite file, and check it."""
    url = sa.make_url(settings.database)
    if url.get_backend_name() == "sqlite":
        source = Path(url.database or "")
        if not source.is_file():
            raise BadOption("there is no database in {folder}", folder=str(source.parent))
        copy_file_of(source, output)
    else:
        _copy_postgresql(url, output)
    fault = integrity.find_fault(output)
    if fault:
        raise BadOption(
            "the database {url} is damaged: {reason}", url=printable_url(url), reason=fault
        )
    sync(output)


def copy_file_of(source: Path, output: Path) -> None:
    """Copy a SQLite database, with the files beside it, in one transaction."""
    integrity.check_beside(source)
    privacy.new_file(output)
    with closing(sqlite3.connect(source)) as running, closing(sqlite3.connect(output)) as made:
        running.execute(f"PRAGMA busy_timeout = {1000 * migrations.PATIENCE}")
        running.backup(made)
        made.execute("PRAGMA journal_mode = DELETE")  # one file that can be moved


def _copy_postgresql(url: sa.URL, output: Path) -> None:
    source, target = transfer.engine_of(url), transfer.engine_of(sqlite_url(output))
    with source.connect().execution_options(isolation_level="REPEATABLE READ") as read:
        step = migrations.step_of(read)
        if step != migrations.newest():
            raise BadOption(
                "the tables of {url} are of step {theirs}, and this proa knows {ours}: make the"
                " backup with the proa that made them, or bring them up to date by: proa migrate",
                url=printable_url(url),
                theirs=step or "-",
                ours=migrations.newest(),
            )
        privacy.new_file(output)
        migrations.upgrade(sqlite_url(output))
        with target.begin() as write:
            transfer.copy_rows(read, write)
    in_one_file(output)


def in_one_file(database: Path) -> None:
    """Turn a SQLite database into a single file, without files beside it."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA journal_mode = DELETE")


def sqlite_url(file: Path) -> sa.URL:
    """Return the address of a SQLite file."""
    return sa.URL.create("sqlite", database=str(file))


def printable_url(url: sa.URL) -> str:
    """Return the address of a database for people: the path of a file."""
    return str(url.database) if url.get_backend_name() == "sqlite" else without_password(url)


# -- the folder ------------------------------------------------------------------------------


def time_now() -> str:
    """Return the present time in the form of folder names."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H%M%SZ")


def _new_folder(folder: Path) -> Path:
    """Make the folder for the backup of this second; if it exists, of the next free second."""
    while True:
        partial = folder / f"{time_now()}.part"
        if not partial.with_suffix("").exists():
            with contextlib.suppress(FileExistsError):
                partial.mkdir(mode=privacy.FOLDER)
                return partial
        time.sleep(0.1)


def copy(source: Path, target: Path) -> None:
    """Copy a file or folder, following links, readable by our account only."""
    if source.is_dir():
        target.mkdir(mode=privacy.FOLDER)
        for inside in sorted(source.iterdir()):
            copy(inside, target / inside.name)
    else:
        privacy.new_file(target)
        shutil.copyfile(source, target)
        sync(target)


def sync(path: Path) -> None:
    """Flush a file, or the entries of a folder, to the disk."""
    if os.name == "posix":
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def files_in(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file, by its path, without the manifest's own."""
    return {
        path.relative_to(folder).as_posix(): hash_of(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path != folder / MANIFEST
    }


def hash_of(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _write_manifest(folder: Path) -> None:
    step, rows = look_at(folder / TABLES)
    files = files_in(folder)
    made = folder.name.partition(".")[0]
    manifest = Manifest(FORMAT, made, __version__, step or "", rows, files)
    place = folder / MANIFEST
    privacy.new_file(place)
    place.write_text(json.dumps(asdict(manifest), indent=1) + "\n", encoding="utf-8")
    sync(place)


def look_at(tables: Path) -> tuple[str | None, dict[str, int]]:
    """Return the migration step of a SQLite file's tables, and the number of rows of each."""
    with transfer.engine_of(sqlite_url(tables)).connect() as connection:
        return migrations.step_of(connection), transfer.count_rows(connection)


def _delete_old(folder: Path, keep: int, made: Path) -> None:
    """Delete the oldest backups; never the new one, even if the clock was wrong before."""
    ours = sorted(path for path in folder.iterdir() if path.is_dir() and _MADE.fullmatch(path.name))
    others = [path for path in ours if path != made]
    for old in others[: max(0, len(ours) - keep)]:
        shutil.rmtree(old)


@contextlib.contextmanager
def failing_as(place: Path) -> Iterator[None]:
    """Turn errors into :class:`BadOption` with the name of the place."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise _failed(place, str(error.orig).strip().splitlines()[0]) from None
    except (OSError, sqlite3.Error) as error:
        reason: Any = error.strerror if isinstance(error, OSError) else str(error)
        file = getattr(error, "filename2", None) or getattr(error, "filename", None)
        raise _failed(Path(file) if file else place, reason or str(error)) from None


def _failed(place: Path, reason: str) -> BadOption:
    return BadOption("{file}: {reason}", file=str(place), reason=reason)
