"""Uploading records, and playing on from a step of one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, UploadFile
from fastapi.responses import RedirectResponse, Response

from proa.engine.messages import say
from proa.server.errors import Refusal
from proa.server.http.dependencies import (
    OPENING,
    UPLOAD,
    USUAL,
    Address,
    AllReplays,
    AllTables,
    Guest,
    Origin,
)
from proa.server.tables import replays

NO_RECORD = say(
    "This file is not a saved game. After a game, choose Record on its last page to save "
    "one, then open that file."
)
router = APIRouter(include_in_schema=False, dependencies=[USUAL])


@router.post("/records", dependencies=[UPLOAD])
async def upload(
    file: UploadFile, all_replays: AllReplays, guest: Guest, address: Address
) -> Response:
    """Upload a record; it is replayed and checked completely before it is stored."""
    content = await file.read()
    if not content.lstrip().startswith(b"{"):
        raise Refusal(422, NO_RECORD)
    upload_id = await all_replays.upload(content, guest, address)
    return RedirectResponse(f"/records/{upload_id}", 303)


@router.post("/records/{upload_id}/continue", dependencies=[OPENING])
async def go_on(
    upload_id: str,
    tables: AllTables,
    all_replays: AllReplays,
    guest: Guest,
    address: Address,
    origin: Origin,
    at: Annotated[int, Form()],
    place: Annotated[int, Form()],
    level: Annotated[str, Form()],
) -> Response:
    """Open a table against bots from a step of the replay."""
    replay = await all_replays.of_upload(upload_id)
    table = await replays.go_on(tables, replay, at, [place], level, guest, address, origin=origin)
    return RedirectResponse(f"/table/{table.id}", 303)
