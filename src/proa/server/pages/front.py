"""The front page, and opening a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from proa.bots.levels import RATINGS
from proa.engine.messages import localize
from proa.games import GAMES, spec
from proa.server.api import views
from proa.server.config.urls import LOOPBACK, is_own
from proa.server.http.dependencies import (
    OPENING,
    USUAL,
    Address,
    AllTables,
    Guest,
    Locale,
    Origin,
    better_address,
    elsewhere,
    is_here,
)
from proa.server.pages.responses import page
from proa.server.store.accounts import SignedIn
from proa.server.store.lists import Ending
from proa.server.store.rows import BOT, OPEN, OVER, PERSON, SeatRow, TableRow
from proa.server.tables import names, opening, script, time_control
from proa.server.tables.bot_levels import bot_level
from proa.server.tables.opening import Order, Place
from proa.server.tables.tables import Tables

router = APIRouter(include_in_schema=False, dependencies=[USUAL])


@router.get("/")
async def front(request: Request, tables: AllTables, guest: Guest, locale: Locale) -> Response:
    """Render the games, a table to start, and the guest's own tables."""
    compiling = await tables.games.compiling()
    found = await tables.store.tables_of(guest)
    better = better_address(request, tables)
    if better and not found and request.state.known and is_here(request):
        return RedirectResponse(f"{better}/")
    begun_at = "" if found else await _opened_elsewhere(request, tables)
    more: dict[str, Any] = {"better": better, "begun_at": begun_at}
    ended = await tables.store.endings([row.id for row, _ in found if row.status == OVER])
    own = [
        own_table(row, seats, guest, ended.get(row.id, Ending()).returns)
        for row, seats in found
        if not (row.rematch and script.is_lesson(seats))
    ]
    is_account = request.state.account is not None
    more["failing"] = is_account and await tables.store.failing_channel(guest)
    known = {row.game for row, _ in found}
    lessons = [name for name in GAMES if spec(name).lesson and name not in known]
    more |= _choices(locale) | {"lessons": lessons}
    return page(request, "front.html", tables=own, compiling=compiling, **more)


async def _opened_elsewhere(request: Request, tables: Tables) -> str:
    """Return another address of this machine with open tables, for guests at this machine."""
    if not is_here(request):
        return ""
    origins = await tables.store.origins("127.0.0.1")
    old = str(request.base_url.replace(hostname=LOOPBACK[0])).rstrip("/")
    found = (elsewhere(request, origin or old) for origin in origins)
    return next((origin for origin in found if is_own(urlsplit(origin).hostname or "")), "")


@router.get("/new")
async def new_table(
    request: Request,
    tables: AllTables,
    locale: Locale,
    game: str = "",
    wish: Annotated[str, Query(alias="with")] = "",
) -> HTMLResponse:
    """Render the form of a new table; ``with`` presets the seats."""
    compiling = await tables.games.compiling()
    chosen = game if game in GAMES else next(iter(GAMES))
    wished = wish if wish in ("friend", "here") else ""
    more = _choices(locale) | {
        "ratings": RATINGS.get(chosen, {}),
        "times": localize(time_control.choices(), locale),
        "levels": bot_levels(locale, chosen),
    }
    return page(request, "new.html", game=chosen, wish=wished, compiling=compiling, **more)


def _choices(locale: str) -> dict[str, Any]:
    return {
        "games": games(locale),
        "levels": bot_levels(locale),
        "usual_names": list(names.USUAL),
    }


@router.post("/tables", dependencies=[OPENING])
async def open_table(
    request: Request, tables: AllTables, guest: Guest, address: Address, origin: Origin
) -> Response:
    """Open a table from the form.

    ``game, edition, name`` (the guest's), ``title`` (the table's), ``option_KEY``, ``pace`` as
    ``TimeControl.text``, ``forfeits``, ``no_undo``, ``order`` (``shuffled``, or the number of the
    own seat), ``watchers_chat``, ``hints``; for each seat ``who0`` (``me``, ``here`` for a
    person at the same screen, ``friend``, ``bot`` or empty), ``level0`` (else ``level``) and
    ``name0``.
    """
    account: SignedIn | None = request.state.account
    form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    places: list[Place] = []
    for number in range(10):
        place = _place(form, number, guest, account.name if account else "Hina")
        if place is not None:
            places.append(place)
    _seat_host(places, form.get("order", ""))
    order = Order(
        game=form.get("game", ""),
        places=places,
        name=form.get("title", ""),
        edition=form.get("edition") or "standard",
        options={k.removeprefix("option_"): v for k, v in form.items() if k.startswith("option_")},
        time=time_control.read(form.get("pace", "")),
        forfeits=bool(form.get("forfeits")),
        undo=not form.get("no_undo"),
        shuffled=form.get("order") == "shuffled",
        watchers_chat=bool(form.get("watchers_chat")),
        hints=bool(form.get("hints")),
        address=address,
        origin=origin,
    )
    table = await opening.open_table(tables, guest, order)
    return RedirectResponse(f"/table/{table.id}", 303)


def _seat_host(places: list[Place], chosen: str) -> None:
    """Move the first seat to the ``chosen`` one, counted from 1."""
    if chosen in [str(n) for n in range(2, 11)] and places:
        places.insert(min(int(chosen), len(places)) - 1, places.pop(0))


def _place(form: dict[str, str], field: int, guest: str, own: str) -> Place | None:
    who, level = form.get(f"who{field}", ""), form.get(f"level{field}") or form.get("level", "")
    name = form.get(f"name{field}", "")
    if who == "me":
        return Place(PERSON, form.get("name") or name or own, holders=(guest,))
    if who == "here":
        return Place(PERSON, name or _usual_name(field), holders=(guest,))
    if who == "friend":
        return Place(OPEN, name)
    if who == "bot":
        return Place(BOT, name or _usual_name(field), bot_level(level, form.get("game", "")))
    return None


def _usual_name(field: int) -> str:
    """Return the name that the form shows for an empty field."""
    return names.USUAL[(field - 1) % len(names.USUAL)]


def games(locale: str) -> list[dict[str, Any]]:
    """Return the games, with their options."""
    return [game.model_dump() for game in views.games(locale)]


def bot_levels(locale: str, game: str = "") -> list[dict[str, Any]]:
    """Return the levels of bots, in rising strength; with ``game`` also its other bots."""
    found = views.companions(locale, game) if game else views.levels(locale)
    return [level.model_dump() for level in found]


def own_table(
    row: TableRow, seats: Sequence[SeatRow], guest_id: str, returns: Sequence[float] = ()
) -> dict[str, Any]:
    """Return one of a guest's tables, for a list."""
    table = views.own_table(row, seats, guest_id, returns)
    day = datetime.fromtimestamp(table.touched, UTC).date()
    return {**table.model_dump(), "day": day.isoformat(), "lesson": script.is_lesson(seats)}
