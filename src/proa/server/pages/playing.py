"""Playing: choices, undo, what is answered beforehand, what is only tried."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from proa.engine.crossing import Marks
from proa.server.doors.asking import (
    TRY,
    UNDO,
    USUAL,
    AllTables,
    AtTable,
    Locale,
)
from proa.server.errors import Refusal
from proa.server.pages.looking import fragment
from proa.server.tables import (
    play,
    seats,
    shown,
    standing,
    trial,
)
from proa.server.tables.access import Sitting
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables
from proa.server.tables.undo import play_again, take_back
from proa.web.telling import lines, shown_whole

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
Frame = Annotated[int, Form()]
Text = Annotated[str, Form()]
Move = Callable[[int], Awaitable[Table]]
"""What is done for a seat, and the table after it."""


@router.post("/table/{table_id}/act")
async def act(
    request: Request,
    sitting: AtTable,
    tables: AllTables,
    locale: Locale,
    frame: Frame,
    code: Annotated[list[str], Form()],
    kind: Text = "",
    amount: Text = "",
) -> Response:
    """Play a choice, or several in a row, in answer to a frame."""
    code = [_amounted(one, kind, amount) for one in code]
    at, read = sitting.table.id, sitting.table
    move = partial(play.act, tables, at, frame=frame, codes=code, read=read)
    return await _moved(request, tables, sitting, locale, frame, move)


@router.post("/table/{table_id}/undo", dependencies=[UNDO])
async def undo(
    request: Request,
    sitting: AtTable,
    tables: AllTables,
    locale: Locale,
    frame: Frame,
    whole: Annotated[bool, Form()] = False,
) -> Response:
    """Take back one's last action, or the ``whole`` turn."""
    at, read = sitting.table.id, sitting.table
    move = partial(take_back, tables, at, frame=frame, read=read, whole=whole)
    return await _moved(request, tables, sitting, locale, None if whole else frame, move)


@router.post("/table/{table_id}/redo", dependencies=[UNDO])
async def redo(
    request: Request, sitting: AtTable, tables: AllTables, locale: Locale, frame: Frame
) -> Response:
    """Play again what one took back."""
    at, read = sitting.table.id, sitting.table
    move = partial(play_again, tables, at, frame=frame, read=read)
    return await _moved(request, tables, sitting, locale, frame, move)


@router.post("/table/{table_id}/stand")
async def stand(
    request: Request,
    sitting: AtTable,
    tables: AllTables,
    locale: Locale,
    frame: Frame,
    code: Text = "",
    kind: Text = "",
    amount: Text = "",
) -> Response:
    """Answer before one is asked, as ``pass`` or ``up-to:5``; or, with nothing, no more."""
    name, _, said = _amounted(code, kind, amount).partition(":")
    number = int(said) if said.isdecimal() and len(said) < 9 else None
    move: Move = partial(standing.drop, tables, sitting.table.id)
    if name:
        move = partial(
            standing.keep, tables, sitting.table.id, frame=frame, code=name, amount=number
        )
    return await _moved(request, tables, sitting, locale, None, move)


@router.post("/table/{table_id}/return")
async def come_back(
    request: Request, sitting: AtTable, tables: AllTables, locale: Locale
) -> Response:
    """Take one's seat back from the bot that stood in."""
    move = partial(seats.come_back, tables, sitting.table.id, read=sitting.table)
    return await _moved(request, tables, sitting, locale, None, move)


@router.get("/table/{table_id}/try", dependencies=[TRY])
async def try_turn(
    request: Request,
    sitting: AtTable,
    tables: AllTables,
    locale: Locale,
    frame: int,
    code: Annotated[list[str] | None, Query()] = None,
    held: bool = False,
) -> Response:
    """What would follow if one played these codes, in private; nothing is played.

    It is ``held`` if the page plays them in a moment.
    """
    codes = code or []
    try:
        tried = trial.try_turn(sitting.table, sitting.seat, frame, codes)
    except Refusal as refusal:
        return fragment(request, tables, sitting, locale, notice=refusal.message)
    names = sitting.table.names
    view = {**shown_whole(tried["view"], locale, names), "last": shown.changed(Marks())}
    return fragment(
        request,
        tables,
        sitting,
        locale,
        view=view,
        can={choice["code"]: choice["label"] for choice in view["actions"]},
        undo=False,
        undo_turn=False,
        redo=False,
        trial={
            "codes": codes,
            "sentences": lines(tried["sentences"], locale, names, sitting.viewer),
            "mine": tried["mine"],
            "held": held,
        },
    )


def _amounted(code: str, kind: str, amount: str) -> str:
    """A code; with the ``amount`` of a form without scripts if it is of that ``kind``."""
    return f"{kind}:{amount}" if amount and code.startswith(f"{kind}:") else code


async def _moved(
    request: Request,
    tables: Tables,
    sitting: Sitting,
    locale: str,
    frame: int | None,
    move: Move,
) -> Response:
    """Do it; answer with the next frame, or with the fresh board and the refusal's sentence."""
    sitting.check_plays()
    notice: Any = ""
    status = 200
    try:
        table = await move(sitting.seat)
    except Refusal as refusal:
        if refusal.status >= 500:
            raise
        notice, status = refusal.message, refusal.status
        table = await tables.load(sitting.table.id)
    now = await sitting.at(tables, table)
    if "hx-request" in request.headers:
        latest = shown.latest_frame(table, now.viewer)
        shown_frame = None if notice or frame is None or frame == latest else frame + 1
        return fragment(request, tables, now, locale, shown_frame, notice)
    if notice:
        return fragment(request, tables, now, locale, notice=notice, status=status)
    return RedirectResponse(sitting.door + sitting.query, 303)
