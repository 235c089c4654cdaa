"""Reads a backup: checks that it is complete, and prepares its files for a restore."""

from __future__ import annotations

import json
from pathlib import Path

from proa.engine.errors import BadOption
from proa.engine.messages import Message, say
from proa.server.host import backup
from proa.server.host.backup import BESIDE, FORMAT, MANIFEST, TABLES, Manifest
from proa.server.store import integrity, migrations


def manifest_of(source: Path) -> Manifest | None:
    """Return the checked manifest of a backup; None for an old backup without one."""
    place = source / MANIFEST
    if not place.is_file():
        _check_kind(source)
        return None
    try:
        read = json.loads(place.read_text(encoding="utf-8"))
        if read["format"] > FORMAT:
            raise _newer(source)
        manifest = Manifest(**read)
    except (ValueError, KeyError, TypeError) as error:
        raise damaged(source, say("{name}: {reason}", name=MANIFEST, reason=str(error))) from None
    for name, theirs in manifest.files.items():
        file = source / name
        if not file.is_file():
            raise damaged(source, say("there is no {name} in it", name=name))
        if backup.hash_of(file) != theirs:
            raise damaged(source, say("{name} has changed since it was made", name=name))
    return manifest


def _check_kind(source: Path) -> None:
    if source.is_dir() and not (source / TABLES).is_file():
        if (source / "proa.dump").is_file():
            raise BadOption(
                "{file} was made by pg_dump: give it to pg_restore, as the guide says",
                file=str(source / "proa.dump"),
            )
        raise BadOption("{folder} is no backup: it has no {name}", folder=str(source), name=TABLES)


def damaged(source: Path, reason: str | Message) -> BadOption:
    return BadOption(
        "the backup {file} is damaged: {reason}. Nothing was restored; take another one",
        file=str(source),
        reason=reason,
    )


def _newer(source: Path) -> BadOption:
    return BadOption(
        "a newer proa has made the backup {file}: install that, and restore it with that",
        file=str(source),
    )


def stage(source: Path, staging: Path, manifest: Manifest | None) -> dict[str, int]:
    """Copy the backup, check its tables and migrate them; return their numbers of rows."""
    if source.is_dir():
        for name in (TABLES, *BESIDE):
            if (source / name).exists():
                backup.copy(source / name, staging / name)
    else:
        backup.copy(source, staging / TABLES)
    tables = staging / TABLES
    if manifest is None:  # possibly copied by hand, with files beside the database
        main = source / TABLES if source.is_dir() else source
        for end in ("-wal", "-journal"):
            beside = main.with_name(main.name + end)
            if beside.is_file():
                backup.copy(beside, tables.with_name(tables.name + end))
    fault = integrity.find_fault(tables)
    if fault:
        raise damaged(source, fault)
    step, rows = backup.look_at(tables)
    if step is None or "tables" not in rows or "events" not in rows:
        raise BadOption("{file} is no backup: it has no tables of proa", file=str(source))
    if step.isdecimal() and step > migrations.newest():
        raise _newer(source)
    if manifest and (manifest.rows, manifest.step) != (rows, step):
        raise damaged(source, say("it has other rows than it says"))
    migrations.upgrade(backup.sqlite_url(tables))
    backup.in_one_file(tables)
    backup.sync(tables)
    return backup.look_at(tables)[1]
