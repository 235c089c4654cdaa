"""Threads for compiled code, which releases the GIL: they outlive a fork and end with Ctrl+C."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from threading import Event
from typing import TypeVar

T = TypeVar("T")
A = TypeVar("A")
AHEAD = 4
"""Calls that wait for each thread."""


class Threads:
    """So many threads, started when first needed, and anew in a process that was forked."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._process = 0

    def run(self, call: Callable[[int], T], count: int) -> list[T]:
        """Return what ``call(0)`` to ``call(count - 1)`` return.

        Ctrl+C is raised only when all of them are done, so that none is left out.
        """
        left, results, errors = set(range(count)), dict[int, T](), list[BaseException]()

        def once(number: int) -> None:
            try:
                left.remove(number)
            except KeyError:  # Ctrl+C came before its first thread was known
                return
            try:
                results[number] = call(number)
            except BaseException as error:
                errors.append(error)

        interrupt, futures = None, list[Future[None]]()
        while len(results) + len(errors) < count:
            try:
                futures += [self._pool().submit(once, number) for number in sorted(left)]
                for future in futures:
                    future.result()
            except KeyboardInterrupt as error:
                interrupt = error
        for problem in (interrupt, *errors):
            if problem is not None:
                raise problem
        return [results[number] for number in range(count)]

    def _pool(self) -> ThreadPoolExecutor:
        if self._process != os.getpid():  # threads don't live on in a fork
            self._executor, self._process = ThreadPoolExecutor(self._count), os.getpid()
        return self._executor


def in_order(
    call: Callable[[A], T], arguments: Iterable[A], threads: int, stop: Event | None = None
) -> Iterator[T]:
    """Yield what the calls return, in order.

    If the caller leaves early, as by Ctrl+C, calls that have not begun are never made, and
    ``stop`` is set for those that run.
    """
    coming = iter(arguments)
    with ThreadPoolExecutor(threads) as pool:
        waiting = deque(pool.submit(call, one) for one in islice(coming, AHEAD * threads))
        try:
            while waiting:
                yield waiting.popleft().result()
                waiting.extend(pool.submit(call, one) for one in islice(coming, 1))
        finally:
            for future in waiting:
                future.cancel()
            if stop is not None:
                stop.set()
