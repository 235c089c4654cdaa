"""What every request brings: the application's parts, the guest, their settings, their seat.

All of it is asked for by coroutines: plain functions would each be run in a thread.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import TypeAdapter, ValidationError

from proa.engine.words import LOCALES
from proa.server import addresses
from proa.server.config.whereabouts import for_others, is_own
from proa.server.doors import cookies
from proa.server.doors.rates import Rates
from proa.server.live.bells import Live
from proa.server.tables.access import Sitting, seated, watching
from proa.server.tables.replays import Replays
from proa.server.tables.seats import holder_of_token
from proa.server.tables.tables import Tables
from proa.web import prefs
from proa.web.prefs import Prefs


def tables_of(request: Request) -> Tables:
    """The tables of this process."""
    tables: Tables = request.app.state.tables
    return tables


async def _tables(request: Request) -> Tables:
    return tables_of(request)


async def _replays(request: Request) -> Replays:
    rooms: Replays = request.app.state.replays
    return rooms.asked_by(partial(_spend, request, "replay"))


async def _live(request: Request) -> Live:
    live: Live = request.app.state.live
    return live


async def _guest(request: Request) -> str:
    guest: str = request.state.guest
    return guest


def _counted(request: Request) -> str:
    return addresses.counted(request.client.host if request.client else None)


async def _address(request: Request) -> str:
    return _counted(request)


def _token(request: Request) -> str:
    sent: str = request.headers.get("authorization", "")
    return sent.removeprefix("Bearer ")


def _holder(request: Request) -> str:
    """The guest or the bearer of a token who asks; empty for a guest who is new."""
    known: str = request.state.known
    return known or (holder_of_token(token) if (token := _token(request)) else "")


def _known(request: Request) -> str:
    """The same, as it is counted.

    Many may bear the token of a watch link; those at different addresses are not the same.
    """
    known: str = request.state.known
    token = _token(request)
    return known or (holder_of_token(f"{token} {_counted(request)}") if token else "")


def _spend(request: Request, kind: str) -> None:
    """Count the request as one of a kind of :mod:`proa.server.doors.rates`."""
    rates: Rates = request.app.state.rates
    rates.spend(kind, _known(request), _counted(request))


def _counted_as(kind: str) -> Any:
    """A dependency that counts the request so."""

    async def spend(request: Request) -> None:
        _spend(request, kind)

    return Depends(spend)


async def as_usual(request: Request) -> None:
    """Count a request as a look or as something done; refused for whoever is shut out."""
    if not request.url.path.startswith("/static/"):
        tables, who = tables_of(request), (_holder(request), _known(request), _counted(request))
        tables.barred.check("block", tables.now(), *who)
        _spend(request, "look" if request.method in ("GET", "HEAD") else "post")


USUAL = Depends(as_usual)
"""Every request is counted: as a look, or as something done; those that cost more once more."""
OPENING, UPLOAD, CHAT = (_counted_as(kind) for kind in ("opening", "upload", "chat"))
UNDO, TRY, REPLAY = (_counted_as(kind) for kind in ("undo", "try", "replay"))
INVITATION = _counted_as("invitation")


def prefs_of(request: Request) -> Prefs:
    """The visitor's settings."""
    return prefs.read(*cookies.values(request.headers, prefs.COOKIE))


def locale_of(request: Request) -> str:
    """The language they chose, else the first of their browser's that we have, else English."""
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
Address = Annotated[str, Depends(_address)]
Locale = Annotated[str, Depends(_locale)]
_NUMBER = TypeAdapter(int)
SeatAsked = Annotated[int | None, Query(alias="seat", description="which of one's seats")]


async def sitting_of(request: Request, seat: int | None) -> Sitting:
    """Who asks, at the table of the address; ``seat`` is which of theirs they say."""
    tables, guest = tables_of(request), request.state.guest
    if "watch" in request.path_params:
        return await watching(tables, request.path_params["watch"], guest)
    return await seated(tables, request.path_params["table_id"], guest, seat)


async def _sitting(request: Request, seat: SeatAsked = None) -> Sitting:
    return await sitting_of(request, seat)


def number(text: str, *where: str) -> int:
    """A number of an address, as a dependency would read it; refused if it is none."""
    try:
        return _NUMBER.validate_strings(text)
    except ValidationError as error:
        found = [{**wrong, "loc": where} for wrong in error.errors()]
        raise RequestValidationError(found) from None


AtTable = Annotated[Sitting, Depends(_sitting)]


def base_url(request: Request, tables: Tables) -> str:
    """The address people use, without a slash at its end: one for others, if there is one."""
    theirs = None
    if tables.settings.public_url or is_own(request.url.hostname or ""):
        theirs = for_others(tables.settings)
    return (theirs or str(request.base_url)).rstrip("/")
