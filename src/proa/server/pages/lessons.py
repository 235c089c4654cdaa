"""Lessons: begin or continue one, and play on from it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from proa.server.http.dependencies import (
    OPENING,
    USUAL,
    Address,
    AllTables,
    AtTable,
    Guest,
    Origin,
)
from proa.server.tables import lessons

router = APIRouter(include_in_schema=False, dependencies=[USUAL])


@router.post("/lessons", dependencies=[OPENING])
async def begin(
    tables: AllTables,
    guest: Guest,
    address: Address,
    origin: Origin,
    game: Annotated[str, Form()],
) -> Response:
    """Begin a game's lesson, or return to where the guest left it."""
    table = await lessons.open_lesson(tables, game, guest, address, origin)
    return RedirectResponse(f"/table/{table.id}", 303)


@router.post("/table/{table_id}/play-on", dependencies=[OPENING])
async def play_on(access: AtTable, tables: AllTables, address: Address, origin: Origin) -> Response:
    """Open a table against bots from where the lesson stands, or go to it."""
    access.check_plays()
    table = await lessons.play_on(tables, access.table, access.guest_id, address, origin)
    return RedirectResponse(f"/table/{table.id}", 303)
