"""Replays of finished games and of uploaded records."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from proa.engine.core.game_spec import ALL, SPECTATOR
from proa.engine.messages import localize
from proa.server.http.dependencies import USUAL, AllReplays, AllTables, AtTable, Locale
from proa.server.pages.front import bot_levels
from proa.server.pages.responses import page
from proa.server.tables.at_table import at_table
from proa.server.tables.replays import Replay, eye_of
from proa.server.tables.shared_replays import open_shared
from proa.web.sentences import localize_for_one, with_lines

router = APIRouter(include_in_schema=False, dependencies=[USUAL])


@router.get("/table/{table_id}/replay")
@router.get("/watch/{watch}/replay")
async def room_of_table(
    request: Request,
    access: AtTable,
    all_replays: AllReplays,
    locale: Locale,
    at: int | None = None,
    eye: str = "open",
) -> HTMLResponse:
    """Render the replay of a finished game."""
    replay = all_replays.of_table(access.table)
    values = localize(at_table(access), locale, access.table.names)
    values |= _room(replay, at, eye_of(replay, eye), locale)
    values["is_upload"] = False
    return page(request, "replay.html", access.table.names, **values)


@router.get("/table/{table_id}/replay/{at}")
@router.get("/watch/{watch}/replay/{at}")
async def step_of_table(
    request: Request,
    at: int,
    access: AtTable,
    all_replays: AllReplays,
    locale: Locale,
    eye: str = "open",
) -> HTMLResponse:
    """Render one step of the replay, to be morphed into the page."""
    replay = all_replays.of_table(access.table)
    values = localize(at_table(access), locale, access.table.names)
    values |= _step(replay, at, eye_of(replay, eye), locale)
    return page(request, "_replay.html", access.table.names, **values)


@router.get("/records/{upload_id}")
async def room_of_upload(
    request: Request,
    upload_id: str,
    all_replays: AllReplays,
    locale: Locale,
    at: int | None = None,
    eye: str = "open",
) -> HTMLResponse:
    """Render the replay of an uploaded record."""
    replay = await all_replays.of_upload(upload_id)
    values = _about(replay, f"/records/{upload_id}") | _room(
        replay, at, eye_of(replay, eye), locale
    )
    return page(request, "replay.html", replay.names, **values)


@router.get("/records/{upload_id}/replay/{at}")
async def step_of_upload(
    request: Request,
    upload_id: str,
    at: int,
    all_replays: AllReplays,
    locale: Locale,
    eye: str = "open",
) -> HTMLResponse:
    """Render one step of the replay, to be morphed into the page."""
    replay = await all_replays.of_upload(upload_id)
    values = _about(replay, f"/records/{upload_id}")
    values |= _step(replay, at, eye_of(replay, eye), locale)
    return page(request, "_replay.html", replay.names, **values)


@router.get("/shared/{token}")
async def room_of_link(
    request: Request,
    token: str,
    tables: AllTables,
    all_replays: AllReplays,
    locale: Locale,
    at: int | None = None,
    eye: str = "open",
) -> HTMLResponse:
    """Render a replay that anybody can open by its link."""
    replay = await open_shared(tables, all_replays, token, locale)
    values = _about(replay, f"/shared/{token}") | _room(replay, at, eye_of(replay, eye), locale)
    values["preview"] = f"/shared/{token}/{locale}.png"
    return page(request, "replay.html", replay.names, **values)


@router.get("/shared/{token}/replay/{at}")
async def step_of_link(
    request: Request,
    token: str,
    at: int,
    tables: AllTables,
    all_replays: AllReplays,
    locale: Locale,
    eye: str = "open",
) -> HTMLResponse:
    """Render one step of the replay, to be morphed into the page."""
    replay = await open_shared(tables, all_replays, token, locale)
    values = _about(replay, f"/shared/{token}")
    values |= _step(replay, at, eye_of(replay, eye), locale)
    return page(request, "_replay.html", replay.names, **values)


def _step(replay: Replay, at: int, eye: int, locale: str) -> dict[str, Any]:
    """Return the values of the replay's templates for one step."""
    names = replay.names
    event = {"seat": replay.moments[at].seat, "sentences": replay.sentences(at, eye)}
    return {
        "at": at,
        "last_step": replay.last,
        "eye": "open" if eye == ALL else eye,
        "view": localize_for_one(replay.view(at, eye), locale, names),
        "told": with_lines(event, locale, names),
        "log": [with_lines(entry, locale, names) for entry in replay.log(eye)],
    }


def _room(replay: Replay, at: int | None, eye: int, locale: str) -> dict[str, Any]:
    """Return the values of the replay page at a step, the last one by default."""
    at = replay.last if at is None else at
    return {
        **_step(replay, at, eye, locale),
        "history": replay.history,
        "turns": replay.turns,
        "result": localize(replay.result(), locale, replay.names),
        "levels": bot_levels(locale),
    }


def _about(replay: Replay, url: str) -> dict[str, Any]:
    """Return the values that the templates of a table's replay use, without those of a table."""
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
        "url": url,
    }
    return {
        "table": table,
        "seats": seats,
        "viewer": SPECTATOR,
        "query": "",
        "is_host": False,
        "is_upload": True,
    }
