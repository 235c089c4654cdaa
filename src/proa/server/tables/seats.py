"""The seats of a table before the game, and those that get a new player in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proa.engine.messages import say
from proa.server.errors import Code, Refusal
from proa.server.store.rows import BOT, OPEN, PERSON, WAITING, TableRow
from proa.server.store.tables import Change
from proa.server.tables import names, time_control
from proa.server.tables.access import TableAccess
from proa.server.tables.bot_levels import bot_level
from proa.server.tables.play import begun, state
from proa.server.tables.replacements import NOTHING_SAID, reseated
from proa.server.tables.table import Table, check_host, check_running
from proa.server.tables.tables import Tables
from proa.server.tables.time_control import TimeControl

_NONCE = re.compile(r"[0-9a-f]{0,64}")


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
    others = [s.name for s in table.seats]
    columns = {
        "kind": PERSON,
        "name": _free_name(table, seat, name or names.usual(others, seat)),
        "level": "",
        "stand_in": "",
        **NOTHING_SAID,
    }
    return reseated(now, table, "joined", seat, columns, {seat: [guest_id]})


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
        check_host(table, guest_id)
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
    check_host(table, guest_id)
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
        check_host(table, guest_id)
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
