"""Who may read what lies in the data folder: nobody but the account that runs the server.

Seeds of running games, open invitations and the key of all seats lie there. Folders that were made
before are shut too. On Windows a user's own folder is shut by the system, and modes mean nothing.
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
"""What SQLite calls the files beside a database, each after the database's own name."""


def shut(folder: Path, database: Path | None) -> None:
    """Shut the data folder, made already, and all of ours in it, copies of the database too.

    Somebody's home and the like are left open if they were named: they are used for more than this.
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
    """Shut a SQLite file and those beside it; an empty one is made, so that it is born shut."""
    with contextlib.suppress(OSError):  # it is there, or whoever opens it will say what is wrong
        new_file(database)
    for path in _beside(database):
        _set(path, FILE)


def new_file(path: Path) -> None:
    """Make an empty file that others can't read; ``FileExistsError`` if it is there."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))


def new_folder(path: Path) -> None:
    """Make a folder that others can't enter, if it is not there."""
    path.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def _beside(database: Path) -> Iterable[Path]:
    return [database.with_name(database.name + end) for end in SIDE_FILES]


def _shut_all(path: Path) -> None:
    if path.is_symlink():
        return  # what it leads to is kept elsewhere, by somebody else's rules
    _set(path, FOLDER if path.is_dir() else FILE)
    if path.is_dir():
        for inside in path.iterdir():
            _shut_all(inside)


def _set(path: Path, mode: int) -> None:
    """Set a mode where that can be done: a volume may be read-only, or another's."""
    if os.name == "posix":
        with contextlib.suppress(OSError):
            if path.stat().st_mode & 0o777 & ~mode:
                path.chmod(path.stat().st_mode & mode)
