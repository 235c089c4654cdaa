"""Playing: actions, undo, premoves, try-outs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from proa.engine.core.view_types import Marks
from proa.engine.messages import text
from proa.review import hints as review_hints
from proa.server.bots import hints
from proa.server.errors import Refusal
from proa.server.http.dependencies import (
    HINT,
    TRY,
    UNDO,
    USUAL,
    AllTables,
    AnAdviser,
    AtTable,
    Locale,
)
from proa.server.pages.frames import fragment
from proa.server.tables import play, premoves, replacements, table_view, try_out
from proa.server.tables.access import TableAccess
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables
from proa.server.tables.undo import play_again, take_back
from proa.web.sentences import lines, localize_for_one

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
Frame = Annotated[int, Form()]
Text = Annotated[str, Form()]


@router.post("/table/{table_id}/act")
async def act(
    request: Request,
    access: AtTable,
    tables: AllTables,
    locale: Locale,
    frame: Frame,
    code: Annotated[list[str], Form()],
    kind: Text = "",
    amount: Text = "",
    forced: Annotated[bool, Form()] = False,
) -> Response:
    """Play one or several actions in a row, in answer to a frame."""
    codes = [_amounted(one, kind, amount) for one in code]
    return await _apply(
        request, tables, access, locale, frame, play.act, frame, codes, access.table, forced
    )


@router.post("/table/{table_id}/undo", dependencies=[UNDO])
async def undo(
    request: Request,
    access: AtTable,
    tables: AllTables,
    locale: Locale,
    frame: Frame,
    whole: Annotated[bool, Form()] = False,
) -> Response:
    """Undo the last action of the seat, or the ``whole`` turn."""
    shown, read = None if whole else frame, access.table
    return await _apply(request, tables, access, locale, shown, take_back, frame, read, whole)


@router.post("/table/{table_id}/redo", dependencies=[UNDO])
async def redo(
    request: Request, access: AtTable, tables: AllTables, locale: Locale, frame: Frame
) -> Response:
    """Redo what the seat undid."""
    return await _apply(request, tables, access, locale, frame, play_again, frame, access.table)


@router.post("/table/{table_id}/stand")
async def set_premove(
    request: Request,
    access: AtTable,
    tables: AllTables,
    locale: Locale,
    frame: Frame,
    code: Text = "",
    kind: Text = "",
    amount: Text = "",
) -> Response:
    """Set a premove such as ``pass`` or ``up-to:5``; remove it if ``code`` is empty."""
    name, _, text = _amounted(code, kind, amount).partition(":")
    number = int(text) if text.isdecimal() and len(text) < 9 else None
    if not name:
        return await _apply(request, tables, access, locale, None, premoves.drop)
    order = frame, name, number
    return await _apply(request, tables, access, locale, None, premoves.set_premove, *order)


@router.post("/table/{table_id}/hint", dependencies=[HINT])
async def give_hint(
    request: Request,
    access: AtTable,
    tables: AllTables,
    adviser: AnAdviser,
    locale: Locale,
    frame: Frame,
) -> Response:
    """Show a hint for the seat's decision; the log tells everybody that it was used."""
    access.check_plays()
    before = access.table
    try:
        table, found = await hints.use_hint(tables, adviser, before, access.seat, frame)
    except Refusal as refusal:
        if refusal.status >= 500:
            raise
        return await _refused(request, tables, access, locale, refusal)
    now = await access.refresh(tables, table)
    said = review_hints.sentence(before.playing.position(), found)
    hint = {"code": found.code, "said": text(said, locale, table.names)}
    return fragment(request, tables, now, locale, hint=hint)


@router.post("/table/{table_id}/return")
async def come_back(
    request: Request, access: AtTable, tables: AllTables, locale: Locale
) -> Response:
    """Take the seat back from the bot that stood in."""
    return await _apply(request, tables, access, locale, None, replacements.come_back, access.table)


@router.get("/table/{table_id}/try", dependencies=[TRY])
async def try_turn(
    request: Request,
    access: AtTable,
    tables: AllTables,
    locale: Locale,
    frame: int,
    code: Annotated[list[str] | None, Query()] = None,
    held: bool = False,
) -> Response:
    """Show what would follow these codes, in private; nothing is played.

    With ``held`` the page will play them in a moment.
    """
    codes = code or []
    try:
        tried = try_out.try_turn(access.table, access.seat, frame, codes)
    except Refusal as refusal:
        return fragment(request, tables, access, locale, notice=refusal.message)
    names = access.table.names
    view = {**localize_for_one(tried["view"], locale, names), "last": table_view.changed(Marks())}
    return fragment(
        request,
        tables,
        access,
        locale,
        view=view,
        can={choice["code"]: choice["label"] for choice in view["actions"]},
        undo=False,
        undo_turn=False,
        redo=False,
        trial={
            "codes": codes,
            "sentences": lines(tried["sentences"], locale, names, access.viewer),
            "mine": tried["mine"],
            "held": held,
        },
    )


def _amounted(code: str, kind: str, amount: str) -> str:
    """Return a code; with the ``amount`` of a form without scripts if it is of that ``kind``."""
    return f"{kind}:{amount}" if amount and code.startswith(f"{kind}:") else code


async def _apply(
    request: Request,
    tables: Tables,
    access: TableAccess,
    locale: str,
    frame: int | None,
    move: Callable[..., Awaitable[Table]],
    *values: Any,
) -> Response:
    """Apply ``move`` for the seat; return the frame after ``frame``, by default the newest.

    If it is refused, return the current board with the refusal's message.
    """
    access.check_plays()
    try:
        table = await move(tables, access.table.id, access.seat, *values)
    except Refusal as refusal:
        if refusal.status >= 500:
            raise
        return await _refused(request, tables, access, locale, refusal)
    now = await access.refresh(tables, table)
    if "hx-request" in request.headers:
        latest = table_view.latest_frame(table, now.viewer)
        return fragment(
            request, tables, now, locale, None if frame is None or frame == latest else frame + 1
        )
    return RedirectResponse(access.path + access.query, 303)


async def _refused(
    request: Request, tables: Tables, access: TableAccess, locale: str, refusal: Refusal
) -> Response:
    """Return the current board with a refusal's message."""
    now = await access.refresh(tables, await tables.load(access.table.id))
    status = 200 if "hx-request" in request.headers else refusal.status
    return fragment(request, tables, now, locale, notice=refusal.message, status=status)
