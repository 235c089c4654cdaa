"""Even answers: how fast a seat answers tells nothing of what only it knows, if it wants that.

Where a question may have one answer for reasons that others can't see, who answers at once tells
that it has. A seat that answers *evenly* is given its only answer by the table; and each of its
answers to such questions, the only one or not, by hand or beforehand, others see when ``PAUSE``
seconds have passed since it was asked, however soon it came. An answer that comes later still tells
that there was something to think about: no clock could take that time for a person.

Which questions those are, the row of the question says from what all may see. The time counts from
the last event of others, or of its own that others saw; what it did unseen leaves it as it is. So
nothing that others can see, when, depends on what is hidden, within the pause. What is answered
meanwhile lies beside the seat, like a standing answer: nobody is told, and the log knows nothing.

Bots always answer evenly, with a pause of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proa.engine.kind import WATCHER
from proa.engine.position import Position
from proa.engine.words import Message, say
from proa.server.errors import Refusal
from proa.server.store.schema import RUNNING, SeatRow
from proa.server.tables import foresight
from proa.server.tables.playback import ACTED, Playback, bit
from proa.server.tables.table import Stale, Table, check_running
from proa.server.tables.tables import TRIES, Tables

PAUSE = 5.0
"""Seconds after which others see what was answered; less than any clock gives for a decision."""
PAUSE_OF_BOTS = 0.5
LONGER_PAUSES = {"merciless": 1.5}
"""The same for bots, by level: longer than they search where nothing else keeps the cores."""


def is_of_use(table: Table) -> bool:
    """Whether the game asks anything that may have one answer for hidden reasons."""
    return any(row.public is not True for row in table.game.kind.questions.rows.values())


def shown_from(table: Table) -> float:
    """When others may see the answer of whoever is to move; 0: as soon as it comes."""
    place = _mover(table)
    if place is None or not place.evenly:
        return 0.0
    game, fields = table.game, table.playing.position().fields
    if game.kind.questions.is_public(game.tables, fields):
        return 0.0
    return asked_at(table.playing, place.seat) + PAUSE


def pause_of_bot(table: Table, code: str) -> float:
    """Seconds after which others may see what a bot, who is to move, answers; 0: at once."""
    game, position = table.game, table.playing.position()
    is_public = game.kind.questions.is_public(game.tables, position.fields)
    if is_public or not _shows(game, position, code):
        return 0.0
    return LONGER_PAUSES.get(table.seats[position.to_move].bot, PAUSE_OF_BOTS)


def only_answer(table: Table) -> str | None:
    """The only answer of whoever is to move, if it is to be given for them.

    Not after an undo: they came back to it to change something.
    """
    place = _mover(table)
    if place is None or not place.evenly:
        return None
    latest = next(s.event for s in reversed(table.playing.steps) if s.event.kind in ACTED)
    is_taken_back = (latest.kind, latest.seat) == ("undo", place.seat)
    return None if is_taken_back else table.playing.only_answer()


def answered(table: Table) -> list[str]:
    """The codes that whoever is to move has answered, and others don't see yet."""
    place = _mover(table)
    if place is None or not (place.evenly and place.answered):
        return []
    since = table.playing.steps[place.answered_at + 1 :]
    return [] if any(step.event.kind in ACTED for step in since) else place.answered.split()


def in_words(table: Table, codes: Sequence[str]) -> list[Message]:
    """What those codes are called, to who answered them."""
    game, said, position = table.game, [], table.playing.position()
    known = next(foresight.samples(game, position, position.to_move))
    for code in codes:
        said.append(game.kind.words.label(game, known, game.action(code)))
        known = game.play(known, code, chance=False)
    return said


def is_early(table: Table, codes: Sequence[str], now: float) -> bool:
    """Whether others would see too soon that the mover answers so."""
    return shown_from(table) > now and (
        len(codes) > 1 or _shows(table.game, table.playing.position(), codes[0])
    )


def asks_anew(table: Table, playback: Playback, seat: int, now: float) -> bool:
    """Whether a seat that answers evenly is asked, as a log goes on, what others wait for anew."""
    game, position = table.game, playback.position()
    if position.to_move != seat or not table.seats[seat].evenly:
        return False
    is_public = game.kind.questions.is_public(game.tables, position.fields)
    return not is_public and asked_at(playback, seat) + PAUSE > now


async def turn(tables: Tables, table_id: str, seat: int, *, on: bool) -> Table:
    """A seat answers evenly from now on, or no more. What waited then is to be answered anew."""

    def wanted(table: Table) -> dict[str, Any]:
        check_running(table)
        place = table.seats[seat]
        keeps = on and place.evenly
        return {"evenly": on, "answered": place.answered if keeps else ""}

    return await _write(tables, table_id, seat, wanted)


async def hold(tables: Tables, table: Table, seat: int, codes: Sequence[str]) -> Table:
    """Keep what was answered at the table as it was read until others may see it."""
    columns = {"answered": " ".join(codes), "answered_at": table.playing.last}

    def wanted(now: Table) -> dict[str, Any]:
        place = now.seats[seat]
        if now.playing.last != table.playing.last or place.stand_in or not place.evenly:
            raise Stale(now, seat)
        return columns

    return await _write(tables, table.id, seat, wanted)


async def drop(tables: Tables, table_id: str, seat: int) -> Table:
    """Take back what others have not seen yet."""
    return await _write(tables, table_id, seat, lambda _: {"answered": ""})


async def forget(tables: Tables, table: Table) -> None:
    """Forget what whoever is to move had answered, if it is too late for it."""
    place = _mover(table)
    if place is not None and place.answered and not answered(table):
        await tables.store.set_aside(place, {"answered": ""})


async def _write(tables: Tables, table_id: str, seat: int, wanted: Any) -> Table:
    for _ in range(TRIES):
        table = await tables.load(table_id)
        if await tables.store.set_aside(table.seats[seat], wanted(table)):
            if table.row.turn == seat:
                tables.on_bot_turn(table_id)
            return await tables.load(table_id)
    raise Refusal(503, say("The table is very busy. Please try again."), again=1)


def _mover(table: Table) -> SeatRow | None:
    """The seat to move, if somebody plays there."""
    if table.row.status != RUNNING or table.row.turn is None:
        return None
    place = table.seats[table.row.turn]
    return None if place.bot or table.playback is None or not table.playback.steps else place


def asked_at(playback: Playback, seat: int) -> float:
    """When the seat to move was asked, as far as others could know."""
    return next(
        step.event.at
        for step in reversed(playback.steps)
        if step.event.kind in ACTED and (step.event.seat != seat or step.event.seen != bit(seat))
    )


def _shows(game: Any, position: Position, code: str) -> bool:
    """Whether others notice that the mover plays a code, whatever chance brings."""
    seat, action = position.to_move, game.action(code)
    others = (WATCHER, *(other for other in range(position.players) if other != seat))
    code_for = game.kind.words.code_for
    if any(code_for(game, position, action, other) is not None for other in others):
        return True
    after = game.play(position, code, chance=False)
    return after.to_move != seat or foresight.is_lone(game, after)
