"""Streams of server-sent events: they say that there is something new, never what."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from sse_starlette import EventSourceResponse

from proa.server.errors import Refusal
from proa.server.live.bells import Live
from proa.server.tables import shown
from proa.server.tables.access import Sitting
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables

PING = 20
"""Seconds between signs of life."""


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
    return sitting.at(table)


def stream(tables: Tables, live: Live, sitting: Sitting, address: str) -> EventSourceResponse:
    """The stream of one page; one more of this holder, from an address."""
    slot = contextlib.ExitStack()
    slot.enter_context(live.stream_of(sitting.holder, address))

    async def versions() -> AsyncIterator[Mapping[str, str]]:
        viewer, said = sitting.viewer, dict[str, int]()
        with slot, live.listening(sitting.table.id) as bell:
            while not live.is_closed:
                bell.clear()
                try:
                    tables.barred.check("block", tables.now(), sitting.holder, address)
                    now = await again(tables, live, sitting)
                except Refusal:
                    return
                except (DBAPIError, NoConnection, OSError):
                    await asyncio.sleep(2)
                    bell.set()
                    continue
                if now.viewer != viewer:
                    viewer, said = now.viewer, {}
                found = _grown(news(now.table, viewer), said)
                if found != said:
                    said = found
                    yield {"event": "frame", "data": json.dumps(found)}
                await bell.wait()

    return EventSourceResponse(versions(), ping=PING)
