"""Pages after the end: score sheet, record, replay, playing on from a step."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from proa.server.http.dependencies import (
    OPENING,
    REPLAY,
    USUAL,
    Address,
    AllReplays,
    AllTables,
    AtTable,
    Locale,
    Origin,
    base_url,
)
from proa.server.pages import contexts
from proa.server.pages.contexts import page
from proa.server.tables import (
    chat,
    replays,
)

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
Frame = Annotated[int, Form()]
Text = Annotated[str, Form()]


@router.get("/table/{table_id}/end")
@router.get("/watch/{watch}/end")
async def end(
    request: Request, access: AtTable, tables: AllTables, all_replays: AllReplays, locale: Locale
) -> HTMLResponse:
    """Render the result: who won, and how the points came together."""
    replay = all_replays.of_table(access.table)
    values = contexts.at_table(access, locale, base_url(request, tables))
    values |= contexts.ended(replay, locale)
    values |= {
        "proof": replays.record_of(access.table).proof,
        "chat": await chat.lines_for(tables, access),
        "over": True,
    }
    return page(request, "end.html", access.table.names, **values)


@router.get("/table/{table_id}/record", dependencies=[REPLAY])
@router.get("/watch/{watch}/record", dependencies=[REPLAY])
async def record(access: AtTable, tables: AllTables) -> Response:
    """Return the record of a finished game as a file; of a frozen one the stored log."""
    headers = {"Content-Disposition": f'attachment; filename="{access.table.row.game}.json"'}
    text = await replays.record_text(tables, access.table)
    return Response(text, media_type="application/json", headers=headers)


@router.get("/table/{table_id}/replay")
@router.get("/watch/{watch}/replay")
async def replay_room(
    request: Request,
    access: AtTable,
    all_replays: AllReplays,
    locale: Locale,
    at: int | None = None,
    eye: str = "open",
) -> HTMLResponse:
    """Render the replay of a finished game."""
    replay = all_replays.of_table(access.table)
    values = contexts.at_table(access, locale, "")
    values |= contexts.room(replay, at, replays.eye_of(replay, eye), locale)
    values["is_upload"] = False
    return page(request, "replay.html", access.table.names, **values)


@router.get("/table/{table_id}/replay/{at}")
@router.get("/watch/{watch}/replay/{at}")
async def replay_step(
    request: Request,
    at: int,
    access: AtTable,
    all_replays: AllReplays,
    locale: Locale,
    eye: str = "open",
) -> HTMLResponse:
    """Render one step of the replay, to be morphed into the page."""
    replay = all_replays.of_table(access.table)
    values = contexts.at_table(access, locale, "")
    values |= contexts.replaying(replay, at, replays.eye_of(replay, eye), locale)
    return page(request, "_replay.html", access.table.names, **values)


@router.post("/table/{table_id}/continue", dependencies=[OPENING])
async def go_on(
    access: AtTable,
    tables: AllTables,
    all_replays: AllReplays,
    address: Address,
    origin: Origin,
    at: Annotated[int, Form()],
    place: Annotated[int, Form()],
    level: Text,
) -> Response:
    """Open a table against bots from a step of the replay."""
    replay = all_replays.of_table(access.table)
    table = await replays.go_on(
        tables, replay, at, [place], level, access.guest_id, address, origin=origin
    )
    return RedirectResponse(f"/table/{table.id}", 303)
