"""The pages of a table: board, log, aid, fair chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from proa.engine.messages import localize
from proa.server.http import event_streams
from proa.server.http.dependencies import REPLAY, USUAL, AllTables, AtTable, Locale, base_url
from proa.server.pages import frames, lobby
from proa.server.pages.responses import page
from proa.server.store.rows import OVER, WAITING
from proa.server.tables import chat, proof, table_records, table_view
from proa.server.tables.at_table import at_table
from proa.server.tables.story import story
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
        values = lobby.context(request, tables, access, locale, base)
        if values["complete"]:
            await tables.games.compiled(access.table.row.game)  # it will begin automatically
        return page(request, "lobby.html", access.table.names, **values)
    if why := access.table.why_not_visible:
        values = localize(at_table(access, base), locale, access.table.names)
        notice = localize(why.message, locale)
        return page(request, "unshown.html", access.table.names, 409, notice=notice, **values)
    if access.table.row.status == OVER and not board:
        return RedirectResponse(f"{access.path}/end", 303)
    lines = localize(await chat.lines_for(tables, access), locale)
    access = await access.refresh(
        tables, await tables.load(access.table.id)
    )  # others may have played since
    with metrics.drawing(access.table.row.game, "page"):
        at = table_view.moment(access.table, access.viewer)
        values = frames.context(access, locale, base, at)
        values |= {"chat": lines, "now": tables.now()}
        values |= {"news": event_streams.news(access.table, access.viewer)}
        return page(request, "table.html", access.table.names, **values)


@router.get("/table/{table_id}/log")
@router.get("/watch/{watch}/log")
async def whole_log(request: Request, access: AtTable, locale: Locale) -> HTMLResponse:
    """Render the whole log."""
    table = access.table
    viewer_story = story(table.playing, access.viewer, table.eyes(access.viewer))
    values = localize(at_table(access), locale, access.table.names)
    numbers = range(len(viewer_story.frames))
    values |= {"log": frames.log_parts(table, viewer_story, locale, numbers)}
    return page(request, "_log.html", table.names, earlier=False, **values)


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
    values["has_lesson"] = game.spec.lesson is not None
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
        record = table_records.record_of(table)
        revealed, opened = record.proof, proof.opened(record)
    values = localize(at_table(access), locale, access.table.names) | {
        "revealed": revealed,
        "opened": opened,
    }
    return page(request, "fair.html", table.names, **values)
