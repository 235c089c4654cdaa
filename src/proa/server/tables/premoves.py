"""Standing answers: what a seat has answered before it was asked, kept beside it.

Nobody else can tell that one stands until it acts, and then it acts as its seat would: it is in no
log, frame, dump or stream. What it is for, and so when it ends, the game says
(:class:`proa.engine.core.game_spec.PremoveSpec`); undo ends it as well, and so does a bot that
stands in.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from proa.engine.core.game import Game
from proa.engine.core.game_spec import PremoveSpec
from proa.engine.core.position import Position
from proa.engine.core.view_types import PremoveText
from proa.engine.messages import say
from proa.server.errors import Refusal
from proa.server.store.schema import RUNNING, SeatRow
from proa.server.tables.game_log import PREMOVE, GameLog, bit
from proa.server.tables.table import Stale, Table, check_present, check_running
from proa.server.tables.tables import TRIES, Tables


class Premove(NamedTuple):
    """What a seat has answered beforehand."""

    code: str
    amount: int | None
    words: PremoveText


class Offer(NamedTuple):
    """What a seat could answer beforehand."""

    code: str
    amounts: tuple[int, int] | None
    """The least and the most that may be named; None where no amount is."""
    words: PremoveText


def current(table: Table, seat: int) -> Premove | None:
    """What a seat has answered beforehand, if it still stands."""
    place = table.seats[seat]
    row = _row(table, place)
    if row is None:
        return None
    amount = place.standing_amount if row.amounts else None
    return Premove(row.code, amount, table.game.spec.texts.premove(row.code, amount))


def offers(table: Table, seat: int) -> list[Offer]:
    """What a seat can answer beforehand now, if it is more than an answer to what it is asked."""
    if table.row.status != RUNNING or table.seats[seat].stand_in:
        return []
    game, position = table.game, table.playing.position()
    return [
        Offer(row.code, _amounts(table, row, seat), game.spec.texts.premove(row.code, "#"))
        for row in game.spec.questions.premoves.values()
        if row.occasion(game.tables, position.fields, seat) is not None
        and not _ends_with_it(game, position, row, seat)
    ]


def is_answered(table: Table, code: str) -> bool:
    """Whether what is asked now can have been answered so."""
    asked = table.game.spec.questions.row(table.playing.position().fields)
    return asked is not None and any(row.code == code for row in asked.premoves)


def answer(table: Table) -> str | None:
    """The code that whoever is to move has answered beforehand to what is asked now."""
    if table.row.turn is None or table.log is None or not table.log.steps:
        return None
    place = table.seats[table.row.turn]
    row = _row(table, place)
    position, game = table.playing.position(), table.game
    asked = game.spec.questions.row(position.fields)
    if row is None or asked is None or row not in asked.premoves:
        return None
    action = row.answer(game.tables, position.fields, place.standing_amount)
    return game.code(action) if action in game.legal_actions(position) else None


async def set_premove(
    tables: Tables, table_id: str, seat: int, frame: int, code: str, amount: int | None
) -> Table:
    """Answer beforehand, with reference to one of the seat's frames: what came since must not have
    ended it."""

    def wanted(table: Table) -> tuple[str, int, int] | None:
        check_running(table)
        check_present(table, seat)
        row = table.game.spec.questions.premoves.get(code)
        if row is None:
            raise Refusal(422, say("This game has no such premove."))
        frames = table.playing.frames(seat)
        if not 0 <= frame < len(frames):
            raise Refusal(404, say("There is no frame {n}.", n=frame))
        if not _lasts(table.playing, row, seat, frames[frame]):
            if _was_given(table.playing, seat, frames[frame]):
                return None  # a repeated post
            if frame < len(frames) - 1:
                raise Stale(table, seat)
            raise Refusal(409, say("You can't set that premove now."))
        return code, _checked(_amounts(table, row, seat), amount), frames[frame]

    return await _store(tables, table_id, seat, wanted)


async def drop(tables: Tables, table_id: str, seat: int) -> Table:
    """Take back what was answered beforehand."""
    return await _store(tables, table_id, seat, lambda table: ("", 0, -1))


async def forget(tables: Tables, table: Table) -> None:
    """Forget what whoever is to move has answered beforehand, if it stands no more."""
    turn = table.row.turn
    if turn is not None and table.seats[turn].standing and current(table, turn) is None:
        await tables.store.set_premove(table.seats[turn], "")


async def _store(
    tables: Tables, table_id: str, seat: int, wanted: Callable[[Table], tuple[str, int, int] | None]
) -> Table:
    for _ in range(TRIES):
        table = await tables.load(table_id)
        kept = wanted(table)
        if kept is None:
            return table
        if await tables.store.set_premove(table.seats[seat], *kept):
            table = await tables.load(table_id)
            if answer(table) is not None:
                tables.on_bot_turn(table_id)
            return table
    raise Refusal(503, say("The table is very busy. Please try again."), again=1)


def _row(table: Table, place: SeatRow) -> PremoveSpec | None:
    """The row of what a seat has answered beforehand, if it still stands."""
    if not place.standing or place.stand_in or table.row.status != RUNNING:
        return None
    row, log = table.game.spec.questions.premoves.get(place.standing), table.playing
    if row is None:
        return None
    since, key = place.standing_since, ("stands", place.seat, row.code, place.standing_since)
    made = partial(_lasts, log, row, place.seat, since)
    return row if log.cached(key, made, of=log.last) else None


def _lasts(log: GameLog, row: PremoveSpec, seat: int, since: int) -> bool:
    """Whether its occasion has been the same since an event, and nothing was undone, as far as the
    seat could see."""
    tables = log.game.tables
    occasion = row.occasion(tables, log.position(since).fields, seat)
    if occasion is None:
        return False
    for step in log.steps[since + 1 :]:
        event = step.event
        if event.kind == "undo" and event.seen & bit(seat):
            return False
        after = (move[2] for move in log.moves(event.number)) if event.kind == "action" else ()
        if any(row.occasion(tables, position.fields, seat) != occasion for position in after):
            return False
    return True


def _was_given(log: GameLog, seat: int, since: int) -> bool:
    """Whether an answer of the seat that was given beforehand has been played since an event."""
    events = (step.event for step in log.steps[since + 1 :])
    return any(event.seat == seat and event.actor == PREMOVE for event in events)


def _ends_with_it(game: Game, position: Position, row: PremoveSpec, seat: int) -> bool:
    """Whether the seat is asked now, and its answer is all that there would be to it."""
    asked, tables = game.spec.questions.row(position.fields), game.tables
    if position.to_move != seat or asked is None or row not in asked.premoves or row.amounts:
        return False
    action = row.answer(tables, position.fields, 0)
    if action not in game.legal_actions(position):
        return False
    after = game.play(position, action, chance=False)
    occasions = (row.occasion(tables, at.fields, seat) for at in (position, after))
    return len(set(occasions)) > 1


def _amounts(table: Table, row: PremoveSpec, seat: int) -> tuple[int, int] | None:
    if row.amounts is None:
        return None
    return row.amounts(table.game.tables, table.playing.position().fields, seat)


def _checked(amounts: tuple[int, int] | None, amount: int | None) -> int:
    if amounts is None:
        return 0
    least, most = amounts
    if amount is None or not least <= amount <= most:
        raise Refusal(422, say("Name an amount from {least} to {most}.", least=least, most=most))
    return amount
