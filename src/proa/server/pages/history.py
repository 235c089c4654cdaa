"""The page of a guest's finished games."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from proa.engine.messages import localize
from proa.server.http.dependencies import USUAL, AllTables, Guest, Locale
from proa.server.pages.responses import page
from proa.server.tables.history import PastGame, past_games, tallies

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
LISTED = 100


@router.get("/history")
async def history(
    request: Request, tables: AllTables, guest: Guest, locale: Locale
) -> HTMLResponse:
    """Render the guest's results and finished games."""
    found = await past_games(tables, guest)
    results = [{**asdict(tally), "name": tally.game} for tally in tallies(found)]
    values = localize({"tallies": results}, locale)
    values["past"] = [_listed(game) for game in found[:LISTED]]
    return page(request, "history.html", **values)


def _listed(game: PastGame) -> dict[str, Any]:
    day = datetime.fromtimestamp(game.touched, UTC).date().isoformat()
    return {
        "id": game.table_id,
        "name": game.game,
        "title": game.title,
        "seats": [
            {
                "seat": place.seat,
                "name": place.name,
                "me": place.seat in game.mine,
                "points": game.ending.scores[place.seat],
            }
            for place in game.seats
        ],
        "won": game.won,
        "score": game.score,
        "day": day,
        "touched": game.touched,
    }
