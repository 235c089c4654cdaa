"""Records, replays, and new tables from any step."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from proa.engine.kind import ALL
from proa.engine.words import in_words
from proa.server.api import views
from proa.server.api.asking import AtTable
from proa.server.api.models import (
    GoOn,
    Opened,
    Step,
    Uploaded,
)
from proa.server.api.part import part
from proa.server.doors.asking import (
    OPENING,
    REPLAY,
    UPLOAD,
    Address,
    AllReplays,
    AllTables,
    Locale,
)
from proa.server.tables import replays, seats
from proa.server.tables.replays import Replay
from proa.server.tables.tables import Tables

router = part("records")


@router.get(
    "/tables/{table_id}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
    dependencies=[REPLAY],
)
async def record(sitting: AtTable, tables: AllTables) -> Response:
    """The record of a finished game; of a frozen one the log as it was stored."""
    text = await replays.record_text(tables, sitting.table)
    return Response(text, media_type="application/json")


@router.get("/tables/{table_id}/replay/{at}")
async def replay_of_table(
    sitting: AtTable, at: int, rooms: AllReplays, locale: Locale, eye: str = "open"
) -> Step:
    """A step of a finished game, seen with a seat's eyes or openly."""
    return _step(rooms.of_table(sitting.table), at, eye, locale)


@router.post("/tables/{table_id}/continue", status_code=201, dependencies=[OPENING])
async def go_on_from_table(
    sitting: AtTable, body: GoOn, tables: AllTables, rooms: AllReplays, address: Address
) -> Opened:
    """A new table against bots from a step of a finished game."""
    return await _gone_on(tables, rooms.of_table(sitting.table), body, address)


@router.post(
    "/records",
    status_code=201,
    openapi_extra={
        "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}}
    },
    dependencies=[UPLOAD],
)
async def upload(request: Request, rooms: AllReplays, address: Address) -> Uploaded:
    """Upload a record; it is replayed and checked whole."""
    return Uploaded(record=await rooms.upload(await request.body(), "", address))


@router.get("/records/{record_id}/replay/{at}")
async def replay_of_upload(
    record_id: str, at: int, rooms: AllReplays, locale: Locale, eye: str = "open"
) -> Step:
    """A step of an uploaded record."""
    return _step(await rooms.of_upload(record_id), at, eye, locale)


@router.post("/records/{record_id}/continue", status_code=201, dependencies=[OPENING])
async def go_on_from_upload(
    record_id: str, body: GoOn, tables: AllTables, rooms: AllReplays, address: Address
) -> Opened:
    """A new table against bots from a step of an uploaded record."""
    return await _gone_on(tables, await rooms.of_upload(record_id), body, address)


def _step(replay: Replay, at: int, eye: str, locale: str) -> Step:
    seen = replays.eye_of(replay, eye)
    return Step(
        at=at,
        last_step=replay.last,
        eye="open" if seen == ALL else seen,
        view=in_words(replay.view(at, seen), locale, replay.names),
        told=in_words(
            {"seat": replay.moments[at].seat, "sentences": replay.told(at, seen)},
            locale,
            replay.names,
        ),
    )


async def _gone_on(tables: Tables, replay: Replay, body: GoOn, address: str) -> Opened:
    token = seats.fresh_token()
    holder = seats.holder_of_token(token)
    table = await replays.go_on(tables, replay, body.at, body.seats, body.level, holder, address)
    return views.opened(table, token, dict.fromkeys(table.seats_of(holder), token))
