"""What every request brings: the application's parts, the guest, his settings, his seat.

All of it is asked for by coroutines: plain functions would each be run in a thread.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query, Request

from proa.engine.words import LOCALES
from proa.server import cookies
from proa.server.access import Sitting, seated, watching
from proa.server.live import Live
from proa.server.replays import Replays
from proa.server.tables import Tables
from proa.web import prefs
from proa.web.prefs import Prefs


async def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


async def _replays(request: Request) -> Replays:
    replays: Replays = request.app.state.replays
    return replays


async def _live(request: Request) -> Live:
    live: Live = request.app.state.live
    return live


async def _guest(request: Request) -> str:
    guest: str = request.state.guest
    return guest


def prefs_of(request: Request) -> Prefs:
    """The visitor's settings."""
    return prefs.read(*cookies.values(request.headers, prefs.COOKIE))


def locale_of(request: Request) -> str:
    """The language he chose, else the first of his browser's that we have, else English."""
    chosen = prefs_of(request).locale
    if chosen:
        return chosen
    for wish in request.headers.get("accept-language", "").split(","):
        if wish.strip()[:2].lower() in LOCALES:
            return wish.strip()[:2].lower()
    return "en"


async def _locale(request: Request) -> str:
    return locale_of(request)


AllTables = Annotated[Tables, Depends(_tables)]
AllReplays = Annotated[Replays, Depends(_replays)]
AllLive = Annotated[Live, Depends(_live)]
Guest = Annotated[str, Depends(_guest)]
Locale = Annotated[str, Depends(_locale)]
SeatAsked = Annotated[int | None, Query(alias="seat", description="which of one's seats")]


async def _sitting(
    request: Request, tables: AllTables, guest: Guest, seat: SeatAsked = None
) -> Sitting:
    if "watch" in request.path_params:
        return await watching(tables, request.path_params["watch"], guest)
    return await seated(tables, request.path_params["table_id"], guest, seat)


AtTable = Annotated[Sitting, Depends(_sitting)]
