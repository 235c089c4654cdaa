"""Games, levels, tables: opening one, taking a seat."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from proa.engine.messages import say
from proa.server import tokens
from proa.server.api import models, views
from proa.server.api.bodies import Fill, Ready, Replacement, SeatOrder, SitDown, TableOrder
from proa.server.api.dependencies import AtTable, Bot, Holder, OwnToken, Token
from proa.server.api.models import (
    GameAbout,
    Level,
    NewTable,
    OwnTable,
    Rejoin,
    TableLine,
    TakenSeat,
    Updates,
)
from proa.server.api.router_factory import make_router
from proa.server.errors import Refusal
from proa.server.http import event_streams
from proa.server.http.dependencies import (
    INVITATION,
    OPENING,
    Address,
    AllLive,
    AllTables,
    Locale,
    base_url,
)
from proa.server.http.own_tables import LinesResponse, OwnTables
from proa.server.store.lists import Ending
from proa.server.store.rows import BOT, OPEN, OVER, PERSON, AccountRow
from proa.server.tables import bot_levels, devices, opening, replacements, seats
from proa.server.tables.access import InvitationAccess as AnInvited
from proa.server.tables.access import TableAccess, seat_access
from proa.server.tables.opening import Order, Place
from proa.server.tables.table import no_table
from proa.server.tokens import hashed

router = make_router("tables")


@router.get("/games")
async def games(locale: Locale) -> list[GameAbout]:
    """Return the games, with their options."""
    return views.games(locale)


@router.get("/levels")
async def levels(locale: Locale) -> list[Level]:
    """Return the levels of bots, in rising strength, then the bots of packages installed here."""
    return views.companions(locale)


@router.post("/tables", status_code=201, dependencies=[OPENING])
async def open_table(
    order: TableOrder, tables: AllTables, address: Address, own: OwnToken, bot: Bot
) -> NewTable:
    """Open a table. It begins when no seat is open and all players are ready.

    With the token of a bot account, the account opens it and has your seats.
    """
    given = own if bot else ""
    mine = {
        n: given or tokens.fresh_token() for n, seat in enumerate(order.seats) if seat.who == "me"
    }
    token = next(iter(mine.values()), None) or given or tokens.fresh_token()
    places = [
        _place(seat, mine.get(number), order.game, bot) for number, seat in enumerate(order.seats)
    ]
    table_order = Order(
        game=order.game,
        places=places,
        name=order.name,
        edition=order.edition,
        options=order.options,
        time=order.time,
        forfeits=order.forfeits,
        undo=order.undo,
        shuffled=order.shuffled,
        watchers_chat=order.watchers_chat,
        hints=order.hints,
        address=address,
    )
    host = bot.id if bot else tokens.guest_id_of_token(token)
    table = await opening.open_table(tables, host, table_order)
    held = {bot.id if bot else tokens.guest_id_of_token(one): one for one in mine.values()}
    return views.opened(table, token, held)


def _place(seat: SeatOrder, token: str | None, game: str, bot: AccountRow | None) -> Place:
    if token is not None and bot:
        return Place(PERSON, bot.name, holders=(bot.id,))
    if token is not None:
        return Place(PERSON, seat.name, holders=(tokens.guest_id_of_token(token),))
    if seat.who == "bot":
        return Place(BOT, seat.name, bot_levels.bot_level(seat.level, game))
    return Place(OPEN, seat.name)


@router.get("/tables")
async def own_tables(tables: AllTables, guest_id: Holder) -> list[OwnTable]:
    """Return the tables that this token opened or sits at."""
    found = await tables.store.tables_of(guest_id)
    ended = await tables.store.endings([row.id for row, _ in found if row.status == OVER])
    return [
        views.own_table(row, places, guest_id, ended.get(row.id, Ending()).returns)
        for row, places in found
    ]


@router.get(
    "/stream",
    response_class=Response,
    responses={
        200: {
            "description": "Lines of JSON (ndjson)",
            "content": {LinesResponse.media_type: {"schema": TableLine.model_json_schema()}},
        }
    },
)
async def stream_of_own(
    tables: AllTables, live: AllLive, address: Address, token: Token, guest_id: Holder, bot: Bot
) -> Response:
    """Stream a line for each open table of this token, and another whenever something changes.

    An empty line every 20 seconds shows that the stream lives. Tables that you get later follow.
    """
    if not bot and not await tables.store.open_tables_of(guest_id, 1):
        raise no_table()

    async def access(table_id: str) -> TableAccess:
        return seat_access(await tables.load(table_id), guest_id, None)

    async def is_known() -> bool:
        return not bot or await tables.store.account_of_token(hashed(token)) is not None

    return OwnTables(tables, live, guest_id, address, access, is_known).response()


@router.get("/tables/{table_id}")
async def table_in_general(
    request: Request, access: AtTable, tables: AllTables, locale: Locale
) -> models.AtTable:
    """Return a table: game, people, clock, links."""
    return views.at_table(access, locale, base_url(request, tables))


@router.delete("/tables/{table_id}", status_code=204)
async def close_table(access: AtTable, tables: AllTables) -> None:
    """Close a table that has not begun; only for the host."""
    await seats.close(tables, access.table.id, access.guest_id)


@router.get("/invitations/{invite}", dependencies=[INVITATION])
async def invitation(invite: str, tables: AllTables, locale: Locale) -> models.InvitationView:
    """Return the table of an invitation, with the server's commitment about chance."""
    table, seat = await seats.invited(tables, invite)
    return views.invited(AnInvited(table, "", seat), locale)


@router.post("/invitations/{invite}", status_code=201, dependencies=[INVITATION])
async def take_seat(
    invite: str, body: SitDown, tables: AllTables, own: OwnToken, bot: Bot
) -> TakenSeat:
    """Take the open seat of an invitation; the response contains its token.

    With the token of a bot account, the account has the seat.
    """
    token = own if bot else tokens.fresh_token()
    guest_id = bot.id if bot else tokens.guest_id_of_token(token)
    name = bot.name if bot else body.name
    table, seat = await seats.sit(tables, invite, guest_id, name, body.nonce)
    return TakenSeat(table=table.id, seat=seat, token=token)


@router.post("/rejoin/{rejoin}", status_code=201, dependencies=[INVITATION])
async def rejoin_seat(rejoin: str, tables: AllTables) -> TakenSeat:
    """Join a seat from another device with a link made for that; it works once."""
    token = tokens.fresh_token()
    table, seat = await devices.rejoin(tables, rejoin, tokens.guest_id_of_token(token))
    return TakenSeat(table=table.id, seat=seat, token=token)


@router.post("/tables/{table_id}/device", status_code=201)
async def another_device(access: AtTable, tables: AllTables, bot: Bot) -> Rejoin:
    """Make a token with which another device can join your seat, once, within a day.

    Not for bot accounts: nobody else plays under their names.
    """
    if bot:
        raise Refusal(403, say("Only the bot itself plays its seats; its token works everywhere."))
    seat, guest_id = access.seat, access.guest_id
    return Rejoin(rejoin=await devices.offer_rejoin(tables, access.table, seat, guest_id))


@router.post("/tables/{table_id}/ready")
async def ready(access: AtTable, body: Ready, tables: AllTables) -> Updates:
    """Say that you are ready and add your part of the seed."""
    access.check_plays()
    table = await seats.ready(tables, access.table.id, access.guest_id, body.nonce)
    return Updates(**event_streams.news(table, access.viewer))


@router.post("/tables/{table_id}/fill")
async def fill(access: AtTable, body: Fill, tables: AllTables) -> Updates:
    """Give an open seat to a bot; only for the host."""
    table = await seats.fill(tables, access.table.id, access.guest_id, body.seat, body.level)
    return Updates(**event_streams.news(table, access.viewer))


@router.post("/tables/{table_id}/replace")
async def replace_player(access: AtTable, body: Replacement, tables: AllTables) -> Updates:
    """Give the seat of a player who left to a bot, or offer it by an invitation; only for the
    host."""
    table = await replacements.replace_player(
        tables, access.table.id, access.guest_id, body.seat, body.level
    )
    return Updates(**event_streams.news(table, access.viewer))
