"""The chat of a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from proa.engine.messages import localize
from proa.server.errors import Refusal
from proa.server.http.dependencies import CHAT, USUAL, Address, AllTables, AtTable, Locale
from proa.server.pages.responses import page
from proa.server.tables import chat, table_view
from proa.server.tables.access import TableAccess
from proa.server.tables.at_table import at_table
from proa.server.tables.tables import Tables

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
Frame = Annotated[int, Form()]
Text = Annotated[str, Form()]


@router.get("/table/{table_id}/chat")
@router.get("/watch/{watch}/chat")
async def chat_lines(
    request: Request,
    access: AtTable,
    tables: AllTables,
    locale: Locale,
    before: Annotated[int | None, Query(ge=1, lt=2**31)] = None,
) -> HTMLResponse:
    """Render the newest lines of the table's chat, or those before one."""
    values = localize(at_table(access), locale, access.table.names)
    lines = localize(await chat.lines_for(tables, access, before=before), locale)
    frame = table_view.latest_frame(access.table, access.viewer)
    return page(request, "_chat.html", access.table.names, chat=lines, frame=frame, **values)


@router.post("/table/{table_id}/chat", dependencies=[CHAT])
@router.post("/watch/{watch}/chat", dependencies=[CHAT])
async def say(
    request: Request,
    access: AtTable,
    tables: AllTables,
    locale: Locale,
    address: Address,
    text: Text = "",
    phrase: Text = "",
    name: Text = "",
    frame: Frame = -1,
    after: Annotated[int | None, Form(ge=0, lt=2**31)] = None,
) -> Response:
    """Add a line, a ``text`` or a ``phrase``; ``frame`` is the one it refers to, ``after`` the last
    line that was shown."""
    text = "" if phrase else text
    await chat.say(tables, access, address, text, name, frame, after, phrase)
    return await _chat_fragment(request, access, tables, locale)


@router.post("/table/{table_id}/chat/{number}/{what}", dependencies=[CHAT])
@router.post("/watch/{watch}/chat/{number}/{what}", dependencies=[CHAT])
async def about_line(
    request: Request,
    access: AtTable,
    tables: AllTables,
    locale: Locale,
    number: Annotated[int, Path(ge=1, lt=2**31)],
    what: chat.About,
) -> Response:
    """Mute or unmute the author of a line, report the line or delete it."""
    try:
        await chat.change(tables, access, number, what)
    except Refusal as refusal:
        if (refusal.status, what) != (404, "delete"):  # a repeated request: the line is gone
            raise
    return await _chat_fragment(request, access, tables, locale)


async def _chat_fragment(
    request: Request, access: TableAccess, tables: Tables, locale: str
) -> Response:
    if "hx-request" in request.headers:
        table = await tables.load(access.table.id)
        return await chat_lines(request, replace(access, table=table), tables, locale)
    return RedirectResponse(access.path + access.query, 303)
