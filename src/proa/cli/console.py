"""Output of commands, in the user's language.

Commands print only through these functions. So control characters in a file, a name, a log or an
argument can't affect the terminal.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

from proa.engine.messages import LOCALES, Message, is_seen, plural, say, text, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.table import Table

SECONDS = 5.0
"""Where there is no terminal, progress is a line so often."""
LONGEST = 400
"""The most characters of a value that are quoted; of a longer one the beginning and the end."""


def locale() -> str:
    chosen = os.environ.get("PROA_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG", "")
    return next((locale for locale in LOCALES if chosen.startswith(locale)), "en")


def localized(sentence: str, /, **values: Any) -> str:
    return render(say(sentence, **values))


def render(message: Message | str) -> str:
    """Return the text of a message, with each value on one line and all characters visible."""
    return text(_quoted(message), locale())


def _quoted(value: Any) -> Any:
    if isinstance(value, dict):
        sentence = {"say", "many", "in", "begins"}
        return {k: v if k in sentence else _quoted(v) for k, v in value.items()}
    if value is None or isinstance(value, bool | int | float):
        return value
    content = visible(str(value))
    half = LONGEST // 2
    return content if len(content) <= LONGEST else f"{content[:half]} ... {content[-half:]}"


def accept_any_text() -> None:
    """Let a console that is not UTF-8 show escapes for what it has no characters for."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def out(line: str, *, error: bool = False, flush: bool = False) -> None:
    """Print one line or several."""
    print(visible(line, keep="\n\t"), file=sys.stderr if error else sys.stdout, flush=flush)


def out_json(value: Any) -> None:
    """Print JSON, with invisible characters escaped."""
    print(visible_json(json.dumps(value, ensure_ascii=False, default=str)))


def visible_json(document: str) -> str:
    """Return the same JSON with escapes for what does not show here; its line breaks stay."""
    hidden = [c for c in set(document) - {"\n"} if not is_seen(c) or not _has_character(c)]
    return document.translate({ord(c): json.dumps(c)[1:-1] for c in hidden})


def _has_character(c: str) -> bool:
    """Return whether the encoding of the console has a character."""
    try:
        c.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def out_drawn(drawn: Table | Markdown) -> None:
    """Print a Rich object; the cells of a table must come from :func:`cell`."""
    from rich.console import Console

    Console().print(drawn)


def cell(value: Any) -> str:
    """Return a value as the text of a table cell, without markup."""
    from rich.markup import escape

    return escape(visible(str(value)))


def so_many_games(n: int) -> Message:
    """Return a number of games as a message."""
    return plural("{n} game", "{n} games", n)


def so_many_decisions(n: int) -> Message:
    """Return a number of decisions as a message."""
    return plural("{n} decision", "{n} decisions", n)


@contextmanager
def progress(
    label: str, total: int, *, quiet: bool = False, at_once: bool = True
) -> Iterator[Callable[[int], None]]:
    """A progress bar; where there is no terminal a line every few seconds, the first of them
    ``at_once`` or not; nothing if ``quiet``."""
    if quiet:
        yield lambda n: None
    elif sys.stderr.isatty():
        with _progress(label, total) as tick:
            yield tick
    else:
        if at_once:
            out(f"{label} ...", error=True, flush=True)
        yield _progress_lines(label, total)


def _progress_lines(label: str, total: int) -> Callable[[int], None]:
    done, printed = 0, time.monotonic()

    def tick(n: int) -> None:
        nonlocal done, printed
        done += n
        if time.monotonic() - printed >= SECONDS:
            printed = time.monotonic()
            line = localized("{label}: {done} of {total}", label=label, done=done, total=total)
            out(line, error=True, flush=True)

    return tick


def error_console() -> Console:
    """Return the terminal's other stream, where progress is shown."""
    from rich.console import Console

    return Console(stderr=True)


@contextmanager
def _progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Left

    about = TextColumn("{task.description}", markup=False)
    columns = (about, BarColumn(), MofNCompleteColumn(), Left())
    with Progress(*columns, console=error_console()) as progress:
        task = progress.add_task(visible(label), total=total)
        yield lambda n: progress.advance(task, n)
