"""The lobby: a table that waits for players."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import Response

from proa.engine.messages import localize
from proa.server.config import urls
from proa.server.config.urls import is_own
from proa.server.durations import rounded
from proa.server.http import event_streams
from proa.server.http.dependencies import USUAL, AllTables, AtTable, Locale, base_url, is_here
from proa.server.pages.front import bot_levels
from proa.server.pages.responses import page
from proa.server.store.rows import WAITING
from proa.server.tables.access import TableAccess
from proa.server.tables.at_table import at_table
from proa.server.tables.tables import Tables

router = APIRouter(include_in_schema=False, dependencies=[USUAL])


@router.get("/table/{table_id}/lobby")
@router.get("/watch/{watch}/lobby")
async def lobby(request: Request, access: AtTable, tables: AllTables, locale: Locale) -> Response:
    """Render the lobby's title and changing part; redirect when the game has begun."""
    if access.table.row.status != WAITING:
        return Response(headers={"HX-Redirect": access.path + access.query})
    values = context(request, tables, access, locale, base_url(request, tables))
    return page(request, "_lobby_news.html", access.table.names, **values)


def context(
    request: Request, tables: Tables, access: TableAccess, locale: str, base: str
) -> dict[str, Any]:
    """Return the values of the lobby's templates."""
    table, hours = access.table, tables.settings.empty_table_hours
    return {
        **localize(at_table(access, base), locale, access.table.names),
        "news": event_streams.news(access.table, access.viewer),
        "closes": localize(rounded(hours * 3600), locale),
        "levels": bot_levels(locale),
        "unready": [seat for seat in access.mine if table.seats[seat].nonce is None],
        **reach(request, base),
        "back": access.path + access.query,
        "complete": all(place.kind != "open" for place in table.seats),
    }


def reach(request: Request, base: str) -> dict[str, Any]:
    """Return who can open links that begin with ``base``, and the machine's other addresses."""
    settings, chosen = request.app.state.tables.settings, urlsplit(base).hostname or ""
    may_choose = is_here(request) and not settings.public_url
    places = urls.places(settings) if may_choose else []
    return {
        "here_only": is_own(chosen),
        "for_all": settings.host in urls.EVERYWHERE,
        "addresses": [
            {"host": place.host, "of": place.interface, "is_chosen": place.host == chosen}
            for place in (places if len(places) > 1 else ())
        ],
    }
