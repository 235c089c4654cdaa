"""Links by which another device or address joins a seat, or all of them."""

from __future__ import annotations

from typing import TypeVar

from proa.engine.messages import say
from proa.server.errors import Refusal
from proa.server.store.rows import PERSON, SeatRow
from proa.server.store.tables import Change
from proa.server.tables.table import Table, no_table
from proa.server.tables.tables import Tables
from proa.server.tokens import fresh_token, hashed

T = TypeVar("T")


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
