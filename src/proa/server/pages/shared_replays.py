"""Sharing the replay of a finished game by a link, and its picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import anyio
from anyio import to_thread
from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from proa.engine.core.view_types import ALL
from proa.engine.messages import LOCALES, translated
from proa.server.http.dependencies import (
    INVITATION,
    OPENING,
    USUAL,
    Address,
    AllReplays,
    AllTables,
    AtTable,
    Guest,
    Locale,
    Origin,
)
from proa.server.pages import results
from proa.server.tables import replays, shared_replays
from proa.server.tables.access import TableAccess
from proa.server.tables.replays import Replay
from proa.server.tables.shared_replays import open_shared
from proa.web.end_picture import end_picture
from proa.web.sentences import localize_for_one

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
PICTURES = 4
"""Pictures of one game in memory: languages, and names as people agree to them."""
_DRAWING = anyio.Lock()


@router.post("/table/{table_id}/share", dependencies=[INVITATION])
async def share(access: AtTable, tables: AllTables) -> Response:
    """Make the link and the picture of the guest's seat."""
    await shared_replays.share(tables, access)
    return _back(access)


@router.post("/table/{table_id}/share/withdraw")
async def withdraw(access: AtTable, tables: AllTables) -> Response:
    """Withdraw the link of the guest's seat."""
    await shared_replays.withdraw(tables, access)
    return _back(access)


@router.post("/table/{table_id}/share/name")
async def set_named(
    access: AtTable, tables: AllTables, named: Annotated[str, Form()] = ""
) -> Response:
    """Agree to be named in shared replays of this game, or no longer."""
    await shared_replays.set_named(tables, access, bool(named))
    return _back(access)


def _back(access: TableAccess) -> Response:
    return RedirectResponse(f"{access.path}/end{access.query}#share", 303)


@router.get("/shared/{token}/{locale}.png")
async def picture(token: str, locale: str, tables: AllTables, all_replays: AllReplays) -> Response:
    """Return the picture of the end of the game."""
    if locale not in LOCALES:
        raise shared_replays.no_replay()
    replay = await open_shared(tables, all_replays, token, locale)
    return Response(await _picture(replay, locale, all_replays.spend), media_type="image/png")


async def _picture(replay: Replay, locale: str, spend: Callable[[], None]) -> bytes:
    """Return the picture of a replay's end, drawn once for a language and names."""
    found, key = replay.pictures, (locale, *replay.names)
    async with _DRAWING:  # others that want the same picture wait for it
        if key not in found:
            spend()
            while len(found) >= PICTURES:
                found.pop(next(iter(found)))
            values = _values(replay, locale)
            draw = partial(end_picture, replay.game.name, locale, replay.names, values)
            found[key] = await to_thread.run_sync(draw)
        return found[key]


def _values(replay: Replay, locale: str) -> dict[str, Any]:
    result, names = replay.result(), replay.names
    order = sorted(range(replay.players), key=results.places_of(result).__getitem__)
    return {
        "title": translated(replay.game.spec.title, locale, replay.game.name),
        "winners": [names[seat] for seat in result["winners"]],
        "seats": [
            {"seat": seat, "name": names[seat], "points": result["scores"][seat]} for seat in order
        ],
        "view": localize_for_one(replay.view(replay.last, ALL), locale, names),
    }


@router.post("/shared/{token}/continue", dependencies=[OPENING])
async def go_on(
    token: str,
    tables: AllTables,
    all_replays: AllReplays,
    guest: Guest,
    address: Address,
    origin: Origin,
    locale: Locale,
    at: Annotated[int, Form()],
    place: Annotated[int, Form()],
    level: Annotated[str, Form()],
) -> Response:
    """Open a table against bots from a step of the replay."""
    replay = await open_shared(tables, all_replays, token, locale)
    table = await replays.go_on(tables, replay, at, [place], level, guest, address, origin=origin)
    return RedirectResponse(f"/table/{table.id}", 303)
