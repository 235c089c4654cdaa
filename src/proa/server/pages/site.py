"""Pages outside of tables: front page, new table, preferences, rule books, errors."""

from __future__ import annotations

import logging
from typing import Annotated, Any
from urllib.parse import urlsplit

from anyio import to_thread
from fastapi import APIRouter, FastAPI, Form, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from proa.bots.levels import RATINGS
from proa.engine.messages import LOCALES, Message, say
from proa.games import GAMES
from proa.server.config.urls import LOOPBACK, is_own
from proa.server.errors import Compiling, Refusal, WriteFailure, cause, write_failure
from proa.server.http.access_log import ErrorMiddleware, route_of
from proa.server.http.body_limit import TooLarge
from proa.server.http.cookies import YEAR
from proa.server.http.dependencies import (
    ADDRESS,
    OPENING,
    USUAL,
    Address,
    AllTables,
    Guest,
    Locale,
    Origin,
    as_usual,
    better_address,
    elsewhere,
    is_here,
    keep,
    known_address,
)
from proa.server.http.validation_errors import validation_sentence
from proa.server.pages import contexts
from proa.server.pages.contexts import page
from proa.server.pages.error_responses import come_again, error_response, refused
from proa.server.store.schema import BOT, OPEN, OVER, PERSON
from proa.server.tables import names, opening
from proa.server.tables.opening import Order, Place
from proa.server.tables.seats import bot_level
from proa.server.tables.tables import Tables
from proa.web import prefs, statics
from proa.web.book import book
from proa.web.compression import chosen
from proa.web.pages import picture as drawn_picture
from proa.web.samples import examples

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
_log = logging.getLogger("proa.server")
USUAL_NAMES = names.USUAL
SOON = 5
"""Seconds after which the store may be available again."""
LASTING = f"public, max-age={YEAR}, immutable"
Text = Annotated[str, Form()]


@router.api_route("/static/{path:path}", methods=["GET", "HEAD"])
async def static(request: Request, path: str) -> Response:
    """Return a style, script, font or drawing, compressed once."""
    found = statics.found(path)
    if found is None:
        raise HTTPException(404)
    return await _sent(request, *found)


@router.get("/pictures/{version}/{game}-{locale}.js")
async def picture(
    request: Request, version: str, game: str, locale: str, tables: AllTables
) -> Response:
    """Return the script that contains a game's sample picture."""
    if game not in GAMES or locale not in LOCALES or game in await tables.games.compiling():
        raise HTTPException(404)
    file = drawn_picture(game, locale)
    return await _sent(request, file, lasts=version == file.version)


async def _sent(request: Request, file: statics.Static, lasts: bool) -> Response:
    coding = chosen(request.headers.get("accept-encoding", "")) if file.codings else ""
    headers = {"ETag": file.tag(coding), "Cache-Control": LASTING if lasts else "no-cache"}
    if file.codings:
        headers["Vary"] = "Accept-Encoding"
    if _has(request, file.tag(coding)):
        return Response(status_code=304, headers=headers)
    body = await to_thread.run_sync(file.packed, coding)
    if coding:
        headers["Content-Encoding"] = coding
    return Response(body, media_type=file.media_type, headers=headers)


def _has(request: Request, tag: str) -> bool:
    """Return whether the client has this version (RFC 9110, 13.1.2: weak comparison)."""
    tags = request.headers.get("if-none-match", "").split(",")
    return any(known.strip().removeprefix("W/") in (tag, "*") for known in tags)


# -- the front page, and opening a table -----------------------------------------------------


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
    own = [contexts.own_table(row, seats, guest, ended.get(row.id, ())) for row, seats in found]
    more |= _choices(locale)
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
        "levels": contexts.bot_levels(locale, chosen),
    }
    return page(request, "new.html", game=chosen, wish=wished, compiling=compiling, **more)


def _choices(locale: str) -> dict[str, Any]:
    return {
        "games": contexts.games(locale),
        "levels": contexts.bot_levels(locale),
        "usual_names": list(USUAL_NAMES),
    }


@router.post("/tables", dependencies=[OPENING])
async def open_table(
    request: Request, tables: AllTables, guest: Guest, address: Address, origin: Origin
) -> Response:
    """Open a table from the form.

    ``game, edition, name`` (the guest's), ``title`` (the table's), ``option_KEY``, ``pace`` in
    seconds or empty, ``watchers_chat``; for each seat ``who0`` (``me``, ``here`` for a person at
    the same screen, ``friend``, ``bot`` or empty), ``level0`` (else ``level``) and ``name0``.
    """
    form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    places: list[Place] = []
    for number in range(10):
        place = _place(form, number, guest)
        if place is not None:
            places.append(place)
    order = Order(
        game=form.get("game", ""),
        places=places,
        name=form.get("title", ""),
        edition=form.get("edition") or "standard",
        options={k.removeprefix("option_"): v for k, v in form.items() if k.startswith("option_")},
        pace=contexts.seconds(form.get("pace", "")),
        watchers_chat=bool(form.get("watchers_chat")),
        address=address,
        origin=origin,
    )
    table = await opening.open_table(tables, guest, order)
    return RedirectResponse(f"/table/{table.id}", 303)


def _place(form: dict[str, str], field: int, guest: str) -> Place | None:
    who, level = form.get(f"who{field}", ""), form.get(f"level{field}") or form.get("level", "")
    name = form.get(f"name{field}", "")
    if who == "me":
        return Place(PERSON, form.get("name") or name or "Hina", holders=(guest,))
    if who == "here":
        return Place(PERSON, name or _usual_name(field), holders=(guest,))
    if who == "friend":
        return Place(OPEN, name)
    if who == "bot":
        return Place(BOT, name or _usual_name(field), bot_level(level, form.get("game", "")))
    return None


def _usual_name(field: int) -> str:
    """Return the name that the form shows for an empty field."""
    return USUAL_NAMES[(field - 1) % len(USUAL_NAMES)]


# -- settings and rule books -----------------------------------------------------------------


@router.get("/settings")
async def settings(request: Request, back: str = "/") -> HTMLResponse:
    """Render the form of the guest's preferences."""
    return page(request, "settings.html", back=_local(back))


@router.post("/settings")
async def set_settings(request: Request) -> Response:
    """Store the preferences in a cookie that scripts may read."""
    form = await request.form()
    answer = RedirectResponse(_local(str(form.get("back", "/"))), 303)
    keep(request, answer, prefs.COOKIE, prefs.written(prefs.taken(form)))
    return answer


@router.post("/address")
async def choose_address(
    request: Request, tables: AllTables, address: Text, back: Text = "/"
) -> Response:
    """Store the address of this machine that the guest shares with others."""
    answer = RedirectResponse(_local(back), 303)
    keep(request, answer, ADDRESS, known_address(tables, address))
    return answer


def _local(path: str) -> str:
    """Return a path of this server; ``/`` for any other address."""
    is_local = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if is_local and path.isprintable() else "/"


@router.get("/rules")
async def first_rules() -> Response:
    """Redirect to the first game's rule book."""
    return RedirectResponse(f"/rules/{next(iter(GAMES))}", 303)


@router.get("/rules/{game}")
async def rules(request: Request, game: str, tables: AllTables, locale: Locale) -> HTMLResponse:
    """Render a game's rule book."""
    if game not in GAMES:
        raise Refusal(404, say("There is no rule book of that name."))
    compiling = await tables.games.compiling()
    found = book(game, locale)
    values: dict[str, Any] = {"games": contexts.games(locale), "examples": examples(game, locale)}
    return page(request, "rules.html", book=found, compiling=compiling, **values)


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """Render the description of the JSON API."""
    return page(request, "docs.html")


# -- refusals and failures -------------------------------------------------------------------


def handle_errors(app: FastAPI) -> None:
    """Add handlers for every refusal and failure: they respond with a page, a fragment or JSON."""

    @app.exception_handler(Compiling)
    async def compiling(request: Request, refusal: Compiling) -> Response:
        answer = error_response(request, refusal)
        is_part = request.url.path.startswith("/api/") or "hx-request" in request.headers
        if request.method == "GET" and not is_part:
            answer = page(request, "compiling.html", status=503, wait=refusal)
        answer.headers["Retry-After"] = str(refusal.again)
        return answer

    @app.exception_handler(Refusal)
    async def refusal(request: Request, why: Refusal) -> Response:
        return refused(request, why)

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        if error.status_code == 405 or "route" not in request.scope:  # nothing counted it yet
            try:
                await as_usual(request)
            except Refusal as refusal:
                return refused(request, refusal)
        why = LOST.get(error.status_code, say("This request can't be understood."))
        answer = error_response(request, Refusal(error.status_code, why))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(TooLarge)
    async def too_large(request: Request, error: TooLarge) -> Response:
        return error_response(request, Refusal(413, error.message, limit=error.limit))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return error_response(request, Refusal(422, validation_sentence(error.errors())))

    @app.exception_handler(DBAPIError)
    @app.exception_handler(NoConnection)
    @app.exception_handler(OSError)
    async def store_failed(request: Request, error: Exception) -> Response:
        _log.error("%s: the store failed: %s", route_of(request.scope), cause(error))
        sentence = UNSTORED.get(write_failure(error), UNSAVED)
        return come_again(request, error_response(request, Refusal(503, sentence)), SOON)

    @app.exception_handler(ClientDisconnect)
    async def gone(request: Request, error: ClientDisconnect) -> Response:
        return Response(status_code=400)  # a client that sent half a body reads no response

    app.add_middleware(
        ErrorMiddleware,
        error_response=lambda request: error_response(request, Refusal(500, FAILED)),
    )


LOST = {
    404: say("There is nothing at this address."),
    405: say("This address doesn't accept that kind of request."),
}
FAILED = say("Something went wrong on the server. It has been logged. Please try again.")
UNSAVED = say(
    "The tables can't be reached right now. Nothing is lost and nothing has changed. Please "
    "try again in a moment."
)
_NO_ROOM = say(
    "The disk of this server is full, so your change could not be saved. Nothing has been lost and "
    "nothing has changed. Whoever runs the server has to make room; then try again."
)
_NO_CHANGES = say(
    "This server can't save anything just now. Nothing has been lost and nothing has changed. "
    "Whoever runs the server has to see to it; then try again."
)
UNSTORED: dict[WriteFailure | None, Message] = {
    WriteFailure.FULL: _NO_ROOM,
    WriteFailure.READ_ONLY: _NO_CHANGES,
    WriteFailure.BROKEN: _NO_CHANGES,
}
