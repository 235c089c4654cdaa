"""Subscriptions of this process's requests and streams to changes of tables."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from proa.engine.messages import say
from proa.server.config.settings import Settings
from proa.server.errors import Refusal
from proa.server.telemetry import metrics

T = TypeVar("T")
SOON = 30
"""Seconds after which a client may try whether a page has been closed."""


class Subscriptions:
    """Events of tables. A notification wakes all subscribers, who load the table together."""

    def __init__(self, limits: Settings) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._loads: dict[str, asyncio.Future[Any]] = {}
        self._streams: Counter[str] = Counter()
        self._limits = limits
        self.is_closed = False

    def close(self) -> None:
        """Wake all subscribers for the last time: the process ends."""
        self.is_closed = True
        self.notify_all()

    def notify(self, table_id: str, found: Any = None) -> None:
        """Wake all subscribers of a table.

        ``found`` is the table after the notifier's change. It serves the subscribers that this call
        wakes, but none that an earlier call has woken.
        """
        self._loads.pop(table_id, None)
        waiting = self._waiting.get(table_id, ())
        is_alone = not any(changed.is_set() for changed in waiting)
        for event in waiting:
            event.set()
        if found is not None and waiting and is_alone:
            loop = asyncio.get_running_loop()
            load = self._loads[table_id] = loop.create_future()
            load.set_result(found)
            loop.call_soon(self._loaded, table_id, load)  # subscribers just woken run before it

    def notify_all(self) -> None:
        """Wake all subscribers."""
        for table_id in list(self._waiting):
            self.notify(table_id)

    def subscribed(self) -> set[str]:
        """Return the tables with subscribers."""
        return set(self._waiting)

    async def load_once(self, table_id: str, load: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Load a table once for all subscribers woken by the same notification.

        A notification comes after its change was written, and ends the sharing of loads begun
        before it.
        """
        found: asyncio.Future[T] | None = self._loads.get(table_id)
        if found is None:
            found = self._loads[table_id] = asyncio.create_task(load())
            found.add_done_callback(lambda done: self._loaded(table_id, done))
        return await asyncio.shield(found)

    def _loaded(self, table_id: str, done: asyncio.Future[Any]) -> None:
        if self._loads.get(table_id) is done:
            del self._loads[table_id]
        if not done.cancelled():
            done.exception()  # marks it as retrieved; waiters get it too

    @contextmanager
    def subscribe(
        self, table_id: str, event: asyncio.Event | None = None
    ) -> Iterator[asyncio.Event]:
        """Yield an event that is set when the table changes; the waiter clears it."""
        event = event or asyncio.Event()
        waiting = self._waiting.setdefault(table_id, set())
        waiting.add(event)
        try:
            yield event
        finally:
            waiting.discard(event)
            if not waiting:
                self._waiting.pop(table_id, None)

    @contextmanager
    def count_stream(self, guest_id: str, address: str) -> Iterator[None]:
        """Count an event stream of a guest and address while the context lasts; refuse too many."""
        limits, open_streams = self._limits, self._streams
        who = f"guest:{guest_id}", f"address:{address}", ""
        if open_streams[who[0]] >= limits.streams_a_guest:
            why = say("You have too many pages open. Close some.")
            raise Refusal(429, why, again=SOON, limit="streams_a_guest")
        if open_streams[who[1]] >= limits.streams_an_address:
            why = say("Too many pages are open from your address.")
            raise Refusal(429, why, again=SOON, limit="streams_an_address")
        if open_streams[who[2]] >= limits.streams_in_all:
            why = say("Too many pages are connected to this server.")
            raise Refusal(503, why, again=SOON, limit="streams_in_all")
        open_streams.update(who)
        try:
            with metrics.one_of(metrics.streams):
                yield
        finally:
            for key in who:
                open_streams[key] -= 1
                if not open_streams[key]:
                    del open_streams[key]
