"""Checks of a database's integrity before a server uses it."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from proa.engine.errors import BadOption
from proa.engine.messages import Message, say
from proa.server.config.config_loader import without_password
from proa.server.store.schema import metadata

SECONDS = 3.0
"""Seconds for the check of a SQLite file at the start; backups check it completely."""
_MISSING = ("42P01", "42703")
"""PostgreSQL's codes for missing tables and columns."""
_STEPS = 10_000
"""Instructions of SQLite between two checks of the time limit."""


def check_file(file: Path, seconds: float | None = SECONDS) -> None:
    """Check a SQLite file, for at most ``seconds``; raise :class:`BadOption` if it is damaged.

    Missing and unreadable files are ignored: opening them will report the error.
    """
    if not file.is_file():
        return
    check_beside(file)
    until = time.monotonic() + (float("inf") if seconds is None else seconds)
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as found:
            found.set_progress_handler(lambda: time.monotonic() > until, _STEPS)
            (verdict,) = found.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        kind = error.sqlite_errorcode & 0xFF  # without the extended part of the code
        if kind not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return  # e.g. the time is over
        verdict = str(error)
    if verdict != "ok":
        raise BadOption(
            "the database {file} is damaged: {reason}. Stop every server that uses it, move it"
            " away with the files -wal and -shm beside it, and put a backup back in its place by:"
            " proa admin restore."
            " Without a backup, what can be read is saved by:"
            " sqlite3 OLD-FILE .recover | sqlite3 NEW-FILE",
            file=str(file),
            reason=" ".join(verdict.split()),
        )


def check_beside(file: Path) -> None:
    """Refuse a database beside the log of another one, which SQLite would apply to it.

    proa's databases use write-ahead logs, as their header shows; backups do not.
    """
    log = file.with_name(file.name + "-wal")
    if not log.is_file() or not log.stat().st_size:
        return
    with file.open("rb") as opened:
        head = opened.read(20)
    if len(head) == 20 and head[18:20] != b"\x02\x02":
        raise BadOption(
            "{log} is left over from another database than {file}, and would be mixed with it."
            " Move both away, and put the backup back by: proa admin restore",
            log=log.name,
            file=str(file),
        )


def find_fault(file: Path) -> str | Message:
    """Return what is wrong with a SQLite file that nobody else uses; empty if nothing is."""
    try:
        with closing(sqlite3.connect(file)) as opened:
            (verdict,) = opened.execute("PRAGMA integrity_check(1)").fetchone()
            lost = opened.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as error:
        verdict, lost = str(error), None
    if verdict == "ok" and lost is not None:
        return say(
            "a row of {table} belongs to a row of {other} that is not there",
            table=lost[0],
            other=lost[2],
        )
    return "" if verdict == "ok" else " ".join(verdict.split())


def check_tables(engine: sa.Engine) -> None:
    """Check that all tables and columns exist; raise :class:`BadOption` otherwise."""
    with engine.connect() as connection:
        for table in metadata.sorted_tables:
            try:
                connection.execute(sa.select(*table.c).limit(0))
            except sa.exc.DBAPIError as error:
                if getattr(error.orig, "sqlstate", _MISSING[0]) not in _MISSING:
                    raise
                raise foreign(engine, str(error.orig)) from None


def foreign(engine: sa.Engine, reason: str) -> BadOption:
    """Return the refusal of a database whose tables are not, or no longer, proa's."""
    return BadOption(
        "the database {url} doesn't have the tables of this proa: {reason}. Restore a backup, "
        "or give proa a database of its own",
        url=without_password(engine.url),
        reason=reason.strip().splitlines()[0],
    )
