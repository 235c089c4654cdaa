"""The tables of lessons: one for each guest and game, kept where the guest left it."""

from __future__ import annotations

from proa.bots.levels import LEVELS
from proa.engine.core.game import Game
from proa.engine.core.lesson import Lesson
from proa.engine.messages import say
from proa.server.errors import Refusal
from proa.server.store.rows import BOT, PERSON
from proa.server.tables import names, opening, script, seats
from proa.server.tables.opening import Order, Place
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables

NAMES = ("Hina", *names.USUAL)
"""What those at a lesson's table are called, the learner first."""


def order_of(game: Game, lesson: Lesson, guest_id: str, address: str, origin: str) -> Order:
    """Return the request for a lesson's table: its chance comes from the lesson, not a secret."""
    others = iter(NAMES[1:])
    return Order(
        game=game.name,
        places=[
            Place(PERSON, NAMES[0], holders=(guest_id,))
            if seat == lesson.seat
            else Place(BOT, next(others), script.LEVEL)
            for seat in range(lesson.players)
        ],
        address=address,
        origin=origin,
        server_part=lesson.server_part,
    )


async def open_lesson(tables: Tables, game: str, guest_id: str, address: str, origin: str) -> Table:
    """Return a guest's table of a game's lesson, where they left it; a new one after its end."""
    opened = await tables.games.find(game, "standard", {})
    lesson = opened.spec.lesson
    if lesson is None:
        raise Refusal(404, say("This game has no lesson."))
    async with tables.opening_once:
        table = await _left(tables, game, guest_id)
        if table is None:
            order = order_of(opened, lesson, guest_id, address, origin)
            table = await opening.open_table(tables, guest_id, order)
    return await seats.ready(tables, table.id, guest_id, "")


async def _left(tables: Tables, game: str, guest_id: str) -> Table | None:
    """Return the guest's unfinished lesson; remove finished ones, and what no longer follows."""
    for row, places in await tables.store.tables_of(guest_id):
        if row.game != game or row.host != guest_id or not script.is_lesson(places):
            continue
        table = await tables.load(row.id)
        if table.log is None or (row.rematch is None and script.cue(table, table.log)):
            return table
        await tables.store.remove(row.id)
        tables.live.notify(row.id)
    return None


async def play_on(tables: Tables, table: Table, guest_id: str, address: str, origin: str) -> Table:
    """Open an ordinary table against bots from where a lesson stands, or return the one opened."""
    if script.lesson_of(table) is None:
        raise Refusal(409, say("This is no lesson."))
    order = Order(
        game=table.row.game,
        places=[
            Place(
                place.kind,
                place.name,
                next(iter(LEVELS)) if place.kind == BOT else "",
                place.holders,
            )
            for place in table.seats
        ],
        start=table.game.dump(table.playing.position(), secret=False),
        address=address,
        origin=origin,
    )
    return await opening.open_next(tables, table, guest_id, order)
