"""Log formats: every message in one form, safe from injected characters and without secrets.

A line has the time, the level, the process, the logger and the message. Requests are logged by the
pattern of their route, as addresses contain tokens. Exceptions are logged by type and traceback, as
their messages may quote a hidden card. Text logs indent an exception's lines; a JSON log uses one
line.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import sys
import threading
import traceback
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from proa.engine.messages import escaped, visible
from proa.server.errors import cause

OURS = ("proa", "uvicorn")
"""The loggers whose level can be chosen. Others log only warnings: some log request data."""
MINUTE = 60.0
RIGHT_TO_LEFT = ("R", "AL", "AN")


def configure(level: str, *, as_json: bool, role: str) -> None:
    """Log this process's messages from ``level`` up to standard error."""
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if isinstance(handler, _Output)]:
        root.removeHandler(handler)
    output = _Output()
    output.setFormatter((AsJson if as_json else AsText)(role))
    output.addFilter(RepeatFilter("uvicorn"))
    root.addHandler(output)
    for name in OURS:
        logging.getLogger(name).setLevel(level.upper())
    logging.captureWarnings(True)
    sys.excepthook = lambda kind, error, tb: _log_error("an exception ended the process", error)
    threading.excepthook = lambda about: _log_error("an exception ended a thread", about.exc_value)


def log_loop_errors(loop: asyncio.AbstractEventLoop) -> None:
    """Log unhandled exceptions of the loop like others; the loop itself would quote them."""
    loop.set_exception_handler(
        lambda _, about: _log_error(about.get("message", "in the loop"), about.get("exception"))
    )


def plain(text: str) -> str:
    """Return a text without line breaks, colours or changes of direction."""
    text = visible(text)
    if text.isascii():
        return text
    return "".join(escaped(c) if _changes_direction(c) else c for c in text)


def _changes_direction(character: str) -> bool:
    return unicodedata.bidirectional(character) in RIGHT_TO_LEFT


def _log_error(message: str, error: BaseException | None) -> None:
    if not isinstance(error, (KeyboardInterrupt, SystemExit)):
        logging.getLogger("proa.server").error(message, exc_info=error)


class _Output(logging.StreamHandler[Any]):
    """The only handler."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Skip records that can't be formatted: the default report would quote them."""


class RepeatFilter(logging.Filter):
    """Passes each warning of a logger, which clients may cause at will, at most once a minute."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self._part = logging.Filter(part)
        self._logged: dict[str, tuple[float, int]] = {}
        """By message: when it was last logged, and how often it was skipped since."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING or not self._part.filter(record):
            return True
        last, skipped = self._logged.get(record.msg, (-math.inf, 0))
        if last <= record.created < last + MINUTE:  # unless the clock was set back
            self._logged[record.msg] = last, skipped + 1
            return False
        self._logged[record.msg] = record.created, 0
        if skipped:
            record.msg, record.args = f"{record.getMessage()} ({skipped} more skipped before)", ()
        return True


class _Formatter(logging.Formatter):
    def __init__(self, role: str) -> None:
        super().__init__()
        self._role = role

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """Return the fields of a record, in order."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = {
            "time": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "role": self._role,
            "process": record.process,
            "part": record.name,
            "message": record.getMessage(),
        }
        fields.update(getattr(record, "fields", {}))
        error = record.exc_info[1] if record.exc_info else None
        return {**fields, "trace": list(_trace(error))} if error is not None else fields


class AsJson(_Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.fields(record), default=str)  # in ASCII: nothing is left to escape


class AsText(_Formatter):
    """Formats a record as text."""

    def format(self, record: logging.LogRecord) -> str:
        fields = self.fields(record)
        who = f"[{self._role} {fields['process']}] {fields['part']}"
        line = plain(f"{fields['time']} {fields['level'].upper():7} {who}: {fields['message']}")
        return "\n    ".join([line, *map(plain, fields.get("trace", ()))])


def _trace(error: BaseException, seen: frozenset[int] = frozenset()) -> Iterator[str]:
    """Yield the traceback of an exception and its type; its message may quote hidden facts.

    Exceptions in ``seen`` are skipped: an exception of a group may come from the group itself.
    """
    seen |= {id(error)}
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if earlier is not None and id(earlier) not in seen:
        yield from _trace(earlier, seen)
        yield "and then:"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"{frame.filename}:{frame.lineno} {frame.name}: {frame.line}"
    yield cause(error)
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            if id(part) not in seen:
                yield from _trace(part, seen)
