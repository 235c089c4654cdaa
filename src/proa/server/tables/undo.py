"""Undo and redo."""

from __future__ import annotations

from proa.engine.messages import say
from proa.server.config.settings import Settings
from proa.server.errors import Code, Refusal
from proa.server.store.rows import Event
from proa.server.store.tables import Change
from proa.server.tables.events import BY_HAND
from proa.server.tables.game_log import GameLog, Played
from proa.server.tables.play import played, state
from proa.server.tables.table import Table, check_frame, check_present
from proa.server.tables.tables import Tables


async def take_back(
    tables: Tables,
    table_id: str,
    seat: int,
    frame: int,
    read: Table | None = None,
    whole: bool = False,
) -> Table:
    """Undo the seat's last action; with ``whole`` as much of the turn as possible."""
    limits = tables.settings
    return await tables.change(table_id, _taken_back, seat, frame, whole, limits, read=read)


def _taken_back(
    table: Table, now: float, seat: int, frame: int, whole: bool, limits: Settings
) -> Change | None:
    log = table.playing
    frames = log.frames(seat)
    newer = frames[frame + 1 :] if frame >= 0 else []
    if newer and all(_is_undo(log.steps[number].event, seat) for number in newer):
        return None  # a repeated request
    check_frame(table, seat, frame)
    check_present(table, seat)
    _check_allowed(table)
    ahead, events = log.fork(), list[Event]()
    while (whole or not events) and ahead.undoable(seat):
        try:
            _check_undos(limits, ahead, seat)
        except Refusal:
            if events:
                break  # as much of the turn as may still be undone
            raise
        events += filter(None, [ahead.undo(seat, now)])
    if not events:
        raise Refusal(409, say("There is nothing of yours to undo."), Code.NOTHING_TO_UNDO)
    return Played(events, state(table, ahead, now, events), ahead=ahead)


async def play_again(
    tables: Tables, table_id: str, seat: int, frame: int, read: Table | None = None
) -> Table:
    """Redo what was undone last."""
    return await tables.change(table_id, _redone, seat, frame, read=read)


def _redone(table: Table, now: float, seat: int, frame: int) -> Change | None:
    if _is_redone(table.playing, seat, frame):
        return None  # a repeated request
    check_frame(table, seat, frame)
    check_present(table, seat)
    _check_allowed(table)
    code = table.playing.redoable(seat)
    if code is None:
        raise Refusal(409, say("There is nothing to redo."), Code.NOTHING_TO_UNDO)
    return played(table, [code], BY_HAND, seat, now)


def _is_redone(log: GameLog, seat: int, frame: int) -> bool:
    """Return whether the seat has already redone what it could at ``frame``."""
    frames = log.frames(seat)
    if not 0 <= frame < len(frames) - 1:
        return False
    event = log.steps[frames[frame + 1]].event
    is_own = (event.kind, event.seat, event.actor) == ("action", seat, BY_HAND)
    return is_own and log.steps[event.number - 1].redo[-1:] == (event.code,)


def _check_allowed(table: Table) -> None:
    if not table.row.undo:
        raise Refusal(409, say("This table was opened without undo."))


def _check_undos(limits: Settings, log: GameLog, seat: int) -> None:
    """Refuse at the limits on undo events, which lengthen the log. Each redo needs an undo, so it
    needs no own limit."""
    in_game = in_turn = 0
    is_turn = True
    for step in reversed(log.steps):
        is_turn = is_turn and not (step.event.kind == "action" and step.event.seat != seat)
        in_game += _is_undo(step.event, seat)
        in_turn += is_turn and _is_undo(step.event, seat)
    if in_turn >= (most := limits.undos_a_turn):
        why = say("You have undone {n} times in this turn. Please play on.", n=most)
        raise Refusal(409, why, limit="undos_a_turn")
    if in_game >= (most := limits.undos_a_game):
        why = say("You have undone {n} times in this game, the maximum.", n=most)
        raise Refusal(409, why, limit="undos_a_game")


def _is_undo(event: Event, seat: int) -> bool:
    return event.kind == "undo" and event.seat == seat
