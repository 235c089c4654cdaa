"""Premoves: answers that a seat gives before it is asked, stored beside the seat.

Nobody else can tell that a premove is set until it is played as the seat's answer: no log, frame,
dump or stream contains it. The game defines its question and when it ends
(:class:`proa.engine.core.game_spec.PremoveSpec`); undo and a bot that stands in end it too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from proa.engine.core.game import Game
from proa.engine.core.game_spec import PremoveSpec
from proa.engine.core.position import Position
from proa.engine.core.view_types import SPECTATOR, PremoveText
from proa.engine.messages import say
from proa.server.errors import Refusal
from proa.server.store.rows import RUNNING, SeatRow
from proa.server.tables import script
from proa.server.tables.caches import PREMOVES
from proa.server.tables.events import PREMOVE, bit
from proa.server.tables.game_log import GameLog
from proa.server.tables.table import Stale, Table, check_present, check_running
from proa.server.tables.tables import TRIES, Tables, busy


class Premove(NamedTuple):
    """The premove that a seat has set."""

    code: str
    amount: int | None
    words: PremoveText


class Offer(NamedTuple):
    """A premove that a seat could set."""

    code: str
    amounts: tuple[int, int] | None
    """The lowest and highest amount; None where the premove has no amount."""
    words: PremoveText


def current(table: Table, seat: int) -> Premove | None:
    """Return the seat's premove, if it is still valid."""
    place = table.seats[seat]
    row = _row(table, place)
    if row is None:
        return None
    amount = place.standing_amount if row.amounts else None
    return Premove(row.code, amount, table.game.spec.texts.premove(row.code, amount))


def offers(table: Table, seat: int) -> list[Offer]:
    """Return the premoves a seat can set now, except those that end with its present answer.

    A lesson takes none: it answers each decision.
    """
    if table.row.status != RUNNING or table.seats[seat].stand_in or script.lesson_of(table):
        return []
    game, position = table.game, table.playing.position()
    return [
        Offer(row.code, _amounts(table, row, seat), game.spec.texts.premove(row.code, "#"))
        for row in game.spec.questions.premoves.values()
        if row.occasion(game.tables, position.fields, seat) is not None
        and not _ends_with_it(game, position, row, seat)
    ]


def is_answered(table: Table, code: str) -> bool:
    """Return whether premove ``code`` can answer the pending question."""
    question = table.game.spec.questions.row(table.playing.position().fields)
    return question is not None and any(row.code == code for row in question.premoves)


def on_page(table: Table, viewer: int) -> dict[str, Any] | None:
    """Return the viewer's premove and possible ones for their page; None if there are none.

    During the viewer's own question offer only premoves that answer it: the dock shows the
    question.
    """
    if viewer == SPECTATOR:
        return None
    premove = current(table, viewer)
    is_mine = table.playing.position().to_move == viewer
    found = [
        {
            "code": code,
            "label": premove.words["label"] if premove and premove.code == code else words["label"],
            "amounts": amounts,
        }
        for code, amounts, words in offers(table, viewer)
        if not is_mine or is_answered(table, code)
    ]
    if premove:
        words = premove.words
        said = {"said": premove.code, "label": words["label"], "until": words["until"]}
        return {**said, "offers": found}
    return {"said": "", "label": "", "until": "", "offers": found} if found else None


def answer(table: Table) -> str | None:
    """Return the mover's action from their premove for the pending question; None if none fits."""
    if table.row.turn is None or table.log is None or not table.log.steps or table.row.is_paused:
        return None
    place = table.seats[table.row.turn]
    row = _row(table, place)
    position, game = table.playing.position(), table.game
    question = game.spec.questions.row(position.fields)
    if row is None or question is None or row not in question.premoves:
        return None
    action = row.answer(game.tables, position.fields, place.standing_amount)
    return game.code(action) if action in game.legal_actions(position) else None


async def set_premove(
    tables: Tables, table_id: str, seat: int, frame: int, code: str, amount: int | None
) -> Table:
    """Set a premove, with reference to one of the seat's frames; refuse if it has ended since."""
    return await _store(tables, table_id, seat, _wanted, seat, frame, code, amount)


async def drop(tables: Tables, table_id: str, seat: int) -> Table:
    """Remove a seat's premove."""
    return await _store(tables, table_id, seat, _none)


def _none(table: Table) -> tuple[str, int, int]:
    return "", 0, -1


def _wanted(
    table: Table, seat: int, frame: int, code: str, amount: int | None
) -> tuple[str, int, int] | None:
    """Return the code, amount and event of a premove to store; None if it was just played."""
    check_running(table)
    check_present(table, seat)
    row = table.game.spec.questions.premoves.get(code)
    if row is None or script.lesson_of(table):
        raise Refusal(422, say("This game has no such premove."))
    frames = table.playing.frames(seat)
    if not 0 <= frame < len(frames):
        raise Refusal(404, say("There is no frame {n}.", n=frame))
    if not _is_valid(table.playing, row, seat, frames[frame]):
        if _was_given(table.playing, seat, frames[frame]):
            return None  # a repeated request
        if frame < len(frames) - 1:
            raise Stale(table, seat)
        raise Refusal(409, say("You can't set that premove now."))
    return code, _checked(_amounts(table, row, seat), amount), frames[frame]


async def forget(tables: Tables, table: Table) -> None:
    """Delete the mover's premove from the store if it is no longer valid."""
    turn = table.row.turn
    if turn is not None and table.seats[turn].standing and current(table, turn) is None:
        await tables.store.set_premove(table.seats[turn], "")


async def _store(
    tables: Tables,
    table_id: str,
    seat: int,
    make: Callable[..., tuple[str, int, int] | None],
    *values: Any,
) -> Table:
    """Store the premove ``make(table, *values)``; try again if the seat changes meanwhile."""
    for _ in range(TRIES):
        table = await tables.load(table_id)
        premove = make(table, *values)
        if premove is None:
            return table
        if await tables.store.set_premove(table.seats[seat], *premove):
            table = await tables.load(table_id)
            if answer(table) is not None:
                tables.on_bot_turn(table_id)
            return table
    raise busy()


def _row(table: Table, place: SeatRow) -> PremoveSpec | None:
    """Return the specification of a seat's premove, if it is still valid."""
    if not place.standing or place.stand_in or table.row.status != RUNNING:
        return None
    row, log = table.game.spec.questions.premoves.get(place.standing), table.playing
    if row is None:
        return None
    seat, since = place.seat, place.standing_since
    key = log.last, seat, row.code, since
    return row if PREMOVES.get(log, key, _is_valid, log, row, seat, since) else None


def _is_valid(log: GameLog, row: PremoveSpec, seat: int, since: int) -> bool:
    """Return whether the occasion is unchanged since an event, and the seat saw no undo."""
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
    """Return whether a premove of the seat has been played since an event."""
    events = (step.event for step in log.steps[since + 1 :])
    return any(event.seat == seat and event.actor == PREMOVE for event in events)


def _ends_with_it(game: Game, position: Position, row: PremoveSpec, seat: int) -> bool:
    """Return whether the premove would only answer the seat's pending question."""
    question, tables = game.spec.questions.row(position.fields), game.tables
    if position.to_move != seat or question is None or row not in question.premoves or row.amounts:
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
