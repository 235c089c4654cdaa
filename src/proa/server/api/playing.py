"""Looking and playing."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

from fastapi import Query
from fastapi.responses import Response

from proa.engine.words import in_words
from proa.server.api import views
from proa.server.api.asking import AtTable
from proa.server.api.models import (
    At,
    Beforehand,
    LogEntry,
    Moved,
    News,
    Play,
    Shown,
    Spectator,
    Standing,
    Tried,
    Try,
)
from proa.server.api.part import part
from proa.server.doors import streams
from proa.server.doors.asking import (
    TRY,
    UNDO,
    Address,
    AllLive,
    AllTables,
    Locale,
)
from proa.server.doors.guard import signed
from proa.server.insight import meters
from proa.server.tables import seats, shown, standing, trial
from proa.server.tables.access import Sitting
from proa.server.tables.play import act
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables
from proa.server.tables.undo import play_again, take_back

router = part("playing")
LONGEST_WAIT = 55.0


@router.get("/tables/{table_id}/view")
async def view(
    sitting: AtTable,
    tables: AllTables,
    live: AllLive,
    locale: Locale,
    address: Address,
    frame: Annotated[int | None, Query(description="the newest if left out")] = None,
    after: Annotated[int | None, Query(description="wait until there is a newer one")] = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="so many seconds")] = 0,
) -> Shown:
    """What one sees at one of one's frames. With ``after`` and ``wait`` it waits for news."""
    if after is not None and wait > 0:
        sitting = await _newer(tables, live, sitting, address, after, wait)
    table = sitting.table
    with meters.drawing(table.row.game, "api"):
        return views.frame(table, sitting.viewer, frame, locale)


async def _newer(
    tables: Tables, live: AllLive, sitting: Sitting, address: str, after: int, wait: float
) -> Sitting:
    """The table once it has a frame newer than ``after``, or when the wait is over."""
    until = time.monotonic() + wait
    with live.stream_of(sitting.holder, address), live.listening(sitting.table.id) as bell:
        while not live.is_closed:
            bell.clear()
            sitting = await streams.again(tables, live, sitting)
            left = until - time.monotonic()
            if shown.latest_frame(sitting.table, sitting.viewer) > after or left <= 0:
                break
            try:
                async with asyncio.timeout(left):
                    await bell.wait()
            except TimeoutError:
                continue
    return sitting


@router.get("/tables/{table_id}/log")
async def log(
    sitting: AtTable,
    locale: Locale,
    after: Annotated[int, Query(ge=-1, lt=2**31)] = -1,
) -> list[LogEntry]:
    """What happened after a frame, in sentences."""
    table, viewer = sitting.table, sitting.viewer
    latest = shown.latest_frame(table, viewer)
    if latest <= after:
        return []
    entries = shown.log(table, viewer, latest, latest - after)
    return [LogEntry(**entry) for entry in in_words(entries, locale, table.names)]


@router.get("/tables/{table_id}/news")
async def news(sitting: AtTable) -> News:
    """Whether there is anything new."""
    return News(**streams.news(sitting.table, sitting.viewer))


@router.get(
    "/tables/{table_id}/stream",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}}},
)
async def stream(sitting: AtTable, tables: AllTables, live: AllLive, address: Address) -> Response:
    """The same as server-sent events ``frame``, whenever something changes."""
    return streams.stream(tables, live, sitting, address)


@router.post("/tables/{table_id}/watch", status_code=201)
async def watch(sitting: AtTable, tables: AllTables) -> Spectator:
    """Become a spectator of one's own, who shares nobody's limits, with a token for it."""
    own = signed(seats.fresh_token(), tables.settings.key)
    return Spectator(token=f"{sitting.table.row.watch}.{own}")


@router.post("/tables/{table_id}/actions")
async def play(sitting: AtTable, body: Play, tables: AllTables) -> Moved:
    """Play choices in answer to a frame. Repeating a post does no harm."""
    read = sitting.table
    table = await act(tables, read.id, sitting.seat, body.frame, body.codes, read)
    return _moved(table, sitting.seat, body.frame)


@router.post("/tables/{table_id}/undo", dependencies=[UNDO])
async def undo(sitting: AtTable, body: At, tables: AllTables) -> Moved:
    """Take back one's last choice."""
    read = sitting.table
    table = await take_back(tables, read.id, sitting.seat, body.frame, read)
    return _moved(table, sitting.seat, body.frame)


@router.post("/tables/{table_id}/redo", dependencies=[UNDO])
async def redo(sitting: AtTable, body: At, tables: AllTables) -> Moved:
    """Play again what one took back last."""
    read = sitting.table
    table = await play_again(tables, read.id, sitting.seat, body.frame, read)
    return _moved(table, sitting.seat, body.frame)


def _moved(table: Table, viewer: int, frame: int) -> Moved:
    latest = shown.latest_frame(table, viewer)
    row, after = table.row, min(frame + 1, latest)
    return Moved(frame=after, latest=latest, status=row.status, turn=row.turn)


@router.get("/tables/{table_id}/standing")
async def standing_answer(sitting: AtTable, locale: Locale) -> Standing:
    """What one has answered before one is asked, and what one could."""
    return views.standing(sitting.table, sitting.seat, locale)


@router.put("/tables/{table_id}/standing")
async def answer_beforehand(
    sitting: AtTable, body: Beforehand, tables: AllTables, locale: Locale
) -> Standing:
    """Answer before one is asked: the table plays it for one at once when it is."""
    seat, at = sitting.seat, sitting.table.id
    table = await standing.keep(tables, at, seat, body.frame, body.code, body.amount)
    return views.standing(table, seat, locale)


@router.delete("/tables/{table_id}/standing")
async def take_answer_back(sitting: AtTable, tables: AllTables, locale: Locale) -> Standing:
    """Take back what one has answered beforehand."""
    table = await standing.drop(tables, sitting.table.id, sitting.seat)
    return views.standing(table, sitting.seat, locale)


@router.post("/tables/{table_id}/try", dependencies=[TRY])
async def try_turn(sitting: AtTable, body: Try, locale: Locale) -> Tried:
    """See what would follow if one played these codes; nothing is played."""
    tried = trial.try_turn(sitting.table, sitting.seat, body.frame, body.codes)
    return Tried(**in_words(tried, locale, sitting.table.names))
