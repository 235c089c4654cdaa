"""The pages of a table: board, frames, lobby, log, aid, fair chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from proa.engine.messages import localize
from proa.server.durations import rounded
from proa.server.http import event_streams
from proa.server.http.access_log import PlainRoute
from proa.server.http.dependencies import (
    REPLAY,
    USUAL,
    AllTables,
    AtTable,
    Locale,
    access_of,
    as_usual,
    base_url,
    locale_of,
    number,
    tables_of,
)
from proa.server.pages import contexts
from proa.server.pages.contexts import page
from proa.server.store.schema import OVER, WAITING
from proa.server.tables import (
    chat,
    proof,
    replays,
)
from proa.server.tables.access import TableAccess
from proa.server.tables.tables import Tables
from proa.server.telemetry import metrics

router = APIRouter(include_in_schema=False, dependencies=[USUAL])


@router.get("/table/{table_id}")
@router.get("/watch/{watch}")
async def table_page(
    request: Request, access: AtTable, tables: AllTables, locale: Locale, board: bool = False
) -> Response:
    """Render a table: waiting for players, running, or over."""
    base = base_url(request, tables)
    if access.table.row.status == WAITING:
        values = _lobby(request, tables, access, locale, base)
        if values["complete"]:
            await tables.games.compiled(access.table.row.game)  # it will begin automatically
        return page(request, "lobby.html", access.table.names, **values)
    if why := access.table.why_not_visible:
        values = contexts.at_table(access, locale, base)
        notice = localize(why.message, locale)
        return page(request, "unshown.html", access.table.names, 409, notice=notice, **values)
    if access.table.row.status == OVER and not board:
        return RedirectResponse(f"{access.path}/end", 303)
    lines = await chat.lines_for(tables, access)
    access = await access.refresh(
        tables, await tables.load(access.table.id)
    )  # others may have played since
    with metrics.drawing(access.table.row.game, "page"):
        values = contexts.playing(access, locale, base)
        values |= {"chat": lines, "now": tables.now()}
        values |= {"news": event_streams.news(access.table, access.viewer)}
        return page(request, "table.html", access.table.names, **values)


async def view(request: Request) -> Response:
    """Render one of the viewer's frames, to be morphed into the page."""
    return await _frame(request, as_beat=False)


async def beat(request: Request) -> Response:
    """Render the beat that begins with one of the viewer's frames."""
    return await _frame(request, as_beat=True)


FRAMES = [
    PlainRoute(f"{table}/view/{{frame}}{what}", endpoint)
    for table in ("/table/{table_id}", "/watch/{watch}")
    for what, endpoint in (("", view), ("/beat", beat))
]
"""Nine of ten requests, so they are plain routes: FastAPI's work before a route and its
dependencies took as long as rendering a spectator's frame."""


async def _frame(request: Request, *, as_beat: bool) -> Response:
    await as_usual(request)
    frame = number(request.path_params["frame"], "path", "frame")
    seat = request.query_params.get("seat")
    access = await access_of(request, None if seat is None else number(seat, "query", "seat"))
    tables = tables_of(request)
    return fragment(request, tables, access, locale_of(request), frame=frame, as_beat=as_beat)


@router.get("/table/{table_id}/lobby")
@router.get("/watch/{watch}/lobby")
async def lobby(request: Request, access: AtTable, tables: AllTables, locale: Locale) -> Response:
    """Render the lobby's title and changing part; redirect when the game has begun."""
    if access.table.row.status != WAITING:
        return Response(headers={"HX-Redirect": access.path + access.query})
    values = _lobby(request, tables, access, locale, base_url(request, tables))
    return page(request, "_lobby_news.html", access.table.names, **values)


@router.get("/table/{table_id}/log")
@router.get("/watch/{watch}/log")
async def whole_log(request: Request, access: AtTable, locale: Locale) -> HTMLResponse:
    """Render the whole log."""
    table = access.table
    values = contexts.at_table(access, locale, "")
    values |= contexts.whole_log(table, access.viewer, locale)
    return page(request, "_log.html", table.names, **values)


@router.get("/table/{table_id}/aid")
@router.get("/watch/{watch}/aid")
async def aid(request: Request, access: AtTable, locale: Locale) -> HTMLResponse:
    """Render the player aid: the same for all viewers, for as long as the table exists."""
    game = access.table.game
    board = game.spec.board
    if board.aid is None:
        raise HTTPException(404)
    sheet, examples = localize([board.aid(game), board.examples(game)], locale)
    chapters = [(one["heading"], _alike(one["things"])) for one in sheet["chapters"]]
    values = {"aid": sheet, "chapters": chapters, "examples": examples, "game": game.name}
    answer = page(request, "_aid.html", **values)
    answer.headers["Cache-Control"] = "private, max-age=3600"
    return answer


def _alike(things: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Return neighbouring things with the same explanation together, others alone."""

    def explanation(one: tuple[int, Mapping[str, Any]]) -> Any:
        number, thing = one
        return (thing["text"], thing["rule"]) if thing["text"] else number

    groups = groupby(enumerate(things), explanation)
    return [[thing for _, thing in group] for _, group in groups]


@router.get("/table/{table_id}/fair", dependencies=[REPLAY])
@router.get("/watch/{watch}/fair", dependencies=[REPLAY])
async def fair(request: Request, access: AtTable, locale: Locale) -> HTMLResponse:
    """Render what the commitment proves and what not; after the end, also the revealed parts."""
    table = access.table
    revealed, opened = None, None
    if table.row.status == OVER:
        record = replays.record_of(table)
        revealed, opened = record.proof, proof.opened(record)
    values = contexts.at_table(access, locale, "") | {"revealed": revealed, "opened": opened}
    return page(request, "fair.html", table.names, **values)


def _lobby(
    request: Request, tables: Tables, access: TableAccess, locale: str, base: str
) -> dict[str, Any]:
    table, hours = access.table, tables.settings.empty_table_hours
    return {
        **contexts.at_table(access, locale, base),
        "news": event_streams.news(access.table, access.viewer),
        "closes": localize(rounded(hours * 3600), locale),
        "levels": contexts.bot_levels(locale),
        "unready": [seat for seat in access.mine if table.seats[seat].nonce is None],
        **contexts.reach(request, base),
        "back": access.path + access.query,
        "complete": all(place.kind != "open" for place in table.seats),
    }


def fragment(
    request: Request,
    tables: Tables,
    access: TableAccess,
    locale: str,
    frame: int | None = None,
    notice: Any = "",
    status: int = 200,
    as_beat: bool = False,
    **more: Any,
) -> Response:
    """Render one of the viewer's frames, the newest by default: a fragment for htmx, else a page.

    A page that lost the shared screen gets the choice of seats, over what spectators may see.
    """
    frame = None if access.is_passed_on else frame
    is_part = "hx-request" in request.headers
    with metrics.drawing(access.table.row.game, "part" if is_part else "page"):
        if is_part and not (access.mine or notice or more):
            drawn = contexts.watched(access, locale, frame, as_beat=as_beat)
            return contexts.timed(contexts.sent_to_many(request, drawn), tables)
        base = base_url(request, tables)
        values = contexts.playing(access, locale, base, frame, notice, as_beat=as_beat)
        values = {**values, "chat": [], "now": tables.now(), **more}
        template = "_table.html" if is_part else "table.html"
        answer = page(request, template, access.table.names, status, **values)
        return contexts.timed(answer, tables) if is_part else answer
