"""Names, clocks, leaving, returning, and chat."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from proa.engine.messages import localize, say
from proa.server.api.bodies import Leave, Line, Name, Options
from proa.server.api.dependencies import AtTable, Bot
from proa.server.api.models import ChatEntry, Empty, Rematch, Updates, WatchLink
from proa.server.api.router_factory import make_router
from proa.server.errors import Refusal
from proa.server.http import event_streams
from proa.server.http.dependencies import CHAT, OPENING, Address, AllTables, Locale
from proa.server.tables import chat, opening, pause, replacements, seats

router = make_router("people")


@router.post("/tables/{table_id}/rename")
async def rename(access: AtTable, body: Name, tables: AllTables, bot: Bot) -> Updates:
    """Change the name of your seat; that of a bot account stays."""
    if bot:
        raise Refusal(403, say("A bot plays under the name of its account."))
    table = await seats.rename(tables, access.table.id, access.seat, body.name)
    return Updates(**event_streams.news(table, access.viewer))


@router.post("/tables/{table_id}/resign")
async def resign(access: AtTable, body: Leave, tables: AllTables) -> WatchLink:
    """Leave your seat to a bot for the rest of the game. The watch token still lets you watch."""
    table = await replacements.resign(tables, access.table.id, access.seat, body.level)
    return WatchLink(watch=table.row.watch)


@router.post("/tables/{table_id}/return")
async def come_back(access: AtTable, tables: AllTables) -> Updates:
    """Take your seat back from the bot that stood in."""
    read = access.table
    table = await replacements.come_back(tables, read.id, access.seat, read)
    return Updates(**event_streams.news(table, access.viewer))


@router.post("/tables/{table_id}/options")
async def options(access: AtTable, body: Options, tables: AllTables) -> Updates:
    """Change the clock and whether spectators may chat; only for the host."""
    table_id, guest_id = access.table.id, access.guest_id
    table = await seats.set_options(tables, table_id, guest_id, body.time, body.watchers_chat)
    return Updates(**event_streams.news(table, access.viewer))


@router.post("/tables/{table_id}/pause/{step}")
async def pause_game(access: AtTable, step: pause.What, tables: AllTables) -> Updates:
    """Ask for a pause, agree to it, decline it; resume the game. All players have to agree."""
    access.check_plays()
    table = await pause.change(tables, access.table.id, access.mine, step)
    return Updates(**event_streams.news(table, access.viewer))


@router.post("/tables/{table_id}/rematch", dependencies=[OPENING])
async def rematch(access: AtTable, tables: AllTables) -> Rematch:
    """Open the next game with the same people, or return it; the same tokens play there."""
    table = await opening.rematch(tables, access.table.id, access.guest_id)
    return Rematch(table=table.id, seats=table.seats_of(access.guest_id))


@router.get("/tables/{table_id}/chat")
async def chat_lines(
    access: AtTable,
    tables: AllTables,
    locale: Locale,
    after: Annotated[int, Query(ge=0, lt=2**31)] = 0,
    before: Annotated[int | None, Query(ge=1, lt=2**31)] = None,
) -> list[ChatEntry]:
    """Return the newest lines; those after line ``after``; or the newest before ``before``."""
    lines = localize(await chat.lines_for(tables, access, after, before), locale)
    return [ChatEntry(**line) for line in lines]


@router.post("/tables/{table_id}/chat", status_code=201, dependencies=[CHAT])
async def say_line(access: AtTable, body: Line, tables: AllTables, address: Address) -> Empty:
    """Add a line of chat."""
    name, phrase = body.name, body.phrase
    await chat.say(tables, access, address, body.text, name, body.frame, phrase=phrase)
    return Empty()


@router.post("/tables/{table_id}/chat/{number}/{what}", dependencies=[CHAT])
async def about_line(
    access: AtTable,
    tables: AllTables,
    number: Annotated[int, Path(ge=1, lt=2**31)],
    what: chat.About,
) -> Empty:
    """Mute or block a line's author for yourself, or end that; report the line or, as the host,
    delete it."""
    await chat.change(tables, access, number, what)
    return Empty()
