"""Names, clocks, leaving, coming back, and talk."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from proa.server.api.asking import AtTable
from proa.server.api.models import (
    Done,
    Leave,
    Left,
    Line,
    Name,
    News,
    Options,
    Rematch,
    Said,
)
from proa.server.api.part import part
from proa.server.doors import streams
from proa.server.doors.asking import (
    CHAT,
    OPENING,
    Address,
    AllTables,
)
from proa.server.tables import chat, opening, seats

router = part("people")


@router.post("/tables/{table_id}/rename")
async def rename(sitting: AtTable, body: Name, tables: AllTables) -> News:
    """Change the name of one's seat."""
    table = await seats.rename(tables, sitting.table.id, sitting.seat, body.name)
    return News(**streams.news(table, sitting.viewer))


@router.post("/tables/{table_id}/resign")
async def resign(sitting: AtTable, body: Leave, tables: AllTables) -> Left:
    """Leave one's seat to a bot for good. The watch token still lets one look on."""
    table = await seats.resign(tables, sitting.table.id, sitting.seat, body.level)
    return Left(watch=table.row.watch)


@router.post("/tables/{table_id}/return")
async def come_back(sitting: AtTable, tables: AllTables) -> News:
    """Take one's seat back from the bot that stood in."""
    read = sitting.table
    table = await seats.come_back(tables, read.id, sitting.seat, read)
    return News(**streams.news(table, sitting.viewer))


@router.post("/tables/{table_id}/options")
async def options(sitting: AtTable, body: Options, tables: AllTables) -> News:
    """Change the clock and whether spectators may talk; the opener may."""
    table_id, holder = sitting.table.id, sitting.holder
    table = await seats.set_options(tables, table_id, holder, body.pace, body.watchers_chat)
    return News(**streams.news(table, sitting.viewer))


@router.post("/tables/{table_id}/rematch", dependencies=[OPENING])
async def rematch(sitting: AtTable, tables: AllTables) -> Rematch:
    """Open the next game with the same people, or find it; the same tokens play there."""
    table = await opening.rematch(tables, sitting.table.id, sitting.holder)
    return Rematch(table=table.id, seats=table.seats_of(sitting.holder))


@router.get("/tables/{table_id}/chat")
async def chat_lines(
    sitting: AtTable,
    tables: AllTables,
    after: Annotated[int, Query(ge=0, lt=2**31)] = 0,
    before: Annotated[int | None, Query(ge=1, lt=2**31)] = None,
) -> list[Said]:
    """The newest lines; those that follow line ``after``; or the newest before ``before``."""
    return [Said(**line) for line in await chat.heard(tables, sitting, after, before)]


@router.post("/tables/{table_id}/chat", status_code=201, dependencies=[CHAT])
async def say_line(sitting: AtTable, body: Line, tables: AllTables, address: Address) -> Done:
    """Say something."""
    await chat.say(tables, sitting, address, body.text, body.name, body.frame)
    return Done()


@router.post("/tables/{table_id}/chat/{number}/{what}", dependencies=[CHAT])
async def about_line(
    sitting: AtTable,
    tables: AllTables,
    number: Annotated[int, Path(ge=1, lt=2**31)],
    what: chat.About,
) -> Done:
    """Mute whoever said a line, for oneself; hear them again; report or (the opener) delete it."""
    await chat.change(tables, sitting, number, what)
    return Done()
