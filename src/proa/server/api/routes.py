"""The JSON API: everything the pages can do, for programs. Its description is at ``/docs``.

A seat is played with its own token: ``Authorization: Bearer <token>``. Cookies count for nothing.
The token of the watch link lets one look on in the same way; many may have it, so whoever stays
asks for a spectator's token of their own (``POST .../watch``).
"""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Security
from fastapi.responses import Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from proa.engine.kind import ALL
from proa.engine.words import in_words, say
from proa.server.doors import streams
from proa.server.doors.asking import (
    CHAT,
    INVITATION,
    OPENING,
    REPLAY,
    TRY,
    UNDO,
    UPLOAD,
    USUAL,
    Address,
    AllLive,
    AllReplays,
    AllTables,
    Locale,
    SeatAsked,
)
from proa.server.doors.guard import guest_of, signed
from proa.server.errors import Refusal
from proa.server.insight import meters
from proa.server.pages import contexts
from proa.server.store.schema import BOT, OPEN, PERSON
from proa.server.tables import access, chat, opening, replays, seats, shown, trial
from proa.server.tables.access import Invited, Sitting
from proa.server.tables.opening import Order, Place
from proa.server.tables.play import act
from proa.server.tables.replays import Replay
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables
from proa.server.tables.undo import play_again, take_back

LONGEST_WAIT = 55.0
Whole = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Frame = Annotated[int, Field(ge=0, lt=2**31, description="the frame that this answers")]
Code = Annotated[str, Field(max_length=100)]
Json = dict[str, Any]


# -- what comes in ---------------------------------------------------------------------------


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatOrder(_Body):
    """Who is to sit at one seat."""

    who: Literal["me", "friend", "bot"]
    name: str = Field("", max_length=200)
    level: str = Field("", max_length=40, description="of a bot")


class TableOrder(_Body):
    """A table to be opened."""

    game: str = Field(max_length=40)
    seats: list[SeatOrder] = Field(max_length=10)
    name: str = Field("", max_length=200)
    edition: str = Field("standard", max_length=40)
    options: dict[str, str] = Field(default_factory=dict)
    pace: Whole | None = Field(None, description="seconds a person has for a decision")
    watchers_chat: bool = False


class Ready(_Body):
    """One's share of the seed."""

    nonce: str = Field("", max_length=64, description="hexadecimal digits")


class SitDown(Ready):
    """Taking the seat of an invitation."""

    name: str = Field("", max_length=200)


class Play(_Body):
    """One or more choices, played in a row or not at all."""

    frame: Frame
    codes: list[Code] = Field(min_length=1, max_length=100)


class Try(_Body):
    """Choices to be tried in private."""

    frame: Frame
    codes: list[Code] = Field(max_length=100)


class At(_Body):
    """The frame that a request answers."""

    frame: Frame


class Name(_Body):
    """A name."""

    name: str = Field(max_length=200)


class Leave(_Body):
    """The level of the bot that takes one's seat."""

    level: str = Field(max_length=40)


class Fill(_Body):
    """An open seat to be given to a bot."""

    seat: Whole
    level: str = Field(max_length=40)


class Options(_Body):
    """The table's clock, and whether spectators may talk."""

    pace: Whole | None = None
    watchers_chat: bool = False


class Line(_Body):
    """Something said at the table."""

    text: str = Field(max_length=2000)
    name: str = Field("", max_length=200, description="of a spectator")
    frame: Whole = Field(-1, description="the frame it refers to; the newest if left out")


class GoOn(_Body):
    """A new table from a step of a replay: one's own seats, bots at the others."""

    at: Whole
    seats: list[Whole] = Field(min_length=1, max_length=10)
    level: str = Field(max_length=40)


# -- what goes out ---------------------------------------------------------------------------


class Problem(BaseModel):
    """Why something was refused, in a sentence."""

    error: str
    limit: str | None = Field(None, description="the setting that forbids it, if one does")


class Seat(BaseModel):
    """A seat of a new table."""

    seat: int
    token: str | None = Field(description="plays the seat; keep it secret")
    invite: str | None = Field(description="for whoever is to take an open seat")


class Opened(BaseModel):
    """A new table."""

    table: str
    commitment: str = Field(description="the server's promise about chance; note it")
    token: str = Field(description="the opener's token, that of the first own seat")
    watch: str = Field(description="the token for spectators")
    seats: list[Seat]


class Seated(BaseModel):
    """A seat that was taken."""

    table: str
    seat: int
    token: str


class Spectator(BaseModel):
    """Somebody who looks on."""

    token: str = Field(description="one's own for looking on at this table")


class Moved(BaseModel):
    """Where the table stands after a decision."""

    frame: int
    latest: int
    status: str
    turn: int | None


class News(BaseModel):
    """Counters: one's newest frame, changes of the people, lines of chat."""

    frame: int
    people: int
    chat: int


class Shown(BaseModel):
    """A table at one of one's frames."""

    frame: int
    latest: int
    since: int
    viewer: int = Field(description="one's seat; -1 for spectators")
    status: str
    view: Json = Field(description="viewer, to_move, ask, sections, actions, greyed, board, last")
    told: Json = Field(description="kind, seat, at and sentences of what happened")
    undo: bool
    redo: bool
    result: Json | None = Field(description="after the end: sources, sheets, scores, winners")


class LogEntry(BaseModel):
    """One of one's frames in sentences."""

    frame: int
    kind: str
    seat: int | None
    at: float
    sentences: list[str]


class Tried(BaseModel):
    """What would follow."""

    view: Json
    sentences: list[str]
    mine: bool = Field(description="whether one would still be to move")


class Said(BaseModel):
    """A line of chat; ``frame`` is the reader's own one of that moment."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float
    frame: int
    muted: bool = Field(description="whether one has muted the speaker; the text is empty then")
    mine: bool


class Step(BaseModel):
    """One step of a replay."""

    at: int
    last_step: int
    eye: int | str
    view: Json
    told: Json


# -- who asks --------------------------------------------------------------------------------

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": why}
    for status, why in {
        400: "Not to be read as a request",
        401: "No token",
        403: "Not yours to do, or sent by a page of another site",
        404: "No such table, frame or record, or not yours",
        405: "Not with this method",
        409: "Too late, or not now",
        413: "Too large",
        421: "This server does not answer to that name",
        422: "Not as it should be; the sentence says where",
        429: "Too much; Retry-After says when to come back",
        500: "The server's own fault",
        503: "Not now: the database is away, or rules are being compiled",
    }.items()
}
"""Every refusal is a :class:`Problem`: JSON with a sentence in the language asked for."""
router = APIRouter(prefix="/api", responses=REFUSALS, dependencies=[USUAL])
_bearer = HTTPBearer(auto_error=False, description="of a seat, a spectator or the watch link")


async def _token(given: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]) -> str:
    if given is None or not 0 < len(given.credentials) <= 200:
        raise Refusal(401, say("Send a seat's token: Authorization: Bearer ..."))
    return given.credentials


Token = Annotated[str, Depends(_token)]


async def _sitting(
    table_id: str, tables: AllTables, token: Token, address: Address, seat: SeatAsked = None
) -> Sitting:
    table = await tables.load(table_id)
    watch, _, own = token.partition(".")
    if watch == table.row.watch:
        if not own:  # many may have it; those at one address pass for one
            return access.at_watch(table, seats.holder_of_token(f"{watch} {address}"))
        if guest_of(own, tables.settings.key):
            return access.at_watch(table, seats.holder_of_token(token))
    return access.at_seat(table, seats.holder_of_token(token), seat)


AtTable = Annotated[Sitting, Depends(_sitting)]


# -- games and tables ------------------------------------------------------------------------


@router.get("/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> Json:
    """The description of all this."""
    described: Json = request.app.openapi()
    return described


@router.get("/games")
async def games(locale: Locale) -> list[Json]:
    """The games, with their options."""
    return contexts.games(locale)


@router.get("/levels")
async def levels(locale: Locale) -> list[Json]:
    """The levels of bots, in rising strength."""
    return contexts.bot_levels(locale)


@router.post("/tables", status_code=201, dependencies=[OPENING])
async def open_table(order: TableOrder, tables: AllTables, address: Address) -> Opened:
    """Open a table. It begins when no seat is open and everybody is ready."""
    mine = {n: seats.fresh_token() for n, seat in enumerate(order.seats) if seat.who == "me"}
    token = next(iter(mine.values()), None) or seats.fresh_token()
    places = [_place(seat, mine.get(number)) for number, seat in enumerate(order.seats)]
    asked = Order(
        game=order.game,
        places=places,
        name=order.name,
        edition=order.edition,
        options=order.options,
        pace=order.pace,
        watchers_chat=order.watchers_chat,
        address=address,
    )
    table = await opening.open_table(tables, seats.holder_of_token(token), asked)
    return _opened(table, token, mine)


def _place(seat: SeatOrder, token: str | None) -> Place:
    if token is not None:
        return Place(PERSON, seat.name, holders=(seats.holder_of_token(token),))
    if seat.who == "bot":
        return Place(BOT, seat.name, seats.bot_level(seat.level))
    return Place(OPEN, seat.name)


def _opened(table: Table, token: str, mine: dict[int, str]) -> Opened:
    return Opened(
        table=table.id,
        commitment=table.row.commitment,
        token=token,
        watch=table.row.watch,
        seats=[
            Seat(seat=place.seat, token=mine.get(place.seat), invite=place.invite)
            for place in table.seats
        ],
    )


@router.get("/tables")
async def own_tables(tables: AllTables, token: Token) -> list[Json]:
    """The tables that this token opened or sits at."""
    holder = seats.holder_of_token(token)
    found = await tables.store.tables_of(holder)
    return [contexts.own_table(row, places, holder) for row, places in found]


@router.get("/tables/{table_id}")
async def table_in_general(
    request: Request, sitting: AtTable, tables: AllTables, locale: Locale
) -> Json:
    """A table: game, people, clock, links."""
    return contexts.at_table(sitting, locale, contexts.base_url(request, tables))


@router.delete("/tables/{table_id}", status_code=204)
async def close_table(sitting: AtTable, tables: AllTables) -> None:
    """Close a table that has not begun; the opener may."""
    await seats.close(tables, sitting.table.id, sitting.holder)


# -- taking a seat ---------------------------------------------------------------------------


@router.get("/invitations/{invite}", dependencies=[INVITATION])
async def invitation(invite: str, tables: AllTables, locale: Locale) -> Json:
    """The table of an invitation, with the server's promise about chance."""
    table, seat = await seats.invited(tables, invite)
    people = contexts.seats_of(table, seat, locale)
    return {"table": contexts.about(Invited(table, "", seat)), "seat": seat, "seats": people}


@router.post("/invitations/{invite}", status_code=201, dependencies=[INVITATION])
async def take_seat(invite: str, body: SitDown, tables: AllTables) -> Seated:
    """Take the open seat of an invitation; the answer holds its token."""
    token = seats.fresh_token()
    holder = seats.holder_of_token(token)
    table, seat = await seats.sit(tables, invite, holder, body.name, body.nonce)
    return Seated(table=table.id, seat=seat, token=token)


@router.post("/rejoin/{rejoin}", status_code=201, dependencies=[INVITATION])
async def rejoin_seat(rejoin: str, tables: AllTables) -> Seated:
    """Join a seat from another device with a link made for that; it works once."""
    token = seats.fresh_token()
    table, seat = await seats.rejoin(tables, rejoin, seats.holder_of_token(token))
    return Seated(table=table.id, seat=seat, token=token)


@router.post("/tables/{table_id}/device", status_code=201)
async def another_device(sitting: AtTable, tables: AllTables) -> Json:
    """Make a token with which another device can join one's seat, once, within a day."""
    return {"rejoin": await seats.offer_rejoin(tables, sitting.table, sitting.seat)}


@router.post("/tables/{table_id}/ready")
async def ready(sitting: AtTable, body: Ready, tables: AllTables) -> News:
    """Say that one is ready and add one's share of the seed."""
    table = await seats.ready(tables, sitting.table.id, sitting.holder, body.nonce)
    return News(**streams.news(table, sitting.viewer))


@router.post("/tables/{table_id}/fill")
async def fill(sitting: AtTable, body: Fill, tables: AllTables) -> News:
    """Give an open seat to a bot; the opener may."""
    table = await seats.fill(tables, sitting.table.id, sitting.holder, body.seat, body.level)
    return News(**streams.news(table, sitting.viewer))


# -- looking ---------------------------------------------------------------------------------


@router.get("/tables/{table_id}/view")
async def view(
    sitting: AtTable,
    tables: AllTables,
    live: AllLive,
    locale: Locale,
    address: Address,
    frame: Annotated[int | None, Query(description="the newest if left out")] = None,
    after: Annotated[int | None, Query(description="wait until there is a newer one")] = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="so many seconds")] = 0,
) -> Shown:
    """What one sees at one of one's frames. With ``after`` and ``wait`` it waits for news."""
    if after is not None and wait > 0:
        sitting = await _newer(tables, live, sitting, address, after, wait)
    table = sitting.table
    with meters.drawing(table.row.game, "api"):
        seen = shown.show(table, sitting.viewer, frame)
        seen["result"] = shown.result(table)
        return Shown(**in_words(seen, locale, table.names))


async def _newer(
    tables: Tables, live: AllLive, sitting: Sitting, address: str, after: int, wait: float
) -> Sitting:
    """The table once it has a frame newer than ``after``, or when the wait is over."""
    until = time.monotonic() + wait
    with live.stream_of(sitting.holder, address), live.listening(sitting.table.id) as bell:
        while not live.is_closed:
            bell.clear()
            sitting = await streams.again(tables, live, sitting)
            left = until - time.monotonic()
            if shown.latest_frame(sitting.table, sitting.viewer) > after or left <= 0:
                break
            try:
                async with asyncio.timeout(left):
                    await bell.wait()
            except TimeoutError:
                continue
    return sitting


@router.get("/tables/{table_id}/log")
async def log(
    sitting: AtTable,
    locale: Locale,
    after: Annotated[int, Query(ge=-1, lt=2**31)] = -1,
) -> list[LogEntry]:
    """What happened after a frame, in sentences."""
    table, viewer = sitting.table, sitting.viewer
    latest = shown.latest_frame(table, viewer)
    if latest <= after:
        return []
    entries = shown.log(table, viewer, latest, latest - after)
    return [LogEntry(**entry) for entry in in_words(entries, locale, table.names)]


@router.get("/tables/{table_id}/news")
async def news(sitting: AtTable) -> News:
    """Whether there is anything new."""
    return News(**streams.news(sitting.table, sitting.viewer))


@router.get(
    "/tables/{table_id}/stream",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}}},
)
async def stream(sitting: AtTable, tables: AllTables, live: AllLive, address: Address) -> Response:
    """The same as server-sent events ``frame``, whenever something changes."""
    return streams.stream(tables, live, sitting, address)


@router.post("/tables/{table_id}/watch", status_code=201)
async def watch(sitting: AtTable, tables: AllTables) -> Spectator:
    """Become a spectator of one's own, who shares nobody's limits, with a token for it."""
    own = signed(seats.fresh_token(), tables.settings.key)
    return Spectator(token=f"{sitting.table.row.watch}.{own}")


# -- playing ---------------------------------------------------------------------------------


@router.post("/tables/{table_id}/actions")
async def play(sitting: AtTable, body: Play, tables: AllTables) -> Moved:
    """Play choices in answer to a frame. Repeating a post does no harm."""
    read = sitting.table
    table = await act(tables, read.id, sitting.seat, body.frame, body.codes, read)
    return _moved(table, sitting.seat, body.frame)


@router.post("/tables/{table_id}/undo", dependencies=[UNDO])
async def undo(sitting: AtTable, body: At, tables: AllTables) -> Moved:
    """Take back one's last choice."""
    read = sitting.table
    table = await take_back(tables, read.id, sitting.seat, body.frame, read)
    return _moved(table, sitting.seat, body.frame)


@router.post("/tables/{table_id}/redo", dependencies=[UNDO])
async def redo(sitting: AtTable, body: At, tables: AllTables) -> Moved:
    """Play again what one took back last."""
    read = sitting.table
    table = await play_again(tables, read.id, sitting.seat, body.frame, read)
    return _moved(table, sitting.seat, body.frame)


def _moved(table: Table, viewer: int, frame: int) -> Moved:
    latest = shown.latest_frame(table, viewer)
    return Moved(frame=frame + 1, latest=latest, status=table.row.status, turn=table.row.turn)


@router.post("/tables/{table_id}/try", dependencies=[TRY])
async def try_turn(sitting: AtTable, body: Try, locale: Locale) -> Tried:
    """See what would follow if one played these codes; nothing is played."""
    tried = trial.try_turn(sitting.table, sitting.seat, body.frame, body.codes)
    return Tried(**in_words(tried, locale, sitting.table.names))


# -- people ----------------------------------------------------------------------------------


@router.post("/tables/{table_id}/rename")
async def rename(sitting: AtTable, body: Name, tables: AllTables) -> News:
    """Change the name of one's seat."""
    table = await seats.rename(tables, sitting.table.id, sitting.seat, body.name)
    return News(**streams.news(table, sitting.viewer))


@router.post("/tables/{table_id}/resign")
async def resign(sitting: AtTable, body: Leave, tables: AllTables) -> Json:
    """Leave one's seat to a bot for good. The watch token still lets one look on."""
    table = await seats.resign(tables, sitting.table.id, sitting.seat, body.level)
    return {"watch": table.row.watch}


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
async def rematch(sitting: AtTable, tables: AllTables) -> Json:
    """Open the next game with the same people, or find it; the same tokens play there."""
    table = await opening.rematch(tables, sitting.table.id, sitting.holder)
    return {"table": table.id, "seats": table.seats_of(sitting.holder)}


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
async def say_line(sitting: AtTable, body: Line, tables: AllTables, address: Address) -> Json:
    """Say something."""
    await chat.say(tables, sitting, address, body.text, body.name, body.frame)
    return {}


@router.post("/tables/{table_id}/chat/{number}/{what}", dependencies=[CHAT])
async def about_line(
    sitting: AtTable,
    tables: AllTables,
    number: Annotated[int, Path(ge=1, lt=2**31)],
    what: chat.About,
) -> Json:
    """Mute whoever said a line, for oneself; hear them again; report or (the opener) delete it."""
    await chat.change(tables, sitting, number, what)
    return {}


# -- records and replays ---------------------------------------------------------------------


@router.get(
    "/tables/{table_id}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
    dependencies=[REPLAY],
)
async def record(sitting: AtTable, tables: AllTables) -> Response:
    """The record of a finished game; of a frozen one the log as it was stored."""
    text = await replays.record_text(tables, sitting.table)
    return Response(text, media_type="application/json")


@router.get("/tables/{table_id}/replay/{at}")
async def replay_of_table(
    sitting: AtTable, at: int, rooms: AllReplays, locale: Locale, eye: str = "open"
) -> Step:
    """A step of a finished game, seen with a seat's eyes or openly."""
    return _step(rooms.of_table(sitting.table), at, eye, locale)


@router.post("/tables/{table_id}/continue", status_code=201, dependencies=[OPENING])
async def go_on_from_table(
    sitting: AtTable, body: GoOn, tables: AllTables, rooms: AllReplays, address: Address
) -> Opened:
    """A new table against bots from a step of a finished game."""
    return await _gone_on(tables, rooms.of_table(sitting.table), body, address)


@router.post(
    "/records",
    status_code=201,
    openapi_extra={
        "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}}
    },
    dependencies=[UPLOAD],
)
async def upload(request: Request, rooms: AllReplays, address: Address) -> Json:
    """Upload a record; it is replayed and checked whole."""
    return {"record": await rooms.upload(await request.body(), "", address)}


@router.get("/records/{record_id}/replay/{at}")
async def replay_of_upload(
    record_id: str, at: int, rooms: AllReplays, locale: Locale, eye: str = "open"
) -> Step:
    """A step of an uploaded record."""
    return _step(await rooms.of_upload(record_id), at, eye, locale)


@router.post("/records/{record_id}/continue", status_code=201, dependencies=[OPENING])
async def go_on_from_upload(
    record_id: str, body: GoOn, tables: AllTables, rooms: AllReplays, address: Address
) -> Opened:
    """A new table against bots from a step of an uploaded record."""
    return await _gone_on(tables, await rooms.of_upload(record_id), body, address)


def _step(replay: Replay, at: int, eye: str, locale: str) -> Step:
    seen = replays.eye_of(replay, eye)
    return Step(
        at=at,
        last_step=replay.last,
        eye="open" if seen == ALL else seen,
        view=in_words(replay.view(at, seen), locale, replay.names),
        told=in_words(
            {"seat": replay.moments[at].seat, "sentences": replay.told(at, seen)},
            locale,
            replay.names,
        ),
    )


async def _gone_on(tables: Tables, replay: Replay, body: GoOn, address: str) -> Opened:
    token = seats.fresh_token()
    holder = seats.holder_of_token(token)
    table = await replays.go_on(tables, replay, body.at, body.seats, body.level, holder, address)
    return _opened(table, token, dict.fromkeys(table.seats_of(holder), token))
