"""Who is told that a table has changed: waiting requests and streams of this process."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from proa.engine.words import say
from proa.server.config.settings import Settings
from proa.server.errors import Refusal
from proa.server.insight import meters

T = TypeVar("T")
SOON = 30
"""Seconds after which one may look whether a page has been closed."""


class Live:
    """Bells of tables. Ringing wakes all who listen; what has changed they look up together."""

    def __init__(self, limits: Settings) -> None:
        self._bells: dict[str, set[asyncio.Event]] = {}
        self._looks: dict[str, asyncio.Future[Any]] = {}
        self._streams: Counter[str] = Counter()
        self._limits = limits
        self.is_closed = False

    def close(self) -> None:
        """Wake everybody for the last time: the process is going."""
        self.is_closed = True
        self.ring_all()

    def ring(self, table_id: str, found: Any = None) -> None:
        """Wake everybody who listens to a table.

        Who rings may bring the table as their change left it: it serves those whom this ring wakes,
        and nobody whom another one has woken already.
        """
        self._looks.pop(table_id, None)
        bells = self._bells.get(table_id, ())
        is_alone = not any(bell.is_set() for bell in bells)
        for bell in bells:
            bell.set()
        if found is not None and bells and is_alone:
            loop = asyncio.get_running_loop()
            look = self._looks[table_id] = loop.create_future()
            look.set_result(found)
            loop.call_soon(self._looked, table_id, look)  # those just woken come before it

    def ring_all(self) -> None:
        """Wake everybody."""
        for table_id in list(self._bells):
            self.ring(table_id)

    def listened(self) -> set[str]:
        """The tables that somebody listens to."""
        return set(self._bells)

    async def look(self, table_id: str, look: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """One look at a table for all who were woken by the same ring.

        A ring comes after its change was written, and ends the sharing of looks begun before it.
        """
        found: asyncio.Future[T] | None = self._looks.get(table_id)
        if found is None:
            found = self._looks[table_id] = asyncio.create_task(look())
            found.add_done_callback(lambda done: self._looked(table_id, done))
        return await asyncio.shield(found)

    def _looked(self, table_id: str, done: asyncio.Future[Any]) -> None:
        if self._looks.get(table_id) is done:
            del self._looks[table_id]
        if not done.cancelled():
            done.exception()  # those who still wait are told

    @contextmanager
    def listening(
        self, table_id: str, bell: asyncio.Event | None = None
    ) -> Iterator[asyncio.Event]:
        """A bell that is set when the table changes; whoever waits for it clears it."""
        bell = bell or asyncio.Event()
        bells = self._bells.setdefault(table_id, set())
        bells.add(bell)
        try:
            yield bell
        finally:
            bells.discard(bell)
            if not bells:
                self._bells.pop(table_id, None)

    @contextmanager
    def stream_of(self, holder: str, address: str) -> Iterator[None]:
        """One more stream of a holder, from an address; refused when there are too many."""
        limits, going = self._limits, self._streams
        who = f"guest:{holder}", f"address:{address}", ""
        if going[who[0]] >= limits.streams_a_guest:
            why = say("Too many pages of yours are listening at once. Close some.")
            raise Refusal(429, why, again=SOON, limit="streams_a_guest")
        if going[who[1]] >= limits.streams_an_address:
            why = say("From your address too many pages are listening at once.")
            raise Refusal(429, why, again=SOON, limit="streams_an_address")
        if going[who[2]] >= limits.streams_in_all:
            why = say("Too many pages are listening to this server at once.")
            raise Refusal(503, why, again=SOON, limit="streams_in_all")
        going.update(who)
        try:
            with meters.one_of(meters.streams):
                yield
        finally:
            for one in who:
                going[one] -= 1
                if not going[one]:
                    del going[one]
