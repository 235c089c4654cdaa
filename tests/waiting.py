"""Waiting for other tasks, threads and processes; nothing else in the tests sleeps.

A test names the condition that it waits for. It goes on as soon as the condition holds, and fails
if it never does.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

PATIENCE = 60.0
"""Seconds until a condition counts as never met: more than a busy machine needs."""
STEP = 0.02
"""Seconds between two checks."""


def wait_until(condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Wait until a condition holds and return its value. Other threads go on meanwhile."""
    end = time.monotonic() + patience
    while not (found := condition()):
        assert time.monotonic() < end, f"never met: {_described(condition)}"
        time.sleep(STEP)
    return found


def lines_of(file: Path) -> int:
    """Return how many whole lines a file has so far."""
    return file.read_bytes().count(b"\n") if file.exists() else 0


async def until(condition: Callable[[], Any | Awaitable[Any]], patience: float = PATIENCE) -> Any:
    """Wait until a condition holds and return its value. Other tasks go on meanwhile.

    The condition may be a coroutine function.
    """
    end = time.monotonic() + patience
    while not (found := await _now(condition)):
        assert time.monotonic() < end, f"never met: {_described(condition)}"
        await asyncio.sleep(STEP)
    return found


async def let_others_run() -> None:
    """Let every ready task run as far as it can without waiting."""
    await asyncio.sleep(0)


async def _now(condition: Callable[[], Any | Awaitable[Any]]) -> Any:
    found = condition()
    return await found if inspect.isawaitable(found) else found


def _described(condition: Callable[[], Any]) -> str:
    """Return the source of a condition, or its name."""
    try:
        return inspect.getsource(condition).strip()
    except (OSError, TypeError):
        return repr(condition)
