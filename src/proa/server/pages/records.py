"""The pages of uploaded records."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, UploadFile
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from proa.engine.core.game_spec import SPECTATOR
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
    Locale,
    Origin,
)
from proa.server.pages import contexts
from proa.server.pages.contexts import page
from proa.server.tables import replays
from proa.server.tables.replays import Replay

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


@router.get("/records/{upload_id}")
async def replay_room(
    request: Request,
    upload_id: str,
    all_replays: AllReplays,
    locale: Locale,
    at: int | None = None,
    eye: str = "open",
) -> HTMLResponse:
    """Render the replay of an uploaded record."""
    replay = await all_replays.of_upload(upload_id)
    values = _about(replay, upload_id) | contexts.room(
        replay, at, replays.eye_of(replay, eye), locale
    )
    return page(request, "replay.html", replay.names, **values)


@router.get("/records/{upload_id}/replay/{at}")
async def replay_step(
    request: Request,
    upload_id: str,
    at: int,
    all_replays: AllReplays,
    locale: Locale,
    eye: str = "open",
) -> HTMLResponse:
    """Render one step of the replay, to be morphed into the page."""
    replay = await all_replays.of_upload(upload_id)
    values = _about(replay, upload_id)
    values |= contexts.replaying(replay, at, replays.eye_of(replay, eye), locale)
    return page(request, "_replay.html", replay.names, **values)


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


def _about(replay: Replay, upload_id: str) -> dict[str, Any]:
    """Return the values that the templates of a table's replay use, under the same names."""
    game = replay.game
    seats = [
        {
            "seat": seat,
            "name": name,
            "kind": replay.kinds[seat],
            "level": "",
            "label": "",
            "away": False,
            "ready": True,
            "me": False,
            "turn": False,
        }
        for seat, name in enumerate(replay.names)
    ]
    table = {
        "id": "",
        "name": game.spec.title,
        "game": game.name,
        "title": game.spec.title,
        "edition": game.edition,
        "options": dict(game.options),
        "status": "over",
        "turn": None,
        "url": f"/records/{upload_id}",
    }
    return {
        "table": table,
        "seats": seats,
        "viewer": SPECTATOR,
        "query": "",
        "is_host": False,
        "is_upload": True,
    }
