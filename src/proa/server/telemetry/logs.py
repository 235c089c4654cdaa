"""Logs: every message in one form, which no name can disturb and no secret gets into.

A line is the time, the level, which process, which part, and what happened. Requests are told by
the pattern of their route, as addresses hold tokens; exceptions by their kind and by where they
came from, as their messages may quote a hidden card. In words an exception's lines are indented;
as JSON all is one line.
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
"""Those whose level can be chosen; all others tell warnings only: some would tell what was sent."""
MINUTE = 60.0
RIGHT_TO_LEFT = ("R", "AL", "AN")


def configure(level: str, *, as_json: bool, role: str) -> None:
    """Write what this process has to tell to the error output, from ``level`` up."""
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
    sys.excepthook = lambda kind, error, tb: _unseen("an exception ended the process", error)
    threading.excepthook = lambda about: _unseen("an exception ended a thread", about.exc_value)


def log_loop_errors(loop: asyncio.AbstractEventLoop) -> None:
    """Have exceptions that nobody waited for told like others; a loop would quote them."""
    loop.set_exception_handler(
        lambda _, about: _unseen(about.get("message", "in the loop"), about.get("exception"))
    )


def plain(text: str) -> str:
    """A text in which nothing starts a line, colours it or turns it around."""
    text = visible(text)
    if text.isascii():
        return text
    return "".join(escaped(c) if _turns(c) else c for c in text)


def _turns(character: str) -> bool:
    return unicodedata.bidirectional(character) in RIGHT_TO_LEFT


def _unseen(message: str, error: BaseException | None) -> None:
    if not isinstance(error, (KeyboardInterrupt, SystemExit)):
        logging.getLogger("proa.server").error(message, exc_info=error)


class _Output(logging.StreamHandler[Any]):
    """The one way out."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """What can't be written down is left out: the usual report would quote it."""


class RepeatFilter(logging.Filter):
    """Tells each warning of a part, which strangers may cause at will, at most once a minute."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self._part = logging.Filter(part)
        self._logged: dict[str, tuple[float, int]] = {}
        """By message: when it was told last, and how often it has not been since."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING or not self._part.filter(record):
            return True
        last, skipped = self._logged.get(record.msg, (-math.inf, 0))
        if last <= record.created < last + MINUTE:  # unless the clock was set back
            self._logged[record.msg] = last, skipped + 1
            return False
        self._logged[record.msg] = record.created, 0
        if skipped:
            record.msg, record.args = f"{record.getMessage()} ({skipped} more untold before)", ()
        return True


class _Formatter(logging.Formatter):
    def __init__(self, role: str) -> None:
        super().__init__()
        self._role = role

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """What there is to tell, in order."""
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
    """A line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.fields(record), default=str)  # in ASCII: nothing to escape is left


class AsText(_Formatter):
    """A line of words."""

    def format(self, record: logging.LogRecord) -> str:
        fields = self.fields(record)
        who = f"[{self._role} {fields['process']}] {fields['part']}"
        line = plain(f"{fields['time']} {fields['level'].upper():7} {who}: {fields['message']}")
        return "\n    ".join([line, *map(plain, fields.get("trace", ()))])


def _trace(error: BaseException, seen: frozenset[int] = frozenset()) -> Iterator[str]:
    """Where an exception came from and what kind it is; what it says may quote what is hidden.

    What is ``fields`` already is left out: an exception of a group may come from the group itself.
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
