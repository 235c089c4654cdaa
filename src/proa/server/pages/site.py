"""Files, preferences, rule books, the description of the API."""

from __future__ import annotations

from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from proa.engine.messages import LANGUAGES, LOCALES, say
from proa.games import GAMES
from proa.server.errors import Refusal
from proa.server.http.cookies import YEAR
from proa.server.http.dependencies import (
    ADDRESS,
    USUAL,
    AllTables,
    Locale,
    keep,
    known_address,
)
from proa.server.pages.front import games
from proa.server.pages.responses import long_page, page
from proa.web import prefs, statics
from proa.web.book import book
from proa.web.compression import chosen
from proa.web.pages import picture as drawn_picture
from proa.web.samples import examples, how_to_play

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
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


@router.get("/settings")
async def settings(request: Request, back: str = "/") -> HTMLResponse:
    """Render the form of the guest's preferences."""
    return page(request, "settings.html", back=_local(back), languages=[*LANGUAGES.items()])


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
async def rules(request: Request, game: str, tables: AllTables, locale: Locale) -> Response:
    """Render a game's rule book."""
    if game not in GAMES:
        raise Refusal(404, say("There is no rule book of that name."))
    compiling = await tables.games.compiling()
    found = book(game, locale)
    values: dict[str, Any] = {
        "games": games(locale),
        "examples": examples(game, locale),
        "how": how_to_play(game, locale),
    }
    return long_page(request, "rules.html", book=found, compiling=compiling, **values)


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """Render the description of the JSON API."""
    return page(request, "docs.html")
