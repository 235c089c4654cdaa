"""Periodic background work of a server. A failed round is logged and the next one still runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from proa.server.errors import Refusal, cause


@contextlib.asynccontextmanager
async def run_alongside(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run coroutines as tasks until the context is left; then cancel and await them."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for end in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(end, Exception):  # cancelling is no failure
                raise end


async def repeat(
    work: Callable[[], Awaitable[None]], pause: float, log: logging.Logger, what: str
) -> None:
    """Call ``work`` every ``pause`` seconds; ``what`` is its name in the log."""
    while True:
        with log_failures(log, what):
            await work()
        await asyncio.sleep(pause)


@contextlib.contextmanager
def log_failures(log: logging.Logger, what: str) -> Iterator[None]:
    """Log exceptions of the context and suppress them; the caller tries again later."""
    try:
        yield
    except (SQLAlchemyError, OSError, Refusal) as error:
        log.warning("%s has to wait: %s", what, cause(error))
    except Exception:
        log.exception("%s has to wait", what)
