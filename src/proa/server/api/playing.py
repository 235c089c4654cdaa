"""Watching and playing."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

from fastapi import Query
from fastapi.responses import Response

from proa.engine.messages import localize
from proa.review import hints as review_hints
from proa.server import tokens
from proa.server.api import views
from proa.server.api.bodies import At, Play, PremoveOrder, Try
from proa.server.api.dependencies import AtTable
from proa.server.api.models import (
    FrameView,
    HintView,
    LogEntry,
    MoveResult,
    Premoves,
    Spectator,
    TryOut,
    Updates,
)
from proa.server.api.router_factory import make_router
from proa.server.bots import hints
from proa.server.http import event_streams
from proa.server.http.dependencies import (
    HINT,
    TRY,
    UNDO,
    Address,
    AllLive,
    AllTables,
    AnAdviser,
    Locale,
)
from proa.server.http.security import signed
from proa.server.tables import premoves, table_view, try_out
from proa.server.tables.access import TableAccess
from proa.server.tables.play import act
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables
from proa.server.tables.undo import play_again, take_back
from proa.server.telemetry import metrics

router = make_router("playing")
LONGEST_WAIT = 55.0


@router.get("/tables/{table_id}/view")
async def view(
    access: AtTable,
    tables: AllTables,
    live: AllLive,
    locale: Locale,
    address: Address,
    frame: Annotated[int | None, Query(description="the newest if left out")] = None,
    after: Annotated[int | None, Query(description="wait until there is a newer one")] = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="seconds")] = 0,
) -> FrameView:
    """Return what you see at one of your frames. ``after`` and ``wait`` wait for a newer one."""
    if after is not None and wait > 0:
        access = await _newer(tables, live, access, address, after, wait)
    table = access.table
    with metrics.drawing(table.row.game, "api"):
        return views.frame(table, access.viewer, frame, locale)


async def _newer(
    tables: Tables, live: AllLive, access: TableAccess, address: str, after: int, wait: float
) -> TableAccess:
    """Return the access when there is a frame newer than ``after``, or the wait is over."""
    until = time.monotonic() + wait
    with live.count_stream(access.guest_id, address), live.subscribe(access.table.id) as changed:
        while not live.is_closed:
            changed.clear()
            access = await event_streams.reload(tables, live, access)
            left = until - time.monotonic()
            if table_view.latest_frame(access.table, access.viewer) > after or left <= 0:
                break
            try:
                async with asyncio.timeout(left):
                    await changed.wait()
            except TimeoutError:
                continue
    return access


@router.get("/tables/{table_id}/log")
async def log(
    access: AtTable,
    locale: Locale,
    after: Annotated[int, Query(ge=-1, lt=2**31)] = -1,
) -> list[LogEntry]:
    """Return what happened after a frame, in sentences."""
    table, viewer = access.table, access.viewer
    if table_view.latest_frame(table, viewer) <= after:
        return []
    entries = table_view.log(table, viewer, after + 1)
    return [LogEntry(**entry) for entry in localize(entries, locale, table.names)]


@router.get("/tables/{table_id}/news")
async def updates(access: AtTable) -> Updates:
    """Return counters that show whether anything has changed."""
    return Updates(**event_streams.news(access.table, access.viewer))


@router.get(
    "/tables/{table_id}/stream",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}}},
)
async def stream(access: AtTable, tables: AllTables, live: AllLive, address: Address) -> Response:
    """Stream the same counters as server-sent events ``frame``, whenever something changes."""
    return event_streams.stream(tables, live, access, address)


@router.post("/tables/{table_id}/watch", status_code=201)
async def watch(access: AtTable, tables: AllTables) -> Spectator:
    """Become a spectator with a token and limits of your own."""
    own = signed(tokens.fresh_token(), tables.settings.key)
    return Spectator(token=f"{access.table.row.watch}.{own}")


@router.post("/tables/{table_id}/actions")
async def play(access: AtTable, body: Play, tables: AllTables) -> MoveResult:
    """Play actions in answer to a frame. You can safely repeat the request."""
    read = access.table
    table = await act(tables, read.id, access.seat, body.frame, body.codes, read)
    return _result(table, access.seat, body.frame)


@router.post("/tables/{table_id}/undo", dependencies=[UNDO])
async def undo(access: AtTable, body: At, tables: AllTables) -> MoveResult:
    """Undo your last action."""
    read = access.table
    table = await take_back(tables, read.id, access.seat, body.frame, read)
    return _result(table, access.seat, body.frame)


@router.post("/tables/{table_id}/redo", dependencies=[UNDO])
async def redo(access: AtTable, body: At, tables: AllTables) -> MoveResult:
    """Redo your last undone action."""
    read = access.table
    table = await play_again(tables, read.id, access.seat, body.frame, read)
    return _result(table, access.seat, body.frame)


def _result(table: Table, viewer: int, frame: int) -> MoveResult:
    latest = table_view.latest_frame(table, viewer)
    row, after = table.row, min(frame + 1, latest)
    return MoveResult(frame=after, latest=latest, status=row.status, turn=row.turn)


@router.get("/tables/{table_id}/standing")
async def list_premoves(access: AtTable, locale: Locale) -> Premoves:
    """Return your premove, and those you could set."""
    return views.standing(access.table, access.seat, locale)


@router.put("/tables/{table_id}/standing")
async def set_premove(
    access: AtTable, body: PremoveOrder, tables: AllTables, locale: Locale
) -> Premoves:
    """Set a premove: the table plays it as soon as you are asked."""
    seat, at = access.seat, access.table.id
    table = await premoves.set_premove(tables, at, seat, body.frame, body.code, body.amount)
    return views.standing(table, seat, locale)


@router.delete("/tables/{table_id}/standing")
async def delete_premove(access: AtTable, tables: AllTables, locale: Locale) -> Premoves:
    """Remove your premove."""
    table = await premoves.drop(tables, access.table.id, access.seat)
    return views.standing(table, access.seat, locale)


@router.post("/tables/{table_id}/try", dependencies=[TRY])
async def try_turn(access: AtTable, body: Try, locale: Locale) -> TryOut:
    """Return what would follow if you played these codes; nothing is played."""
    tried = try_out.try_turn(access.table, access.seat, body.frame, body.codes)
    return TryOut(**localize(tried, locale, access.table.names))


@router.post("/tables/{table_id}/hint", dependencies=[HINT])
async def use_hint(
    access: AtTable, body: At, tables: AllTables, adviser: AnAdviser, locale: Locale
) -> HintView:
    """Return a hint for your decision, where all others are bots or the table allows hints. The
    log tells everybody that you used it."""
    before, seat = access.table, access.seat
    table, found = await hints.use_hint(tables, adviser, before, seat, body.frame)
    said = review_hints.sentence(before.playing.position(), found)
    return HintView(
        code=found.code,
        sentence=localize(said, locale, table.names),
        second=found.second,
        points=found.gain,
        line=list(found.line),
        frame=table_view.latest_frame(table, seat),
    )
