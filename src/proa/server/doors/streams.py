"""Streams of server-sent events: they say that there is something new, never what."""

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
from proa.server.live.bells import Live
from proa.server.store.schema import RUNNING
from proa.server.tables import shown
from proa.server.tables.access import Sitting
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables

PING = 20
"""Seconds between signs of life."""
GONE = (403, 404)
"""What is answered of a table at which they may not look any more."""


def news(table: Table, viewer: int) -> dict[str, int]:
    """What there is: the viewer's newest frame, and how often people and chat have changed."""
    return {
        "frame": shown.latest_frame(table, viewer),
        "people": table.row.people,
        "chat": table.row.talk,
    }


def _grown(found: dict[str, int], said: dict[str, int]) -> dict[str, int]:
    """What is found, but never less than was said.

    A decision brings the numbers of talk and people that it was made with.
    """
    return {name: max(number, said.get(name, number)) for name, number in found.items()}


async def again(tables: Tables, live: Live, sitting: Sitting) -> Sitting:
    """The same somebody at the table as it stands now; refused if they may not look any more."""
    table_id = sitting.table.id
    table = await live.look(table_id, lambda: tables.load(table_id))
    return await sitting.at(tables, table)


def stream(tables: Tables, live: Live, sitting: Sitting, address: str) -> EventSourceResponse:
    """The stream of one table; one more of this holder, from an address."""
    return _streamed(tables, live, {"": sitting}, address, lambda at, news, sitting: news)


def stream_of_all(
    tables: Tables, live: Live, places: Mapping[str, Sitting], address: str
) -> EventSourceResponse:
    """One stream of several tables: each event says ``at`` which place it is, and what
    :func:`news_of` does. A place at which they may not look any more falls silent.

    Everything says when it was sent, so that a page notices what was held back on its way.
    """
    return _streamed(
        tables,
        live,
        places,
        address,
        lambda at, news, sitting: {"at": at, **news, **_asked(sitting)},
        lambda: f"now {tables.now():.3f}",
    )


def news_of(sitting: Sitting) -> dict[str, Any]:
    """What a page is told: the news, whether one of the reader's seats is to move, and which of
    them looks."""
    return {**news(sitting.table, sitting.viewer), **_asked(sitting)}


def _asked(sitting: Sitting) -> dict[str, int]:
    row, seats = sitting.table.row, sitting.table.seats
    is_asked = row.status == RUNNING and row.turn in sitting.mine and row.turn is not None
    is_asked = is_asked and not seats[row.turn or 0].stand_in
    return {"mine": is_asked, "seat": sitting.viewer}


def _streamed(
    tables: Tables,
    live: Live,
    places: Mapping[str, Sitting],
    address: str,
    told: Callable[[str, dict[str, int], Sitting], dict[str, Any]],
    stamp: Callable[[], str] | None = None,
) -> EventSourceResponse:
    slot = contextlib.ExitStack()
    slot.enter_context(live.stream_of(next(iter(places.values())).holder, address))

    async def versions() -> AsyncIterator[Mapping[str, str]]:
        rung = asyncio.Event()
        with slot:
            ears = {at: _Ear(sitting, _Bell(rung)) for at, sitting in places.items()}
            for ear in ears.values():
                slot.enter_context(live.listening(ear.sitting.table.id, ear.bell))
            while ears and not live.is_closed:
                rung.clear()
                for at, ear in [(at, ear) for at, ear in ears.items() if ear.bell.is_set()]:
                    try:
                        found = await ear.hear(tables, live, address)
                    except Refusal as refusal:
                        if refusal.status not in GONE:
                            return  # of the whole house; the page asks again and is told why
                        del ears[at]
                        continue
                    except (DBAPIError, NoConnection, OSError):
                        ear.bell.set()
                        await asyncio.sleep(2)
                        break
                    if found is not None:
                        data = json.dumps(told(at, found, ear.sitting))
                        said = {"event": "frame", "data": data}
                        yield {**said, "comment": stamp()} if stamp else said
                if ears:
                    await rung.wait()

    sign = (lambda: ServerSentEvent(comment=stamp())) if stamp else None
    return EventSourceResponse(versions(), ping=PING, ping_message_factory=sign)


class _Ear:
    """What somebody has been told of one table. Its bell is set when there may be more."""

    def __init__(self, sitting: Sitting, bell: asyncio.Event) -> None:
        self.sitting = sitting
        self.bell = bell
        self._viewer = sitting.viewer
        self._said = dict[str, int]()
        bell.set()

    async def hear(self, tables: Tables, live: Live, address: str) -> dict[str, int] | None:
        """The news, if there are any; refused if they may not look any more."""
        self.bell.clear()
        tables.barred.check("block", tables.now(), self.sitting.holder, address)
        self.sitting = await again(tables, live, self.sitting)
        if self.sitting.viewer != self._viewer:
            self._viewer, self._said = self.sitting.viewer, {}
        found, said = _grown(news(self.sitting.table, self._viewer), self._said), self._said
        self._said = found
        return found if found != said else None


class _Bell(asyncio.Event):
    """The bell of one table; another one rings with it that tells of any of them."""

    def __init__(self, any_of_them: asyncio.Event) -> None:
        super().__init__()
        self._any = any_of_them

    def set(self) -> None:
        super().set()
        self._any.set()
