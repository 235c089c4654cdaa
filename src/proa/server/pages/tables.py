"""The pages of a table: taking a seat, playing, looking on, talking, leaving, the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Form, Path, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from proa.engine.crossing import Marks
from proa.engine.words import in_words
from proa.server.doors import streams
from proa.server.doors.asking import (
    CHAT,
    INVITATION,
    OPENING,
    REPLAY,
    TRY,
    UNDO,
    USUAL,
    Address,
    AllLive,
    AllReplays,
    AllTables,
    AtTable,
    Guest,
    Locale,
    base_url,
)
from proa.server.durations import rounded
from proa.server.errors import Refusal
from proa.server.insight import meters
from proa.server.pages import contexts
from proa.server.pages.contexts import page
from proa.server.store.schema import OVER, WAITING
from proa.server.tables import chat, opening, play, replays, seats, shown, trial
from proa.server.tables.access import Invited, Sitting
from proa.server.tables.tables import Tables
from proa.server.tables.undo import play_again, take_back
from proa.web.telling import lines, shown_whole

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
Frame = Annotated[int, Form()]
Text = Annotated[str, Form()]


# -- invitations and other devices -----------------------------------------------------------


@router.get("/sit/{invite}", dependencies=[INVITATION])
async def invitation(
    request: Request, invite: str, tables: AllTables, guest: Guest, locale: Locale
) -> HTMLResponse:
    """An invitation is shown; taking the seat is a post."""
    table, seat = await seats.invited(tables, invite)
    return page(
        request,
        "sit.html",
        table.names,
        table=contexts.about(Invited(table, guest, seat)),
        seats=contexts.seats_of(table, seat, locale),
        invite=invite,
        already_here=bool(table.seats_of(guest)),
    )


@router.post("/sit/{invite}", dependencies=[INVITATION])
async def take_seat(
    invite: str, tables: AllTables, guest: Guest, name: Text = "", nonce: Text = ""
) -> Response:
    """Take the seat of an invitation."""
    table, _ = await seats.sit(tables, invite, guest, name, nonce)
    return RedirectResponse(f"/table/{table.id}", 303)


@router.get("/rejoin/{token}", dependencies=[INVITATION])
async def rejoin_offer(
    request: Request, token: str, tables: AllTables, locale: Locale
) -> HTMLResponse:
    """A link for another device is shown; using it is a post."""
    table, seat = await seats.rejoin_offered(tables, token)
    places = contexts.seats_of(table, seat, locale)
    about = contexts.about(Invited(table, "", seat))
    return page(request, "rejoin.html", table.names, table=about, seats=places, token=token)


@router.post("/rejoin/{token}", dependencies=[INVITATION])
async def rejoin(token: str, tables: AllTables, guest: Guest) -> Response:
    """Join one's seat from this device."""
    table, _ = await seats.rejoin(tables, token, guest)
    return RedirectResponse(f"/table/{table.id}", 303)


# -- looking ---------------------------------------------------------------------------------


@router.get("/table/{table_id}")
@router.get("/watch/{watch}")
async def table_page(
    request: Request, sitting: AtTable, tables: AllTables, locale: Locale, board: bool = False
) -> Response:
    """A table: waiting for people, being played, or over."""
    base = base_url(request, tables)
    if sitting.table.row.status == WAITING:
        values = _lobby(tables, sitting, locale, base)
        if values["complete"]:
            await tables.games.compiled(sitting.table.row.game)  # it is to begin by itself
        return page(request, "lobby.html", sitting.table.names, **values)
    if why := sitting.table.why_not_shown:
        values = contexts.at_table(sitting, locale, base)
        notice = in_words(why.message, locale)
        return page(request, "unshown.html", sitting.table.names, 409, notice=notice, **values)
    if sitting.table.row.status == OVER and not board:
        return RedirectResponse(f"{sitting.door}/end", 303)
    said = await chat.heard(tables, sitting)
    with meters.drawing(sitting.table.row.game, "page"):
        values = contexts.playing(sitting, locale, base)
        values |= {"chat": said, "now": tables.now()}
        return page(request, "table.html", sitting.table.names, **values)


@router.get("/table/{table_id}/view/{frame}")
@router.get("/watch/{watch}/view/{frame}")
async def view(
    request: Request, frame: int, sitting: AtTable, tables: AllTables, locale: Locale
) -> HTMLResponse:
    """One of the viewer's frames, to be morphed into the page."""
    return _fragment(request, tables, sitting, locale, frame=frame)


@router.get("/table/{table_id}/lobby")
@router.get("/watch/{watch}/lobby")
async def lobby(request: Request, sitting: AtTable, tables: AllTables, locale: Locale) -> Response:
    """The lobby's changing part; when the game has begun, the way to it."""
    if sitting.table.row.status != WAITING:
        return Response(headers={"HX-Redirect": sitting.door + sitting.query})
    values = _lobby(tables, sitting, locale, base_url(request, tables))
    return page(request, "_lobby.html", sitting.table.names, **values)


@router.get("/table/{table_id}/log")
@router.get("/watch/{watch}/log")
async def whole_log(request: Request, sitting: AtTable, locale: Locale) -> HTMLResponse:
    """The whole log."""
    table = sitting.table
    values = contexts.at_table(sitting, locale, "")
    values |= contexts.whole_log(table, sitting.viewer, locale)
    return page(request, "_log.html", table.names, **values)


@router.get("/table/{table_id}/fair", dependencies=[REPLAY])
@router.get("/watch/{watch}/fair", dependencies=[REPLAY])
async def fair(request: Request, sitting: AtTable, locale: Locale) -> HTMLResponse:
    """What the table's seal proves and what not; after the end, everything it seals."""
    table = sitting.table
    revealed = None
    if table.row.status == OVER:
        revealed = replays.record_of(table).proof
    values = contexts.at_table(sitting, locale, "")
    return page(request, "fair.html", table.names, revealed=revealed, **values)


def _lobby(tables: Tables, sitting: Sitting, locale: str, base: str) -> dict[str, Any]:
    table, hours = sitting.table, tables.settings.empty_table_hours
    return {
        **contexts.at_table(sitting, locale, base),
        "closes": in_words(rounded(hours * 3600), locale),
        "levels": contexts.bot_levels(locale),
        "unready": [seat for seat in sitting.mine if table.seats[seat].nonce is None],
        "here_only": contexts.opens_here_only(base),
        "complete": all(place.kind != "open" for place in table.seats),
    }


def _fragment(
    request: Request,
    tables: Tables,
    sitting: Sitting,
    locale: str,
    frame: int | None = None,
    notice: Any = "",
    status: int = 200,
    **more: Any,
) -> HTMLResponse:
    is_part = "hx-request" in request.headers
    with meters.drawing(sitting.table.row.game, "part" if is_part else "page"):
        if is_part and not (sitting.mine or notice or more):
            return contexts.sent(request, contexts.watched(sitting, locale, frame))
        values = contexts.playing(sitting, locale, base_url(request, tables), frame, notice)
        values = {**values, "chat": [], "now": tables.now(), **more}
        template = "_table.html" if is_part else "table.html"
        return page(request, template, sitting.table.names, status, **values)


# -- news ------------------------------------------------------------------------------------


@router.get("/table/{table_id}/news")
@router.get("/watch/{watch}/news")
async def news(sitting: AtTable) -> JSONResponse:
    """What streams say, for pages that ask instead."""
    return JSONResponse(streams.news(sitting.table, sitting.viewer))


@router.get("/table/{table_id}/stream")
@router.get("/watch/{watch}/stream")
async def stream(sitting: AtTable, tables: AllTables, live: AllLive, address: Address) -> Response:
    """Server-sent events that say only the viewer's frame and how often people and chat changed."""
    return streams.stream(tables, live, sitting, address)


# -- playing ---------------------------------------------------------------------------------


@router.post("/table/{table_id}/ready")
async def ready(table_id: str, tables: AllTables, guest: Guest, nonce: Text = "") -> Response:
    """The guest is ready; their nonce joins the seed."""
    await seats.ready(tables, table_id, guest, nonce)
    return RedirectResponse(f"/table/{table_id}", 303)


@router.post("/table/{table_id}/act")
async def act(
    request: Request,
    sitting: AtTable,
    tables: AllTables,
    locale: Locale,
    frame: Frame,
    code: Annotated[list[str], Form()],
) -> Response:
    """Play a choice, or several in a row, in answer to a frame."""
    move = play.act(tables, sitting.table.id, sitting.seat, frame, code, sitting.table)
    return await _moved(request, tables, sitting, locale, frame, move)


@router.post("/table/{table_id}/undo", dependencies=[UNDO])
async def undo(
    request: Request, sitting: AtTable, tables: AllTables, locale: Locale, frame: Frame
) -> Response:
    """Take back one's last action."""
    move = take_back(tables, sitting.table.id, sitting.seat, frame, sitting.table)
    return await _moved(request, tables, sitting, locale, frame, move)


@router.post("/table/{table_id}/redo", dependencies=[UNDO])
async def redo(
    request: Request, sitting: AtTable, tables: AllTables, locale: Locale, frame: Frame
) -> Response:
    """Play again what one took back."""
    move = play_again(tables, sitting.table.id, sitting.seat, frame, sitting.table)
    return await _moved(request, tables, sitting, locale, frame, move)


@router.post("/table/{table_id}/return")
async def come_back(
    request: Request, sitting: AtTable, tables: AllTables, locale: Locale
) -> Response:
    """Take one's seat back from the bot that stood in."""
    move = seats.come_back(tables, sitting.table.id, sitting.seat, sitting.table)
    return await _moved(request, tables, sitting, locale, None, move)


async def _moved(
    request: Request,
    tables: Tables,
    sitting: Sitting,
    locale: str,
    frame: int | None,
    move: Any,
) -> Response:
    """Do it; answer with the next frame, or with the fresh board and the refusal's sentence."""
    notice: Any = ""
    status = 200
    try:
        table = await move
    except Refusal as refusal:
        if refusal.status >= 500:
            raise
        notice, status = refusal.message, refusal.status
        table = await tables.load(sitting.table.id)
    now = sitting.at(table)
    if "hx-request" in request.headers:
        shown_frame = None if notice or frame is None else frame + 1
        return _fragment(request, tables, now, locale, shown_frame, notice)
    if notice:
        return _fragment(request, tables, now, locale, notice=notice, status=status)
    return RedirectResponse(sitting.door + sitting.query, 303)


@router.get("/table/{table_id}/try", dependencies=[TRY])
async def try_turn(
    request: Request,
    sitting: AtTable,
    tables: AllTables,
    locale: Locale,
    frame: int,
    code: Annotated[list[str] | None, Query()] = None,
) -> Response:
    """What would follow if one played these codes, in private; nothing is played."""
    codes = code or []
    try:
        tried = trial.try_turn(sitting.table, sitting.seat, frame, codes)
    except Refusal as refusal:
        return _fragment(request, tables, sitting, locale, notice=refusal.message)
    names = sitting.table.names
    view = {**shown_whole(tried["view"], locale, names), "last": shown.changed(Marks())}
    return _fragment(
        request,
        tables,
        sitting,
        locale,
        view=view,
        can={choice["code"]: choice["label"] for choice in view["actions"]},
        undo=False,
        redo=False,
        trial={
            "codes": codes,
            "sentences": lines(tried["sentences"], locale, names, sitting.viewer),
            "mine": tried["mine"],
        },
    )


# -- people ----------------------------------------------------------------------------------


@router.post("/table/{table_id}/rename")
async def rename(sitting: AtTable, tables: AllTables, name: Text) -> Response:
    """Change the name of one's seat."""
    await seats.rename(tables, sitting.table.id, sitting.seat, name)
    return RedirectResponse(sitting.door + sitting.query, 303)


@router.post("/table/{table_id}/resign")
async def resign(sitting: AtTable, tables: AllTables, level: Text) -> Response:
    """Leave one's seat to a bot for good."""
    table = await seats.resign(tables, sitting.table.id, sitting.seat, level)
    return RedirectResponse(f"/watch/{table.row.watch}", 303)


@router.post("/table/{table_id}/options")
async def options(
    sitting: AtTable,
    tables: AllTables,
    pace: Text = "",
    watchers_chat: Text = "",
) -> Response:
    """The host changes the clock and whether spectators may talk."""
    chosen = contexts.seconds(pace)
    await seats.set_options(tables, sitting.table.id, sitting.holder, chosen, bool(watchers_chat))
    return RedirectResponse(sitting.door + sitting.query, 303)


@router.post("/table/{table_id}/fill")
async def fill(
    sitting: AtTable, tables: AllTables, place: Annotated[int, Form()], level: Text
) -> Response:
    """The host gives an open seat to a bot."""
    await seats.fill(tables, sitting.table.id, sitting.holder, place, level)
    return RedirectResponse(sitting.door, 303)


@router.post("/table/{table_id}/close")
async def close(sitting: AtTable, tables: AllTables) -> Response:
    """The host closes a table that has not begun."""
    await seats.close(tables, sitting.table.id, sitting.holder)
    return RedirectResponse("/", 303)


@router.post("/table/{table_id}/device")
async def another_device(
    request: Request, sitting: AtTable, tables: AllTables, locale: Locale
) -> HTMLResponse:
    """Make a link with which another device can join one's seat, once."""
    token = await seats.offer_rejoin(tables, sitting.table, sitting.seat)
    base = base_url(request, tables)
    values = contexts.at_table(sitting, locale, base)
    values |= {"link": f"{base}/rejoin/{token}", "here_only": contexts.opens_here_only(base)}
    return page(request, "device.html", sitting.table.names, **values)


@router.post("/table/{table_id}/rematch", dependencies=[OPENING])
async def rematch(sitting: AtTable, tables: AllTables) -> Response:
    """Open the next game with the same people, the seats rotated; or join it."""
    table = await opening.rematch(tables, sitting.table.id, sitting.holder)
    return RedirectResponse(f"/table/{table.id}", 303)


# -- chat ------------------------------------------------------------------------------------


@router.get("/table/{table_id}/chat")
@router.get("/watch/{watch}/chat")
async def chat_lines(
    request: Request,
    sitting: AtTable,
    tables: AllTables,
    locale: Locale,
    before: Annotated[int | None, Query(ge=1, lt=2**31)] = None,
) -> HTMLResponse:
    """The newest lines of the table's chat, or those before one."""
    values = contexts.at_table(sitting, locale, "")
    lines = await chat.heard(tables, sitting, before=before)
    frame = shown.latest_frame(sitting.table, sitting.viewer)
    return page(request, "_chat.html", sitting.table.names, chat=lines, frame=frame, **values)


@router.post("/table/{table_id}/chat", dependencies=[CHAT])
@router.post("/watch/{watch}/chat", dependencies=[CHAT])
async def say(
    request: Request,
    sitting: AtTable,
    tables: AllTables,
    locale: Locale,
    address: Address,
    text: Text,
    name: Text = "",
    frame: Frame = -1,
) -> Response:
    """Say something; ``frame`` is the one it refers to."""
    await chat.say(tables, sitting, address, text, name, frame)
    return await _heard(request, sitting, tables, locale)


@router.post("/table/{table_id}/chat/{number}/{what}", dependencies=[CHAT])
@router.post("/watch/{watch}/chat/{number}/{what}", dependencies=[CHAT])
async def about_line(
    request: Request,
    sitting: AtTable,
    tables: AllTables,
    locale: Locale,
    number: Annotated[int, Path(ge=1, lt=2**31)],
    what: chat.About,
) -> Response:
    """Mute whoever said a line, hear them again, report the line or delete it."""
    await chat.change(tables, sitting, number, what)
    return await _heard(request, sitting, tables, locale)


async def _heard(request: Request, sitting: Sitting, tables: Tables, locale: str) -> Response:
    if "hx-request" in request.headers:
        table = await tables.load(sitting.table.id)
        return await chat_lines(request, replace(sitting, table=table), tables, locale)
    return RedirectResponse(sitting.door + sitting.query, 303)


# -- after the end ---------------------------------------------------------------------------


@router.get("/table/{table_id}/end")
@router.get("/watch/{watch}/end")
async def end(
    request: Request, sitting: AtTable, tables: AllTables, rooms: AllReplays, locale: Locale
) -> HTMLResponse:
    """The end of a game: who won, and how the points came together."""
    replay = rooms.of_table(sitting.table)
    values = contexts.at_table(sitting, locale, base_url(request, tables))
    values |= contexts.ended(replay, locale)
    proof = replays.record_of(sitting.table).proof
    values |= {"proof": proof, "chat": await chat.heard(tables, sitting), "over": True}
    return page(request, "end.html", sitting.table.names, **values)


@router.get("/table/{table_id}/record", dependencies=[REPLAY])
@router.get("/watch/{watch}/record", dependencies=[REPLAY])
async def record(sitting: AtTable, tables: AllTables) -> Response:
    """The record of a finished game, as a file; of a frozen one the log as it was stored."""
    headers = {"Content-Disposition": f'attachment; filename="{sitting.table.row.game}.json"'}
    text = await replays.record_text(tables, sitting.table)
    return Response(text, media_type="application/json", headers=headers)


@router.get("/table/{table_id}/replay")
@router.get("/watch/{watch}/replay")
async def replay_room(
    request: Request,
    sitting: AtTable,
    rooms: AllReplays,
    locale: Locale,
    at: int | None = None,
    eye: str = "open",
) -> HTMLResponse:
    """The replay room of a finished game."""
    replay = rooms.of_table(sitting.table)
    values = contexts.at_table(sitting, locale, "")
    values |= contexts.room(replay, at, replays.eye_of(replay, eye), locale)
    values["is_upload"] = False
    return page(request, "replay.html", sitting.table.names, **values)


@router.get("/table/{table_id}/replay/{at}")
@router.get("/watch/{watch}/replay/{at}")
async def replay_step(
    request: Request,
    at: int,
    sitting: AtTable,
    rooms: AllReplays,
    locale: Locale,
    eye: str = "open",
) -> HTMLResponse:
    """One step of the replay, to be morphed into the page."""
    replay = rooms.of_table(sitting.table)
    values = contexts.at_table(sitting, locale, "")
    values |= contexts.replaying(replay, at, replays.eye_of(replay, eye), locale)
    return page(request, "_replay.html", sitting.table.names, **values)


@router.post("/table/{table_id}/continue", dependencies=[OPENING])
async def go_on(
    sitting: AtTable,
    tables: AllTables,
    rooms: AllReplays,
    address: Address,
    at: Annotated[int, Form()],
    place: Annotated[int, Form()],
    level: Text,
) -> Response:
    """A new table against bots from a step of the replay."""
    replay = rooms.of_table(sitting.table)
    table = await replays.go_on(tables, replay, at, [place], level, sitting.holder, address)
    return RedirectResponse(f"/table/{table.id}", 303)
