"""What is printed, in the user's language."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from proa.engine.words import LOCALES, Message, plural, say, text


def locale() -> str:
    chosen = os.environ.get("PROA_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG", "")
    return next((locale for locale in LOCALES if chosen.startswith(locale)), "en")


def words(sentence: str, /, **values: Any) -> str:
    return text(say(sentence, **values), locale())


def so_many_games(n: int) -> Message:
    """How many games."""
    return plural("{n} game", "{n} games", n)


def so_many_decisions(n: int) -> Message:
    """How many decisions."""
    return plural("{n} decision", "{n} decisions", n)


@contextmanager
def shown(label: str, total: int, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """A progress bar; a line where there is no terminal; nothing if ``quiet``."""
    if quiet or not sys.stderr.isatty():
        if not quiet:
            print(f"{label} ...", file=sys.stderr)
        yield lambda n: None
        return
    with _progress(label, total) as tick:
        yield tick


@contextmanager
def _progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Left

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), Left())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(label, total=total)
        yield lambda n: progress.advance(task, n)
