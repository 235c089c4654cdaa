"""Refusals with their messages, and error texts that are safe to log."""

from __future__ import annotations

import errno
import os
import sqlite3
from enum import StrEnum

from proa.engine.messages import Message, say, text


class Code(StrEnum):
    """The reason of a refusal, for programs. Messages may change, these codes don't."""

    UNREADABLE = "unreadable"
    NO_TOKEN = "no_token"
    NOT_YOURS = "not_yours"
    NOT_FOUND = "not_found"
    WRONG_METHOD = "wrong_method"
    NOT_NOW = "not_now"
    TOO_LARGE = "too_large"
    UNKNOWN_HOST = "unknown_host"
    INVALID = "invalid"
    TOO_MUCH = "too_much"
    FAILED = "failed"
    UNAVAILABLE = "unavailable"
    STALE = "stale"
    NOT_YOUR_TURN = "not_your_turn"
    ILLEGAL = "illegal"
    UNFORESEEABLE = "unforeseeable"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOT_BEGUN = "not_begun"
    OVER = "over"
    NOT_OVER = "not_over"
    FROZEN = "frozen"
    AWAY = "away"
    PAUSED = "paused"
    TAKEN = "taken"
    COMPILING = "compiling"


_USUAL = {
    400: Code.UNREADABLE,
    401: Code.NO_TOKEN,
    403: Code.NOT_YOURS,
    404: Code.NOT_FOUND,
    405: Code.WRONG_METHOD,
    409: Code.NOT_NOW,
    413: Code.TOO_LARGE,
    421: Code.UNKNOWN_HOST,
    422: Code.INVALID,
    429: Code.TOO_MUCH,
    500: Code.FAILED,
    503: Code.UNAVAILABLE,
}
"""The code of each HTTP status that has no more specific one."""


class Refusal(Exception):
    """A request that is refused; ``message`` says why, ``status`` is the HTTP status.

    ``code`` gives the reason to programs. ``again`` is the number of seconds after which the
    request may succeed, ``limit`` the setting that forbids it.
    """

    def __init__(
        self,
        status: int,
        message: Message,
        code: Code | None = None,
        *,
        again: int | None = None,
        limit: str = "",
    ) -> None:
        super().__init__(text(message))
        self.status = status
        self.message = message
        self.code = code or _USUAL.get(status, Code.FAILED if status >= 500 else Code.INVALID)
        self.again = again
        self.limit = limit


class Elsewhere(Refusal):
    """The guest has no seat here, but the table was opened at another address of this server."""

    def __init__(self, address: str) -> None:
        self.address = address
        why = say(
            "This browser has no seat at this table here. The table was begun at another address,"
            " {address}. Browsers keep the seats of each address apart: open the table there, and"
            " choose “Continue on another device” in its menu for a link that brings the seat"
            " here.",
            address=address.partition("/table/")[0],
        )
        super().__init__(404, why)


class Compiling(Refusal):
    """The rules of ``game`` are not compiled yet; ``share`` is the finished part, from 0 to 1."""

    def __init__(self, game: str, title: Message, share: float) -> None:
        self.game = game
        self.title = title
        self.share = share
        done = say(
            "The rules of {game} are being prepared, which happens only once: {n}% done.",
            game=title,
            n=int(100 * share),
        )
        super().__init__(503, done, Code.COMPILING, again=2)


class SearchFailed(RuntimeError):
    """A bot's search failed; holds the error of the worker process."""


class WriteFailure(StrEnum):
    """Why the database or the disk takes no writes, for the person who runs the server."""

    FULL = "the disk is full"
    READ_ONLY = "the database can only be read"
    BROKEN = "the disk fails"
    OTHER = "the database takes no changes"


_BY_CODE = {
    sqlite3.SQLITE_FULL: WriteFailure.FULL,
    sqlite3.SQLITE_READONLY: WriteFailure.READ_ONLY,
    sqlite3.SQLITE_IOERR: WriteFailure.BROKEN,
    "53100": WriteFailure.FULL,
    "25006": WriteFailure.READ_ONLY,
    "58030": WriteFailure.BROKEN,
}
"""By SQLite's result code or PostgreSQL's SQLSTATE."""
_BY_ERRNO = {
    errno.ENOSPC: WriteFailure.FULL,
    errno.EDQUOT: WriteFailure.FULL,
    errno.EFBIG: WriteFailure.FULL,
    errno.EROFS: WriteFailure.READ_ONLY,
    errno.EIO: WriteFailure.BROKEN,
}


def write_failure(error: BaseException) -> WriteFailure | None:
    """Return the reason if an error means that nothing can be stored, else None."""
    error = getattr(error, "orig", None) or error
    if isinstance(error, OSError):
        return _BY_ERRNO.get(error.errno or 0)
    code = getattr(error, "sqlite_errorcode", None)
    key = getattr(error, "sqlstate", None) if code is None else code & 0xFF
    return _BY_CODE.get(key) if key is not None else None


def cause(error: BaseException) -> str:
    """Return the text of an error that is safe to log: it quotes no stored data."""
    error = getattr(error, "orig", None) or error  # SQLAlchemy wraps the driver's error
    sqlstate = getattr(error, "sqlstate", None)
    kind = type(error).__name__
    if isinstance(error, sqlite3.Error):
        return f"{kind}: {error}"  # names columns, never their values
    if isinstance(error, OSError) and error.errno is not None:
        return f"{kind}: {os.strerror(error.errno)}"
    if sqlstate is not None:
        return f"{kind} ({sqlstate})"  # PostgreSQL's message may quote a row
    if kind == "OperationalError" and str(error):
        return f"{kind}: {str(error).splitlines()[0]}"  # no connection, so no rows to quote
    return kind
