"""The pages: what browsers get, as HTML."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Form, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from sse_starlette import EventSourceResponse
from starlette.exceptions import HTTPException

from proa.bots import levels
from proa.engine.kind import WATCHER
from proa.engine.words import LOCALES, in_words, say
from proa.games import GAMES, kind
from proa.server.errors import Refusal
from proa.server.live import Live
from proa.server.schema import BOT, PERSON, WAITING, SeatRow
from proa.server.tables import Place, Table, Tables
from proa.web.pages import render, static_file

router = APIRouter()
BOT_NAMES = ("Teva", "Moana", "Manu", "Hina", "Ari'i", "Vaea")


# -- who asks, and in which language ---------------------------------------------------------


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def _guest(request: Request) -> str:
    guest: str = request.state.guest
    return guest


def locale_of(request: Request) -> str:
    """The language of the cookie, else the browser's first that we have, else English."""
    chosen = request.cookies.get("locale")
    if chosen in LOCALES:
        return chosen
    for wish in request.headers.get("accept-language", "").split(","):
        if wish.strip()[:2].lower() in LOCALES:
            return wish.strip()[:2].lower()
    return "en"


AllTables = Annotated[Tables, Depends(_tables)]
Guest = Annotated[str, Depends(_guest)]
Locale = Annotated[str, Depends(locale_of)]


def _page(
    template: str, locale: str, names: Sequence[str] = (), status: int = 200, **values: Any
) -> HTMLResponse:
    return HTMLResponse(render(template, locale, names, **values), status)


@router.get("/static/{name:path}")
async def static(name: str) -> Response:
    """A style, script, font or picture; its address changes with its content."""
    path = static_file(name)
    if path is None:
        raise HTTPException(404)
    return FileResponse(path, headers={"Cache-Control": "public, max-age=31536000, immutable"})


# -- the front page, and opening a table -----------------------------------------------------


@router.get("/")
async def front(tables: AllTables, guest: Guest, locale: Locale) -> HTMLResponse:
    """The games, a table to start, and the guest's own tables."""
    own = [
        {
            "id": row.id,
            "name": row.name,
            "title": kind(row.game).title,
            "status": row.status,
            "seats": [s.name for s in seats],
            "waits_for": seats[row.turn].name if row.turn is not None else None,
            "mine": row.turn is not None and seats[row.turn].guest == guest,
        }
        for row, seats in await tables.store.tables_of(guest)
    ]
    return _page("front.html", locale, games=_games(locale), levels=_levels(locale), tables=own)


def _games(locale: str) -> list[dict[str, Any]]:
    return [
        in_words(
            {
                "name": name,
                "title": kind(name).title,
                "fewest": kind(name).players[0],
                "most": kind(name).players[1],
                "minutes": kind(name).minutes,
                "sentence": kind(name).sentence,
            },
            locale,
        )
        for name in GAMES
    ]


def _levels(locale: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "label": in_words(level.label, locale)}
        for name, level in levels.LEVELS.items()
    ]


@router.post("/tables")
async def open_table(request: Request, tables: AllTables, guest: Guest) -> Response:
    """Open a table from the form: ``game``, ``name``, and ``who0``, ``who1`` ... for the seats.

    A seat is ``me``, ``bot:LEVEL`` or empty for none.
    """
    form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    places: list[Place] = []
    for number in range(8):
        who = form.get(f"who{number}", "")
        if who == "me":
            places.append(Place(PERSON, form.get("name", "") or "Hina"))
        elif who.startswith("bot:"):
            places.append(Place(BOT, BOT_NAMES[len(places)], _level(who[4:])))
    table = await tables.open(guest, form.get("game", ""), places)
    return RedirectResponse(f"/table/{table.id}", 303)


def _level(name: str) -> str:
    if name not in levels.LEVELS:
        raise Refusal(422, say("There is no bot of that level."))
    return name


# -- the table -------------------------------------------------------------------------------


@router.get("/table/{table_id}")
async def table_page(
    table_id: str, tables: AllTables, guest: Guest, locale: Locale
) -> HTMLResponse:
    """A table: waiting for people, being played, or over."""
    table, viewer = await _seated(tables, table_id, guest)
    if table.row.status == WAITING:
        return _page("lobby.html", locale, table.names, **_lobby(table, guest))
    return _page("table.html", locale, table.names, **_context(tables, table, viewer, locale))


@router.get("/table/{table_id}/view/{frame}")
async def frame_of_table(
    table_id: str, frame: int, tables: AllTables, guest: Guest, locale: Locale
) -> HTMLResponse:
    """One of the viewer's frames, to be morphed into the page."""
    table, viewer = await _seated(tables, table_id, guest)
    return _fragment(tables, table, viewer, locale, frame=frame)


@router.post("/table/{table_id}/ready")
async def ready(
    table_id: str, tables: AllTables, guest: Guest, nonce: Annotated[str, Form()] = ""
) -> Response:
    """The guest is ready; his nonce joins the seed."""
    await tables.ready(table_id, guest, nonce)
    return RedirectResponse(f"/table/{table_id}", 303)


@router.post("/table/{table_id}/act")
async def act(
    request: Request,
    table_id: str,
    tables: AllTables,
    guest: Guest,
    locale: Locale,
    frame: Annotated[int, Form()],
    code: Annotated[str, Form()],
) -> Response:
    """Play a choice in answer to a frame."""
    table, viewer = await _seated(tables, table_id, guest)
    return await _moved(request, tables, table, viewer, locale, ("act", frame, code))


@router.post("/table/{table_id}/undo")
async def undo(
    request: Request,
    table_id: str,
    tables: AllTables,
    guest: Guest,
    locale: Locale,
    frame: Annotated[int, Form()],
) -> Response:
    """Take back one's last action."""
    table, viewer = await _seated(tables, table_id, guest)
    return await _moved(request, tables, table, viewer, locale, ("undo", frame, ""))


@router.post("/table/{table_id}/redo")
async def redo(
    request: Request,
    table_id: str,
    tables: AllTables,
    guest: Guest,
    locale: Locale,
    frame: Annotated[int, Form()],
) -> Response:
    """Play again what one took back."""
    table, viewer = await _seated(tables, table_id, guest)
    return await _moved(request, tables, table, viewer, locale, ("redo", frame, ""))


async def _moved(
    request: Request,
    tables: Tables,
    table: Table,
    viewer: int,
    locale: str,
    move: tuple[str, int, str],
) -> Response:
    """Do it; answer with the next frame, or with the fresh board and the refusal's sentence."""
    what, frame, code = move
    notice = None
    try:
        if what == "act":
            table = await tables.act(table.id, viewer, frame, code)
        elif what == "undo":
            table = await tables.undo(table.id, viewer, frame)
        else:
            table = await tables.redo(table.id, viewer, frame)
    except Refusal as refusal:
        if refusal.status >= 500:
            raise
        notice = refusal.message
        table = await tables.load(table.id)
    if "hx-request" not in request.headers:
        return RedirectResponse(f"/table/{table.id}", 303)
    shown = None if notice else frame + 1
    return _fragment(tables, table, viewer, locale, frame=shown, notice=notice)


async def _seated(tables: Tables, table_id: str, guest: str) -> tuple[Table, int]:
    table = await tables.load(table_id)
    mine = table.seats_of(guest)
    if not mine:
        raise Refusal(404, say("There is no such table, or you have no seat at it."))
    turn = table.row.turn
    return table, turn if turn in mine and turn is not None else mine[0]


def _fragment(
    tables: Tables,
    table: Table,
    viewer: int,
    locale: str,
    frame: int | None = None,
    notice: Any = None,
) -> HTMLResponse:
    values = _context(tables, table, viewer, locale, frame, notice)
    return _page("_table.html", locale, table.names, **values)


def _context(
    tables: Tables,
    table: Table,
    viewer: int,
    locale: str,
    frame: int | None = None,
    notice: Any = None,
) -> dict[str, Any]:
    """What the table's templates are given."""
    shown = tables.show(table, viewer, frame)
    names = table.names
    return {
        "table": _about(table),
        "viewer": viewer,
        "frame": shown["frame"],
        "latest": shown["latest"],
        "live": shown["frame"] == shown["latest"],
        "over": table.row.status == "over",
        "view": in_words(shown["view"], locale, names),
        "told": in_words(shown["told"], locale, names),
        "can": {
            choice["code"]: in_words(choice["label"], locale, names)
            for choice in shown["view"]["actions"]
        },
        "undo": shown["undo"],
        "redo": shown["redo"],
        "seats": [_seat(table, place, viewer) for place in table.seats],
        "log": in_words(tables.log(table, viewer, shown["frame"]), locale, names),
        "result": in_words(tables.result(table), locale, names),
        "notice": in_words(notice, locale, names) if notice else "",
    }


def _about(table: Table) -> dict[str, Any]:
    row = table.row
    return {
        "id": row.id,
        "name": row.name,
        "game": row.game,
        "title": table.game.kind.title,
        "status": row.status,
        "turn": row.turn,
        "commitment": row.commitment,
        "url": f"/table/{row.id}",
    }


def _seat(table: Table, place: SeatRow, viewer: int) -> dict[str, Any]:
    return {
        "seat": place.seat,
        "name": place.name,
        "kind": place.kind,
        "level": place.level,
        "me": place.seat == viewer,
        "turn": table.row.turn == place.seat,
    }


def _lobby(table: Table, guest: str) -> dict[str, Any]:
    return {
        "table": _about(table),
        "seats": [_seat(table, place, WATCHER) for place in table.seats],
        "waits": any(table.seats[s].nonce is None for s in table.seats_of(guest)),
    }


# -- live ------------------------------------------------------------------------------------


@router.get("/table/{table_id}/stream")
async def stream(request: Request, table_id: str, tables: AllTables, guest: Guest) -> Response:
    """Server-sent events that say only (table, the viewer's frame)."""
    _, viewer = await _seated(tables, table_id, guest)
    live: Live = request.app.state.live

    async def versions() -> AsyncIterator[Mapping[str, str]]:
        said = None
        with live.listening(table_id) as bell:
            while not live.is_closed:
                bell.clear()
                table = await tables.load(table_id)
                frame = len(table.playing.frames(viewer)) - 1 if table.playback else -1
                if frame != said:
                    said = frame
                    yield {"event": "frame", "data": json.dumps({"frame": frame})}
                await bell.wait()

    return EventSourceResponse(versions(), ping=20)


# -- refusals --------------------------------------------------------------------------------


def handle_errors(app: FastAPI) -> None:
    """Say every refusal and failure in a sentence, on a page of ours."""

    @app.exception_handler(Refusal)
    async def refused(request: Request, refusal: Refusal) -> Response:
        return _sorry(request, refusal.status, in_words(refusal.message, locale_of(request)))

    @app.exception_handler(HTTPException)
    async def lost(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404:
            message = say("There is nothing at this address.")
        else:
            message = say("This can't be done here ({n}).", n=error.status_code)
        return _sorry(request, error.status_code, in_words(message, locale_of(request)))


def _sorry(request: Request, status: int, sentence: str) -> Response:
    if "hx-request" in request.headers:
        return HTMLResponse(render("_notice.html", locale_of(request), notice=sentence), status)
    return _page("error.html", locale_of(request), status=status, notice=sentence)
