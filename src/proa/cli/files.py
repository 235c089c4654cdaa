"""Files that commands read and write."""

from __future__ import annotations

import sys
from pathlib import Path

from proa.engine.errors import BadDocument


def read_file(file: str) -> str:
    try:
        if file == "-":
            return sys.stdin.read()
        return Path(file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadDocument("{file}: no such file", file=file) from None
    except IsADirectoryError:
        raise BadDocument("{file}: is a folder, not a file", file=file) from None
    except UnicodeDecodeError:
        raise BadDocument("{file}: is not text in UTF-8", file=file) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadDocument("{file}: can't be read: {reason}", file=file, reason=reason) from None


def check_folder_of(file: Path) -> None:
    """Refuse a file that can't be written before any work is done for it."""
    if file.is_dir():
        raise BadDocument("{file}: is a folder, not a file", file=file)
    if not file.parent.is_dir():
        raise BadDocument("{file}: there is no folder {folder}", file=file, folder=file.parent)


def write_file(file: Path, content: str) -> None:
    """Write a whole file or nothing."""
    partial = file.with_name(file.name + ".part")
    try:
        partial.write_text(content, encoding="utf-8")
        partial.replace(file)
    except OSError as error:
        partial.unlink(missing_ok=True)
        reason = error.strerror or str(error)
        raise BadDocument("{file}: can't be written: {reason}", file=file, reason=reason) from None
