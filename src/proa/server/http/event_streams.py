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
        any_changed = asyncio.Event()
        with slot:
            listeners = {
                at: _Listener(access, _TableEvent(any_changed)) for at, access in places.items()
            }
            for listener in listeners.values():
                slot.enter_context(live.subscribe(listener.access.table.id, listener.changed))
            while listeners and not live.is_closed:
                any_changed.clear()
                for at, listener in [
                    (at, listener)
                    for at, listener in listeners.items()
                    if listener.changed.is_set()
                ]:
                    try:
                        found = await listener.poll(tables, live, address)
                    except Refusal as refusal:
                        if refusal.status not in GONE:
                            return  # refused everywhere; the page requests again and sees why
                        del listeners[at]
                        continue
                    except (DBAPIError, NoConnection, OSError):
                        listener.changed.set()
                        await asyncio.sleep(2)
                        break
                    if found is not None:
                        data = json.dumps(describe(at, found, listener.access))
                        event = {"event": "frame", "data": data}
                        yield {**event, "comment": stamp()} if stamp else event
                if listeners:
                    await any_changed.wait()

    sign = (lambda: ServerSentEvent(comment=stamp())) if stamp else None
    return EventSourceResponse(versions(), ping=PING, ping_message_factory=sign)


class _Listener:
    """What a stream has sent about one table. ``changed`` is set when there may be more."""

    def __init__(self, access: TableAccess, changed: asyncio.Event) -> None:
        self.access = access
        self.changed = changed
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
