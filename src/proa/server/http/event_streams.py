"""Streams of server-sent events: they say that something changed, never what."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from sse_starlette import EventSourceResponse, ServerSentEvent

from proa.server.errors import Refusal
from proa.server.live.subscriptions import Subscriptions
from proa.server.store.rows import RUNNING
from proa.server.tables import table_view
from proa.server.tables.access import TableAccess
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables

PING = 20
"""Seconds between pings."""
UNREACHABLE = (DBAPIError, NoConnection, OSError)
"""What is raised while the database can't be reached."""
PAUSE = 2
"""Seconds before such a database is asked again."""
GONE = (403, 404)
"""Statuses for a table that the guest may no longer see."""


def news(table: Table, viewer: int) -> dict[str, int]:
    """Return the viewer's newest frame, and the change counters of people and chat."""
    return {
        "frame": table_view.latest_frame(table, viewer),
        "people": table.row.people,
        "chat": table.row.talk,
    }


def _never_less(found: dict[str, int], sent: dict[str, int]) -> dict[str, int]:
    """Return the numbers found, but never less than those sent.

    A decision's table holds the counters of people and chat from before it was made.
    """
    return {name: max(number, sent.get(name, number)) for name, number in found.items()}


async def reload(tables: Tables, live: Subscriptions, access: TableAccess) -> TableAccess:
    """Return the guest's access to the table as it is now; refuse if they lost it."""
    table_id = access.table.id
    table = await live.load_once(table_id, lambda: tables.load(table_id))
    return await access.refresh(tables, table)


def stream(
    tables: Tables, live: Subscriptions, access: TableAccess, address: str
) -> EventSourceResponse:
    """Return the event stream of one table, counted for its guest and address."""
    return _stream(tables, live, {"": access}, address, lambda at, news, access: news)


def stream_of_all(
    tables: Tables, live: Subscriptions, places: Mapping[str, TableAccess], address: str
) -> EventSourceResponse:
    """Return one stream of several tables; each event names its place ``at`` and :func:`news_of`.

    Places that the guest may no longer see are dropped. Every event contains its time of sending,
    so that a page notices delays on the way.
    """
    return _stream(
        tables,
        live,
        places,
        address,
        lambda at, news, access: {"at": at, **news, **_turn(access)},
        lambda: f"now {tables.now():.3f}",
    )


def news_of(access: TableAccess) -> dict[str, Any]:
    """Return an event's data: :func:`news`, the viewer, and whether they have a seat to move."""
    return {**news(access.table, access.viewer), **_turn(access)}


def _turn(access: TableAccess) -> dict[str, int]:
    row, seats = access.table.row, access.table.seats
    is_to_move = row.status == RUNNING and row.turn in access.mine and row.turn is not None
    is_to_move = is_to_move and not seats[row.turn or 0].stand_in
    return {"mine": is_to_move, "seat": access.viewer}


def _stream(
    tables: Tables,
    live: Subscriptions,
    places: Mapping[str, TableAccess],
    address: str,
    describe: Callable[[str, dict[str, int], TableAccess], dict[str, Any]],
    stamp: Callable[[], str] | None = None,
) -> EventSourceResponse:
    slot = contextlib.ExitStack()
    slot.enter_context(live.count_stream(next(iter(places.values())).guest_id, address))

    async def versions() -> AsyncIterator[Mapping[str, str]]:
        with contextlib.suppress(Refusal), slot, Followed(tables, live, address) as followed:
            for at, access in places.items():
                followed.add(at, access)
            while followed.places and not live.is_closed:
                async for at, found, access in followed.changes():
                    if found is not None:
                        event = {"event": "frame", "data": json.dumps(describe(at, found, access))}
                        yield {**event, "comment": stamp()} if stamp else event
                if followed.places:
                    await followed.any_changed.wait()

    sign = (lambda: ServerSentEvent(comment=stamp())) if stamp else None
    return EventSourceResponse(versions(), ping=PING, ping_message_factory=sign)


class Followed:
    """The tables that a stream follows, each under the name of its place."""

    def __init__(self, tables: Tables, live: Subscriptions, address: str) -> None:
        self.places: dict[str, _Listener] = {}
        self.any_changed = asyncio.Event()
        self._tables, self._live, self._address = tables, live, address

    def __enter__(self) -> Followed:
        return self

    def __exit__(self, *_: object) -> None:
        for at in list(self.places):
            self.drop(at)

    def wake(self) -> asyncio.Event:
        """Return an event that wakes the stream too, for what is not a change of a table here."""
        return _TableEvent(self.any_changed)

    def add(self, at: str, access: TableAccess) -> None:
        """Follow a table, from its present state on."""
        listener = self.places[at] = _Listener(access, self.wake())
        subscribed = self._live.subscribe(access.table.id, listener.changed)
        listener.subscription.enter_context(subscribed)

    def drop(self, at: str) -> None:
        """Follow a table no longer."""
        self.places.pop(at).subscription.close()

    async def changes(self) -> AsyncIterator[tuple[str, dict[str, int] | None, TableAccess]]:
        """Yield the numbers of each table where they changed.

        A table that the guest may no longer see is dropped; it comes without numbers.
        """
        self.any_changed.clear()
        for at, listener in list(self.places.items()):
            if not listener.changed.is_set():
                continue
            try:
                found = await listener.poll(self._tables, self._live, self._address)
            except Refusal as refusal:
                if refusal.status not in GONE:
                    raise  # it is refused everywhere: the client asks again and sees why
                self.drop(at)
                yield at, None, listener.access
                continue
            except UNREACHABLE:
                listener.changed.set()
                await asyncio.sleep(PAUSE)
                return
            if found is not None:
                yield at, found, listener.access


class _Listener:
    """What a stream has sent about one table. ``changed`` is set when there may be more."""

    def __init__(self, access: TableAccess, changed: asyncio.Event) -> None:
        self.access = access
        self.changed = changed
        self.subscription = contextlib.ExitStack()
        self._viewer = access.viewer
        self._sent = dict[str, int]()
        changed.set()

    async def poll(
        self, tables: Tables, live: Subscriptions, address: str
    ) -> dict[str, int] | None:
        """Return the numbers if they changed; refuse if the guest may no longer see the table."""
        self.changed.clear()
        tables.bans.check("block", tables.now(), self.access.guest_id, address)
        self.access = await reload(tables, live, self.access)
        if self.access.viewer != self._viewer:
            self._viewer, self._sent = self.access.viewer, {}
        found, sent = _never_less(news(self.access.table, self._viewer), self._sent), self._sent
        self._sent = found
        return found if found != sent else None


class _TableEvent(asyncio.Event):
    """The event of one table; setting it also sets the event for any table."""

    def __init__(self, any_of_them: asyncio.Event) -> None:
        super().__init__()
        self._any = any_of_them

    def set(self) -> None:
        super().set()
        self._any.set()
