"""File modes of the data folder: only the account that runs the server may read it.

It contains seeds of running games, open invitations and the key that signs cookies. The modes of
existing folders are reduced too. Windows protects a user's own folder by itself; modes have no
meaning there.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
OURS = ("cookie.key", "proa.toml", "editions")
SIDE_FILES = ("", "-wal", "-shm", "-journal")
"""What SQLite appends to a database's name for the files beside it."""


def shut(folder: Path, database: Path | None) -> None:
    """Restrict an existing data folder and our files in it, copies of the database too.

    A home folder, its parents and the temporary folder keep their own mode: others use them too.
    """
    inside = list(folder.iterdir())
    if folder.resolve() not in _shared_places():
        _set(folder, FOLDER)
    for path in inside:
        if path.name in OURS or ".sqlite3" in path.name:
            _shut_all(path)
    if database is not None:
        shut_database(database)


def _shared_places() -> set[Path]:
    home = Path.home().resolve()
    return {home, *home.parents, Path(tempfile.gettempdir()).resolve()}


def shut_database(database: Path) -> None:
    """Restrict a SQLite file and those beside it; create an empty one with the right mode."""
    with contextlib.suppress(OSError):  # it exists, or opening it will report the error
        new_file(database)
    for path in _beside(database):
        _set(path, FILE)


def new_file(path: Path) -> None:
    """Create an empty file that others can't read; raise ``FileExistsError`` if it exists."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))


def new_folder(path: Path) -> None:
    """Create a folder that others can't enter, if it does not exist."""
    path.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def _beside(database: Path) -> Iterable[Path]:
    return [database.with_name(database.name + end) for end in SIDE_FILES]


def _shut_all(path: Path) -> None:
    if path.is_symlink():
        return  # its target belongs elsewhere, with other rules
    _set(path, FOLDER if path.is_dir() else FILE)
    if path.is_dir():
        for inside in path.iterdir():
            _shut_all(inside)


def _set(path: Path, mode: int) -> None:
    """Set a mode where possible: a volume may be read-only or belong to another account."""
    if os.name == "posix":
        with contextlib.suppress(OSError):
            if path.stat().st_mode & 0o777 & ~mode:
                path.chmod(path.stat().st_mode & mode)
