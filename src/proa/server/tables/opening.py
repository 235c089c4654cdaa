"""Opening tables: check the request and the limits, create the table."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proa.engine.core.game import Game
from proa.engine.errors import BadDocument, BadOption
from proa.engine.messages import say
from proa.server.errors import Refusal
from proa.server.store.rows import BOT, OPEN, PERSON, WAITING, SeatRow, TableRow
from proa.server.tables import names, proof, time_control
from proa.server.tables.table import Table, check_over, no_table
from proa.server.tables.tables import Tables
from proa.server.tables.time_control import NO_CLOCK, TimeControl

LATER = 600
"""Seconds after which a client may try again when a limit is reached."""


@dataclass(frozen=True)
class Place:
    """A seat in the request for a new table."""

    kind: str
    name: str
    level: str = ""
    holders: tuple[str, ...] = ()


@dataclass(frozen=True)
class Order:
    """The request for a new table."""

    game: str
    places: Sequence[Place]
    name: str = ""
    edition: str = "standard"
    options: Mapping[str, str] | None = None
    time: TimeControl = NO_CLOCK
    forfeits: bool = False
    """Whether seats are lost when their time is over."""
    undo: bool = True
    shuffled: bool = False
    """Whether the seats are dealt at random."""
    watchers_chat: bool = False
    hints: bool = False
    """Whether seats may use hints against people."""
    start: dict[str, Any] | None = None
    """The position to start from; None: the game's own start."""
    address: str = ""
    """The client's address."""
    origin: str = ""
    """The address of the server in the browser's request."""
    server_part: str = ""
    """The server's part of the chance; empty: a new secret one."""


async def open_table(tables: Tables, host: str, order: Order) -> Table:
    """Open a table. Its game begins when all seats are taken and ready."""
    return await _create(tables, await _make_rows(tables, host, order))


async def open_once(tables: Tables, host: str, order: Order) -> Table:
    """Open a table, or return it if its host has just this one waiting already."""
    made = await _make_rows(tables, host, order)
    async with tables.opening_once:
        for found in await tables.store.tables_of(host):
            if _ordered(*found) == _ordered(*made[:2]):
                return await tables.load(found[0].id)
        return await _create(tables, made)


async def _create(tables: Tables, made: tuple[TableRow, list[SeatRow], Game]) -> Table:
    row, seats, game = made
    await _check_caps(tables, row.host, row.address)
    await tables.store.create(row, seats)
    tables.notify_guests(_guests(row, seats))
    return Table(row, seats, game)


def _ordered(row: TableRow, places: Sequence[SeatRow]) -> tuple[object, ...]:
    """Return what a request for a table determines, and whether its game has begun."""
    seats = [(place.kind, place.name, place.level, place.holders) for place in places]
    return row.status, row.game, row.edition_hash, row.options, row.start, seats


async def rematch(tables: Tables, table_id: str, guest_id: str) -> Table:
    """Open the next game with the same people and rotated seats, or return it if it is open.

    Players and the host of the old table may do that.
    """
    table = await tables.load(table_id)
    if guest_id != table.row.host and not table.seats_of(guest_id):
        raise Refusal(403, say("Only those who played here can open the next game."))
    if table.row.rematch is None:
        check_over(table)
    return await open_next(tables, table, guest_id, _rematch(table))


def _rematch(table: Table) -> Order:
    row = table.row
    return Order(
        game=row.game,
        places=_places_again(table),
        name=row.name,
        edition=row.edition,
        options=row.options,
        time=time_control.of_row(row),
        forfeits=row.forfeits,
        undo=row.undo,
        watchers_chat=row.watchers_chat,
        hints=row.hints,
        address=row.address,
        origin=row.origin,
    )


async def open_next(tables: Tables, table: Table, host: str, order: Order) -> Table:
    """Open the table that follows another one, or return it if it is open."""
    if table.row.rematch is None:
        new, seats, _ = await _make_rows(tables, host, order)
        await _check_caps(tables, host, order.address)
        if await tables.store.create(new, seats, rematch_of=table.row):
            tables.live.notify(table.id)
            tables.notify_guests(_guests(new, seats))
        table = await tables.load(table.id)
    if table.row.rematch is None:
        raise no_table()
    return await tables.load(table.row.rematch)


def _guests(row: TableRow, seats: Sequence[SeatRow]) -> set[str]:
    return {row.host}.union(*(place.holders for place in seats))


async def _check_caps(tables: Tables, host: str, address: str) -> None:
    limits, count = tables.settings, tables.store.count
    if await count(host) >= (most := limits.tables_a_guest):
        why = say(
            "You have {n} open tables, the maximum for one guest. Finish or close one.",
            n=most,
        )
        raise Refusal(429, why, again=LATER, limit="tables_a_guest")
    if address and await count(address=address) >= (most := limits.tables_an_address):
        why = say("{n} tables are open from your address, the maximum.", n=most)
        raise Refusal(429, why, again=LATER, limit="tables_an_address")
    if await count() >= limits.tables_in_all:
        why = say("All tables are in use. Please come back later.")
        raise Refusal(503, why, again=LATER, limit="tables_in_all")


async def _make_rows(
    tables: Tables, host: str, order: Order
) -> tuple[TableRow, list[SeatRow], Game]:
    game = await tables.games.find(order.game, order.edition, order.options or {})
    players = len(order.places)
    if order.start is not None:
        await tables.games.compiled(game.name)
    start = _checked_start(game, players, order.start)
    if all(place.kind == BOT for place in order.places):
        raise Refusal(422, say("At least one seat must be for a person."))
    order.time.check()
    table_id, now = secrets.token_hex(16), tables.now()
    part = order.server_part or proof.fresh_part()
    played = proof.played(table_id, game, game.options, players, start)
    row = TableRow(
        id=table_id,
        name=names.checked(order.name) or game.spec.title,
        game=game.name,
        edition=order.edition,
        edition_hash=game.edition_hash,
        rules_version=game.spec.rules_version,
        options=dict(game.options),
        players=players,
        status=WAITING,
        host=host,
        server_part=part,
        commitment=proof.commitment(part, played),
        last=-1,
        turn=None,
        people=0,
        created=now,
        touched=now,
        watch=secrets.token_hex(16),
        start=start,
        **order.time.columns,
        forfeits=order.forfeits and order.time.is_timed,
        undo=order.undo,
        due=None,
        watchers_chat=order.watchers_chat,
        hints=order.hints,
        talk=0,
        rematch=None,
        address=order.address,
        origin=order.origin,
    )
    places = list(order.places)
    if order.shuffled:
        random.SystemRandom().shuffle(places)
    return row, _places(table_id, places), game


def _places_again(table: Table) -> list[Place]:
    """Return the places of a table, rotated by one; bots lose the names of people who left."""
    left = table.log.given_to_bots if table.log else frozenset()
    found: list[Place] = []
    for place in (*table.seats[1:], table.seats[0]):
        name = names.clean(place.name)
        if place.kind == BOT and place.seat in left:
            others = [*(one.name for one in table.seats), *(one.name for one in found)]
            name = names.usual(others, place.seat)
        found.append(Place(place.kind, name, place.level, place.holders))
    return found


def _places(table_id: str, places: Sequence[Place]) -> list[SeatRow]:
    given_names: list[str] = []
    for number, place in enumerate(places):
        given_names.append(names.unlike(names.checked(place.name), given_names, number))
    return [
        SeatRow(
            table_id=table_id,
            seat=number,
            kind=place.kind,
            name=given_names[number],
            level=place.level if place.kind == BOT else "",
            nonce=None,
            invite=secrets.token_hex(16) if place.kind == OPEN else None,
            holders=place.holders if place.kind == PERSON else (),
        )
        for number, place in enumerate(places)
    ]


def _checked_start(game: Game, players: int, start: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the start position without its key; refuse bad documents and numbers of players."""
    try:
        if start is None:
            game.check_players(players)
            return None
        position = game.load(start)
    except (BadOption, BadDocument) as error:
        raise Refusal(422, error.message) from None
    if position.players != players:
        raise Refusal(422, say("The position is one of {n} players.", n=position.players))
    if position.is_over:
        raise Refusal(422, say("The game is over in this position."))
    return game.dump(position, secret=False)
