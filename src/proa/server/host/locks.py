"""Locks on a data folder: shared by servers, or exclusive for one restore."""

from __future__ import annotations

import os
from pathlib import Path

from proa.engine.errors import BadOption

_SHARED_BYTES = (510, 0x40000002)
"""Number and start of the bytes that SQLite locks while a connection is open."""


class Hold:
    """A lock on a data folder, until it is closed or the process ends."""

    def __init__(self, folder: Path, *, alone: bool) -> None:
        self._descriptor = -1
        if os.name != "posix":
            return  # open files can't be moved there
        import fcntl

        self._descriptor = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(
                self._descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB
            )
        except BlockingIOError:
            self.close()
            raise _in_use(folder, alone) from None
        except OSError:
            pass  # a file system without locks

    def close(self) -> None:
        """Release the lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __del__(self) -> None:
        self.close()


def _in_use(folder: Path, alone: bool) -> BadOption:
    if alone:
        return BadOption(
            "a server or another restore uses {folder}: stop all servers first", folder=str(folder)
        )
    return BadOption(
        "a backup is being restored into {folder}: start the server when that has ended",
        folder=str(folder),
    )


def is_open(database: Path) -> bool:
    """Return whether another process has a SQLite database open, with or without a lock."""
    if os.name != "posix" or not database.is_file():
        return False
    import fcntl

    with database.open("r+b") as opened:
        try:
            fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB, *_SHARED_BYTES)
        except OSError:
            return True
    return False
