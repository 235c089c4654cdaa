"""Replays that anybody can open by a link: without chat, and without the names of people who did
not agree to be named."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

from proa.engine.messages import say, text
from proa.server.errors import Refusal
from proa.server.store.rows import BOT, OVER
from proa.server.tables import names
from proa.server.tables.access import TableAccess
from proa.server.tables.replays import Replay, Replays
from proa.server.tables.table import Table, check_over
from proa.server.tables.tables import Tables


async def share(tables: Tables, access: TableAccess) -> None:
    """Make the link of the guest's seat; refuse before the end of the game."""
    seat = _seat(access)
    await tables.store.share_replay(access.table.id, seat, secrets.token_hex(16))


async def withdraw(tables: Tables, access: TableAccess) -> None:
    """Remove the link of the guest's seat: it opens nothing from now on."""
    await tables.store.withdraw_replay(access.table.id, _seat(access))


async def set_named(tables: Tables, access: TableAccess, named: bool) -> None:
    """Store whether shared replays name the player of the guest's seat."""
    await tables.store.name_seat(access.table.id, _seat(access), named)


def _seat(access: TableAccess) -> int:
    """Return the guest's seat; refuse guests without one, and before the end of the game."""
    seat = access.seat
    check_over(access.table)
    return seat


async def sharing(tables: Tables, access: TableAccess) -> dict[str, Any] | None:
    """Return what a player sees of sharing a finished game: the ``token``, and whether they are
    ``named``; None for others."""
    if not access.mine or access.must_choose_seat:
        return None
    table_id, seat = access.table.id, access.seat
    return {
        "token": await tables.store.token_of_replay(table_id, seat),
        "named": seat in await tables.store.named_seats(table_id),
    }


async def open_shared(tables: Tables, replays: Replays, token: str, locale: str) -> Replay:
    """Return the replay that a link opens, with public names; refuse unknown and withdrawn ones."""
    table_id = await tables.store.shared_replay(token)
    if table_id is None:
        raise no_replay()
    table = await tables.load(table_id)
    if table.row.status != OVER or table.why_not_visible:
        raise no_replay()
    named = public_names(table, await tables.store.named_seats(table_id), locale)
    return replays.of_table(table).with_names(named)


def public_names(table: Table, named: Collection[int], locale: str) -> list[str]:
    """Return the names that anybody may see: of people who agreed, and the usual ones of bots.

    A bot may carry the name of a person whose seat it took over.
    """
    return [
        place.name
        if place.seat in named or (place.kind == BOT and place.name in names.USUAL)
        else text(say("Seat {n}", n=place.seat + 1), locale)
        for place in table.seats
    ]


def no_replay() -> Refusal:
    """Return the refusal of a link that opens nothing: unknown, withdrawn or deleted."""
    return Refusal(404, say("There is no such replay, or its link was withdrawn."))
