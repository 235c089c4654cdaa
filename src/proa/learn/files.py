"""Files that are written completely or not at all, also if the process is killed."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from proa.engine.errors import BadDocument


def replace_file(file: Path, content: bytes) -> None:
    """Write a file beside its place, then move it there; raise :class:`BadDocument` on failure."""
    partial = file.with_name(f"{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        partial.replace(file)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        reason = error.strerror or str(error)
        raise BadDocument("{file}: can't be written: {reason}", file=file, reason=reason) from None


def check_identity(file: Path, mine: dict[str, Any]) -> None:
    """Write what a folder is for into a file; raise :class:`BadDocument` if it is for something
    else."""
    content = json.dumps(mine, indent=1).encode()
    if not file.exists():
        replace_file(file, content)
        return
    theirs = _object_in(file)
    for name, value in json.loads(content).items():
        if theirs.get(name) != value:
            raise BadDocument(
                "{file}: {name} is {theirs} there, but {mine} here; choose another folder",
                file=file,
                name=name,
                theirs=json.dumps(theirs.get(name)),
                mine=json.dumps(value),
            )


def _object_in(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}
