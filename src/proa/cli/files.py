"""Files that commands read and write."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path

from proa.engine.errors import BadDocument, BadOption, ProaError


def a_path(value: str) -> Path:
    """Return a file or folder; refuse an empty name, which would be the current folder."""
    if not value:
        raise BadOption("a file or folder has an empty name; the folder you are in is .")
    return Path(value)


def read_file(file: str) -> str:
    """Read a file that may be a record; of a file that is too large, only enough to detect that."""
    from proa.records import MOST_BYTES

    try:
        if file == "-":
            if isinstance(sys.stdin, TextIOWrapper):
                sys.stdin.reconfigure(encoding="utf-8")  # as files are, whatever the console is
            return sys.stdin.read(MOST_BYTES + 1)
        with a_path(file).open(encoding="utf-8") as opened:
            return opened.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise BadDocument("{file}: no such file", file=file) from None
    except IsADirectoryError:
        raise BadDocument("{file}: is a folder, not a file", file=file) from None
    except UnicodeDecodeError:
        raise BadDocument("{file}: is not UTF-8 text", file=file) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadDocument("{file}: can't be read: {reason}", file=file, reason=reason) from None


@contextmanager
def named(file: str) -> Iterator[None]:
    """Add the file's name to errors about a document."""
    try:
        yield
    except ProaError as error:
        raise BadDocument("{file}: {reason}", file=file, reason=error.message) from error


def check_place(file: Path, force: bool) -> None:
    """Raise :class:`BadDocument` if a file can't be written, before any work is done for it.

    Unless ``force``, nor may there be one: what was written is not lost.
    """
    if file.is_dir():
        raise BadDocument("{file}: is a folder, not a file", file=file)
    if not file.parent.is_dir():
        raise BadDocument("{file}: there is no folder {folder}", file=file, folder=file.parent)
    if file.is_file() and not force:
        raise BadDocument("{file}: exists already; --force replaces it", file=file)


def write_file(file: Path, content: str) -> None:
    """Write a file completely or not at all, following links; a pipe is written directly."""
    try:
        place = file.resolve()
        if place.exists() and not place.is_file():
            place.write_text(content, encoding="utf-8")
        else:
            _replace(place, content)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadDocument("{file}: can't be written: {reason}", file=file, reason=reason) from None


def _replace(file: Path, content: str) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    partial = Path(name)
    try:
        with open(handle, "w", encoding="utf-8") as opened:
            opened.write(content)
        mask = os.umask(0)
        os.umask(mask)
        partial.chmod(file.stat().st_mode & 0o777 if file.exists() else 0o666 & ~mask)
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
