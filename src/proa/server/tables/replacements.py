"""Replacing players who leave: by a bot, by themselves when they return, by a new player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proa.engine.messages import say
from proa.server.errors import Code, Refusal
from proa.server.store.rows import BOT, PERSON, RUNNING, SeatRow
from proa.server.store.tables import Change
from proa.server.tables import clocks
from proa.server.tables.bot_levels import bot_level, level_at
from proa.server.tables.play import state
from proa.server.tables.table import Table, check_host, check_running, no_table
from proa.server.tables.tables import Tables
from proa.server.tokens import fresh_token

NOTHING_SAID = {"standing": ""}
"""Columns of a seat that are cleared when a bot takes over."""


async def resign(
    tables: Tables, table_id: str, seat: int, level: str, name: str | None = None
) -> Table:
    """Replace a person by a bot for the rest of the game, by another ``name`` if given."""

    def make(table: Table, now: float) -> Change:
        check_running(table)
        bot_level(level, table.row.game)
        if table.seats[seat].kind != PERSON:
            raise no_table()
        columns = {"kind": BOT, "level": level, "stand_in": "", **NOTHING_SAID}
        if name is not None:
            columns["name"] = name
        return reseated(now, table, "resign", seat, columns, {seat: []})

    return await tables.change(table_id, make)


async def take_over(tables: Tables, table_id: str, by: float) -> Table:
    """Let a bot play for the person to move if their time was over ``by`` a time.

    It plays until they return or, where the table agreed so, to the end.
    """

    def make(table: Table, now: float) -> Change | None:
        row = table.row
        if row.due is None or row.due > by or row.turn is None:
            return None
        columns = {"stand_in": level_at(table), **NOTHING_SAID}
        kind = "forfeit" if row.forfeits else "takeover"
        return reseated(now, table, kind, row.turn, columns, {})

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
        return reseated(now, table, "return", seat, columns, {})

    return await tables.change(table_id, make, read=read)


def reseated(
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


async def replace_player(
    tables: Tables, table_id: str, guest_id: str, seat: int, level: str | None
) -> Table:
    """Give the seat of somebody who left to a bot of ``level``; only for the host.

    Without a level offer it by an invitation: until somebody accepts it, the bot plays on.
    """

    def make(table: Table, now: float) -> Change | None:
        check_host(table, guest_id)
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
        return reseated(now, table, "replaced", seat, columns, {seat: []})

    return await tables.change(table_id, make)


def is_left(table: Table, place: SeatRow) -> bool:
    """Return whether a bot plays the seat of somebody who ran out of time, or left for good."""
    if table.row.status != RUNNING or not place.bot or table.log is None:
        return False
    return place.kind == PERSON or place.seat in table.playing.left
