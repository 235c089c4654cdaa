"""The seats of a table: sitting down, being ready, leaving, bots for absent players, returning."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from proa.bots import levels
from proa.bots.roster import roster_for
from proa.engine.messages import say
from proa.server.errors import Code, Refusal
from proa.server.store.schema import BOT, OPEN, PERSON, RUNNING, WAITING, SeatRow, TableRow
from proa.server.store.tables import Change
from proa.server.tables import clocks, names, time_control
from proa.server.tables.access import TableAccess
from proa.server.tables.play import begun, state
from proa.server.tables.table import Table, check_running, no_table
from proa.server.tables.tables import Tables
from proa.server.tables.time_control import TimeControl

NOTHING_SAID = {"standing": ""}
"""Columns of a seat that are cleared when a bot takes over."""
T = TypeVar("T")
_NONCE = re.compile(r"[0-9a-f]{0,64}")


def guest_id_of_token(token: str) -> str:
    """Return the guest id for a seat's token: a hash, so that the token itself is not stored."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def fresh_token() -> str:
    """Return a secret of 128 bits, as hex."""
    return secrets.token_hex(16)


def hashed(token: str) -> str:
    """Return what is stored of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def bot_level(name: str, game: str) -> str:
    """Return the name of a bot level, or of a bot that plays the game; refuse others."""
    if name not in roster_for(game):
        known = ", ".join(roster_for(game))
        raise Refusal(422, say("There is no bot of that level. Levels: {known}.", known=known))
    return name


# -- before the game -------------------------------------------------------------------------


async def ready(tables: Tables, table_id: str, guest_id: str, nonce: str) -> Table:
    """Mark all seats of a guest as ready and add their nonce; the last guest starts the game."""
    _check_nonce(nonce)

    def make(table: Table, now: float) -> Change | None:
        mine = [s for s in table.seats_of(guest_id) if table.seats[s].nonce is None]
        if table.row.status != WAITING or not mine:
            return None
        return _begin_if_complete(now, table, {seat: {"nonce": nonce} for seat in mine}, {})

    await tables.may_begin(table_id)
    return await tables.change(table_id, make)


async def invited(tables: Tables, invite: str) -> tuple[Table, int]:
    """Return the table and seat of an invitation."""
    found = await tables.store.invited(invite)
    if found is None:
        raise Refusal(
            404, say("This invitation has been used or withdrawn, or its table is closed.")
        )
    table_id, seat = found
    return await tables.load(table_id), seat


async def sit(
    tables: Tables, invite: str, guest_id: str, name: str, nonce: str
) -> tuple[Table, int]:
    """Take the open seat of an invitation; refuse if it is taken.

    A repeated request, which has the same nonce, is answered like the first.
    """
    _check_nonce(nonce)
    if nonce and (found := await _seat_of_nonce(tables, guest_id, nonce)):
        return found
    invited_to, seat = await invited(tables, invite)
    if (await tables.store.muted(invited_to.row.host)).get(guest_id):
        raise Refusal(403, say("The host of this table doesn't want to play with you."))

    def make(table: Table, now: float) -> Change | None:
        place = table.seats[seat]
        if guest_id in place.holders and not place.bot:
            return None  # a repeated request
        if place.invite != invite or not place.is_offered:
            raise Refusal(409, say("Someone else has just taken this seat."), Code.TAKEN)
        if table.row.status != WAITING:
            return _joined_game(now, table, seat, guest_id, name)
        columns = {
            "kind": PERSON,
            "name": _name_to_sit_down(table, seat, name),
            "invite": None,
            "nonce": nonce,
        }
        return _begin_if_complete(now, table, {seat: columns}, {seat: [guest_id]})

    await tables.may_begin(invited_to.id)
    return await tables.change(invited_to.id, make), seat


def _joined_game(now: float, table: Table, seat: int, guest_id: str, name: str) -> Change:
    """Return the change that gives a seat of a running game to a new player.

    The old player loses it. The nonce stays, since the game's chance came from it, and so does the
    invitation: it answers a repeated request.
    """
    check_running(table)
    columns = {
        "kind": PERSON,
        "name": _name_to_sit_down(table, seat, name),
        "level": "",
        "stand_in": "",
        **NOTHING_SAID,
    }
    return _reseated(now, table, "joined", seat, columns, {seat: [guest_id]})


async def _seat_of_nonce(tables: Tables, guest_id: str, nonce: str) -> tuple[Table, int] | None:
    """Return the table and seat that the guest took with a nonce; None if there is none."""
    for row, places in await tables.store.tables_of(guest_id):
        for place in places:
            if place.nonce == nonce and guest_id in place.holders:
                return await tables.load(row.id), place.seat
    return None


async def fill(tables: Tables, table_id: str, guest_id: str, seat: int, level: str) -> Table:
    """Give an open seat to a bot; only for the host."""

    def make(table: Table, now: float) -> Change | None:
        _check_host(table, guest_id)
        bot_level(level, table.row.game)
        if not 0 <= seat < len(table.seats):
            raise Refusal(422, say("There is no seat {n}.", n=seat))
        if table.seats[seat].kind != OPEN:
            return None
        columns = {"kind": BOT, "level": level, "invite": None}
        return _begin_if_complete(now, table, {seat: columns}, {})

    await tables.may_begin(table_id)
    return await tables.change(table_id, make)


async def close(tables: Tables, table_id: str, guest_id: str) -> None:
    """Close a table that has not begun; only for the host."""
    table = await tables.load(table_id)
    _check_host(table, guest_id)
    if not await tables.store.close_waiting(table_id):
        raise Refusal(409, say("The game has already begun."))
    tables.live.notify(table_id)


def _begin_if_complete(
    now: float,
    table: Table,
    columns: dict[int, dict[str, Any]],
    holders: dict[int, Sequence[str]],
) -> Change:
    """Return the change of the seats' ``columns``; with the start if all are then ready."""
    seats = [replace(s, **columns.get(s.seat, {})) for s in table.seats]
    if any(s.kind == OPEN or (s.kind == PERSON and s.nonce is None) for s in seats):
        return Change(seats=columns, holders=holders)
    seated = Table(table.row, seats, table.opened)
    start = begun(seated, [s.nonce or "" for s in seats], now)
    return replace(start, seats=columns, holders=holders)


def _check_nonce(nonce: str) -> None:
    if not _NONCE.fullmatch(nonce):
        raise Refusal(422, say("A nonce is at most 64 hexadecimal digits."))


# -- one screen ------------------------------------------------------------------------------


async def take_screen(tables: Tables, access: TableAccess, seat: int | None) -> None:
    """Give the shared screen to one of the guest's seats, or with None free it."""
    leaves = access.at_screen if access.asked is None else access.asked
    at, guest_id = access.table.id, access.guest_id
    if seat is not None and seat not in access.mine:
        raise Refusal(403, say("That seat is not yours."))
    if seat is not None and len(access.mine) > 1:
        await tables.store.take_screen(at, guest_id, seat)
    elif seat is None and leaves is not None:
        await tables.store.leave_screen(at, guest_id, leaves)
    tables.live.notify(at)


# -- names and options -----------------------------------------------------------------------


async def rename(tables: Tables, table_id: str, seat: int, name: str) -> Table:
    """Change the name of a seat."""

    def make(table: Table, now: float) -> Change | None:
        chosen = _free_name(table, seat, name)
        if chosen == table.seats[seat].name:
            return None
        return Change(seats={seat: {"name": chosen}})

    return await tables.change(table_id, make)


def _name_to_sit_down(table: Table, seat: int, name: str) -> str:
    """The name that was chosen, or the one that was meant for the seat, or a usual one."""
    meant = table.seats[seat].name
    others = [s.name for s in table.seats if s.seat != seat]
    is_meant = bool(meant) and not meant.startswith("#")
    return _free_name(table, seat, name or (meant if is_meant else names.usual(others, seat)))


def _free_name(table: Table, seat: int, name: str) -> str:
    others = [s.name for s in table.seats if s.seat != seat]
    return names.unlike(names.checked(name), others, seat)


async def set_options(
    tables: Tables, table_id: str, guest_id: str, time: TimeControl, watchers_chat: bool
) -> Table:
    """Change the time control and whether spectators may chat; only for the host."""
    time.check()

    def make(table: Table, now: float) -> Change | None:
        _check_host(table, guest_id)
        row = table.row
        before = time_control.of_row(row)
        if (before, row.watchers_chat) == (time, watchers_chat):
            return None
        values = {**time.columns, "watchers_chat": watchers_chat, "people": row.people + 1}
        if row.status == WAITING:
            return Change(table=values)
        check_running(table)
        if time != before:
            _check_may_change_time(row)
        _check_options(table, tables.settings.options_a_game)
        details = {**time.columns, "watchers_chat": watchers_chat}
        event = table.playing.other_event("option", _seat_of(table, guest_id), details, now)
        if time == before:
            return Change([event], values)
        anew = replace(row, **time.columns, due=None, banks=None)
        follows = state(Table(anew, table.seats, table.opened), table.playing, now)
        return Change([event], {**values, **follows})

    return await tables.change(table_id, make)


def _check_may_change_time(row: TableRow) -> None:
    if row.forfeits:
        raise Refusal(
            409,
            say("Seats can be lost on time here, so the clock stays as it was agreed."),
        )
    if row.is_paused:
        raise Refusal(409, say("The game is paused. Resume it first."), Code.PAUSED)


def _check_options(table: Table, most: int) -> None:
    if sum(step.event.kind == "option" for step in table.playing.steps) >= most:
        why = say("The clock and chat settings were changed {n} times, the maximum.", n=most)
        raise Refusal(409, why, limit="options_a_game")


def _seat_of(table: Table, guest_id: str) -> int | None:
    return next(iter(table.seats_of(guest_id)), None)


def _check_host(table: Table, guest_id: str) -> None:
    if guest_id != table.row.host:
        raise Refusal(403, say("Only the table's host may do that."))


# -- leaving and coming back -----------------------------------------------------------------


async def resign(tables: Tables, table_id: str, seat: int, level: str) -> Table:
    """Replace a person by a bot for the rest of the game."""

    def make(table: Table, now: float) -> Change:
        check_running(table)
        bot_level(level, table.row.game)
        if table.seats[seat].kind != PERSON:
            raise no_table()
        columns = {"kind": BOT, "level": level, "stand_in": "", **NOTHING_SAID}
        return _reseated(now, table, "resign", seat, columns, {seat: []})

    return await tables.change(table_id, make)


async def take_over(tables: Tables, table_id: str, by: float) -> Table:
    """Let a bot play for the person to move if their time was over ``by`` a time.

    It plays until they return or, where the table agreed so, to the end.
    """

    def make(table: Table, now: float) -> Change | None:
        row = table.row
        if row.due is None or row.due > by or row.turn is None:
            return None
        columns = {"stand_in": _level_at(table), **NOTHING_SAID}
        kind = "forfeit" if row.forfeits else "takeover"
        return _reseated(now, table, kind, row.turn, columns, {})

    return await tables.change(table_id, make)


async def come_back(tables: Tables, table_id: str, seat: int, read: Table | None = None) -> Table:
    """Give a person their seat back from the bot that stands in."""

    def make(table: Table, now: float) -> Change | None:
        if not table.seats[seat].stand_in:
            return None
        check_running(table)
        if seat in table.playing.lost:
            why = say("Your time ran out, so a bot plays your seat to the end.")
            raise Refusal(409, why, Code.AWAY)
        columns = {"stand_in": "", "invite": None}
        return _reseated(now, table, "return", seat, columns, {})

    return await tables.change(table_id, make, read=read)


def _reseated(
    now: float,
    table: Table,
    kind: str,
    seat: int,
    columns: dict[str, Any],
    holders: dict[int, Sequence[str]],
) -> Change:
    details = {name: columns[name] for name in ("level", "stand_in") if columns.get(name)}
    event = table.playing.other_event(kind, seat, details, now)
    seats = [replace(s, **columns) if s.seat == seat else s for s in table.seats]
    row = clocks.with_time_for(table.row, seat, kind)
    values = state(Table(row, seats, table.opened), table.playing, now)
    return Change([event], values, {seat: columns}, holders)


def _level_at(table: Table) -> str:
    """Return the level of the bots at a table; the middle one if there are none."""
    at_table = [s.level for s in table.seats if s.kind == BOT and s.level in levels.LEVELS]
    return at_table[0] if at_table else list(levels.LEVELS)[len(levels.LEVELS) // 2]


# -- a new player ----------------------------------------------------------------------------


async def replace_player(
    tables: Tables, table_id: str, guest_id: str, seat: int, level: str | None
) -> Table:
    """Give the seat of somebody who left to a bot of ``level``; only for the host.

    Without a level offer it by an invitation: until somebody accepts it, the bot plays on.
    """

    def make(table: Table, now: float) -> Change | None:
        _check_host(table, guest_id)
        check_running(table)
        if not 0 <= seat < len(table.seats):
            raise Refusal(422, say("There is no seat {n}.", n=seat))
        place = table.seats[seat]
        if not is_left(table, place):
            raise Refusal(409, say("Only the seat of a player who left can be given to another."))
        if level is None:
            return None if place.is_offered else Change(seats={seat: {"invite": fresh_token()}})
        bot_level(level, table.row.game)
        columns = {"kind": BOT, "level": level, "stand_in": "", "invite": None, **NOTHING_SAID}
        return _reseated(now, table, "replaced", seat, columns, {seat: []})

    return await tables.change(table_id, make)


def is_left(table: Table, place: SeatRow) -> bool:
    """Return whether a bot plays the seat of somebody who ran out of time, or left for good."""
    if table.row.status != RUNNING or not place.bot or table.log is None:
        return False
    return place.kind == PERSON or place.seat in table.playing.left


# -- another device --------------------------------------------------------------------------


async def offer_rejoin(tables: Tables, table: Table, seat: int, guest_id: str) -> str:
    """Return a token that lets another device join the seat, once, within a day."""
    token = fresh_token()
    await tables.store.offer_rejoin(hashed(token), table.id, seat, guest_id)
    return token


async def rejoin_offered(tables: Tables, token: str) -> tuple[Table, int]:
    """Return the table and seat of such a token, without using it."""
    table_id, seat, giver = _valid(await tables.store.rejoin_offered(hashed(token)))
    table = await tables.load(table_id)
    _check_gives(table.seats[seat], giver)
    return table, seat


async def rejoin(tables: Tables, token: str, guest_id: str) -> tuple[Table, int]:
    """Join the seat of such a token; it is used up."""
    table_id, seat, giver = _valid(await tables.store.rejoin(hashed(token)))

    def make(table: Table, now: float) -> Change | None:
        place = table.seats[seat]
        _check_gives(place, giver)
        if guest_id in place.holders:
            return None
        return Change(holders={seat: [*place.holders, guest_id]})

    return await tables.change(table_id, make), seat


def _check_gives(place: SeatRow, giver: str) -> None:
    """Refuse a link to a seat that its giver has lost: to a bot, or to a new player."""
    if place.kind != PERSON or giver not in place.holders:
        raise no_table()


async def offer_move(tables: Tables, guest_id: str) -> str:
    """Return a token that lets another address join all seats of a guest, once, soon."""
    token = fresh_token()
    await tables.store.offer_move(hashed(token), guest_id)
    return token


async def move_offered(tables: Tables, token: str) -> str:
    """Return the guest id that such a token belongs to, without using it."""
    return _valid(await tables.store.move_offered(hashed(token)))


async def move(tables: Tables, token: str, guest_id: str) -> None:
    """Join the seats of such a token and become host of its tables; the token is used up."""
    for table_id in _valid(await tables.store.move(hashed(token), guest_id)):
        tables.live.notify(table_id)


def _valid(found: T | None) -> T:
    if found is None:
        why = say(
            "This link has been used, or it is too old: each works once. Make a new one where this"
            " one was made."
        )
        raise Refusal(404, why)
    return found
