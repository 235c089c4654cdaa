"""Replays of finished games and of uploaded records."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import localize
from proa.server.http.dependencies import (
    USUAL,
    AllReplays,
    AllReviews,
    AllTables,
    AtTable,
    Locale,
)
from proa.server.pages.front import bot_levels
from proa.server.pages.responses import page
from proa.server.pages.reviews import NO_REVIEW, costly_at, values_of
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
    reviews: AllReviews,
    locale: Locale,
    at: int | None = None,
    eye: str = "open",
    instead: bool = False,
    open_cards: bool = False,
) -> HTMLResponse:
    """Render the replay of a finished game."""
    replay = all_replays.of_table(access.table)
    values = localize(at_table(access), locale, access.table.names)
    may_ask = bool(access.mine)
    found = await values_of(reviews, access.table.id, replay, locale, open_cards, may_ask)
    values |= found | _room(replay, at, eye_of(replay, eye), locale, found, instead)
    values["is_upload"] = False
    return page(request, "replay.html", access.table.names, **values)


@router.get("/table/{table_id}/replay/{at}")
@router.get("/watch/{watch}/replay/{at}")
async def step_of_table(
    request: Request,
    at: int,
    access: AtTable,
    all_replays: AllReplays,
    reviews: AllReviews,
    locale: Locale,
    eye: str = "open",
    instead: bool = False,
    open_cards: bool = False,
) -> HTMLResponse:
    """Render one step of the replay, to be morphed into the page."""
    replay = all_replays.of_table(access.table)
    values = localize(at_table(access), locale, access.table.names)
    costly = await costly_at(reviews, access.table.id, replay, at, locale, open_cards)
    values |= _step(replay, at, eye_of(replay, eye), locale, costly, instead)
    return page(request, "_replay.html", access.table.names, **values)


@router.get("/records/{upload_id}")
async def room_of_upload(
    request: Request,
    upload_id: str,
    all_replays: AllReplays,
    reviews: AllReviews,
    locale: Locale,
    at: int | None = None,
    eye: str = "open",
    instead: bool = False,
    open_cards: bool = False,
) -> HTMLResponse:
    """Render the replay of an uploaded record."""
    replay = await all_replays.of_upload(upload_id)
    found = await values_of(reviews, upload_id, replay, locale, open_cards)
    values = _about(replay, f"/records/{upload_id}") | found
    values |= _room(replay, at, eye_of(replay, eye), locale, found, instead)
    return page(request, "replay.html", replay.names, **values)


@router.get("/records/{upload_id}/replay/{at}")
async def step_of_upload(
    request: Request,
    upload_id: str,
    at: int,
    all_replays: AllReplays,
    reviews: AllReviews,
    locale: Locale,
    eye: str = "open",
    instead: bool = False,
    open_cards: bool = False,
) -> HTMLResponse:
    """Render one step of the replay, to be morphed into the page."""
    replay = await all_replays.of_upload(upload_id)
    costly = await costly_at(reviews, upload_id, replay, at, locale, open_cards)
    values = _about(replay, f"/records/{upload_id}")
    values |= _step(replay, at, eye_of(replay, eye), locale, costly, instead)
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
    values = _about(replay, f"/shared/{token}") | NO_REVIEW
    values |= _room(replay, at, eye_of(replay, eye), locale, NO_REVIEW, False)
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
    values |= _step(replay, at, eye_of(replay, eye), locale, None, False)
    return page(request, "_replay.html", replay.names, **values)


def _step(
    replay: Replay, at: int, eye: int, locale: str, costly: dict[str, Any] | None, instead: bool
) -> dict[str, Any]:
    """Return the values of the template of one step; with ``instead`` for the better choice there,
    if the decision was ``costly``."""
    names = replay.names
    if costly and instead:
        view, sentences = replay.instead(at, costly["best"], eye)
    else:
        view, sentences = replay.view(at, eye), replay.sentences(at, eye)
    event = {"seat": replay.moments[at].seat, "sentences": sentences}
    return {
        "at": at,
        "last_step": replay.last,
        "eye": "open" if eye == ALL else eye,
        "view": localize_for_one(view, locale, names),
        "told": with_lines(event, locale, names),
        "costly": costly,
        "instead": instead and costly is not None,
    }


def _room(
    replay: Replay,
    at: int | None,
    eye: int,
    locale: str,
    found: dict[str, Any],
    instead: bool,
) -> dict[str, Any]:
    """Return the values of the replay page at a step, the last one by default."""
    at = replay.last if at is None else at
    decisions = found["review"]["decisions"] if found["review"] else ()
    costly = next((decision for decision in decisions if decision["step"] == at), None)
    return {
        **_step(replay, at, eye, locale, costly, instead),
        "log": [with_lines(entry, locale, replay.names) for entry in replay.log(eye)],
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
