"""Playing: a decision, its automatic consequences, and the table's new state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proa.engine.errors import IllegalAction
from proa.engine.messages import say
from proa.server.errors import Code, Refusal
from proa.server.store.rows import BOT, OVER, RUNNING, Event
from proa.server.store.tables import Change
from proa.server.tables import clocks, proof, reveal_guard, script
from proa.server.tables.events import BY_HAND, LONE, everybody
from proa.server.tables.game_log import GameLog, Played
from proa.server.tables.table import Stale, Table, check_present, check_running
from proa.server.tables.tables import Tables

MOST_CODES = 100
"""Maximal number of actions in one request."""


async def act(
    tables: Tables,
    table_id: str,
    seat: int,
    frame: int,
    codes: Sequence[str],
    read: Table | None = None,
    forced: bool = False,
) -> Table:
    """Play codes for a person at ``seat``, who has seen ``frame``.

    A repeated request is answered like the first; an outdated one raises :class:`Stale`. With
    ``forced`` the page plays an answer without alternative: undo takes it back with the choice
    before it.
    """
    if not 0 < len(codes) <= MOST_CODES:
        raise Refusal(422, say("You can play 1 to {n} choices at once.", n=MOST_CODES))

    return await tables.change(table_id, _answered, seat, frame, codes, forced, read=read)


def _answered(
    table: Table, now: float, seat: int, frame: int, codes: Sequence[str], forced: bool = False
) -> Change | None:
    log = table.playing
    frames = log.frames(seat)
    if frame != len(frames) - 1:
        if _repeats(log, frames, seat, frame, codes):
            return None
        raise Stale(table, seat)
    check_running(table)
    check_present(table, seat)
    is_lone = forced and list(codes) == [forced_answer(table, seat)]
    return played(table, codes, LONE if is_lone else BY_HAND, seat, now)


def forced_answer(table: Table, seat: int) -> str | None:
    """Return the only answer of a person who plays bots alone; None if they have a choice."""
    log = table.playing
    is_asked = table.is_against_bots and log.position().to_move == seat
    return log.only_answer() if is_asked else None


def played(table: Table, codes: Sequence[str], actor: str, seat: int, now: float) -> Change:
    """Return the change that playing ``codes`` makes; refuse illegal ones.

    Stop before a code that fails for a reason the seat could not foresee: refusing would reveal it.
    """
    log = table.playing.fork()
    events: list[Event] = []
    if log.position().to_move != seat:
        raise Refusal(409, say("It is not your turn."), Code.NOT_YOUR_TURN)
    if len(codes) > 1:
        reveal_guard.check_in_a_row(table.game, log.position(), seat, codes)
    for number, code in enumerate(codes, 1):
        before = log.position()
        script.check(table, log, code)
        try:
            events.append(log.play(code, actor, now))
        except IllegalAction as error:
            if events:
                break
            raise Refusal(422, error.message, Code.ILLEGAL) from None
        after = log.position()
        if number == len(codes) or events[-1].outcomes:
            break
        if reveal_guard.reveals_more(table.game, before, code, after, seat):
            break
    return followed(table, log, events, now)


def begun(table: Table, nonces: Sequence[str], now: float) -> Change:
    """Return the change that starts the game."""
    row, game = table.row, table.game
    if (row.rules_version, row.edition_hash) != (game.spec.rules_version, game.edition_hash):
        raise Refusal(409, say("The rules have changed since this table was opened."))
    seed = proof.seed(row.server_part, nonces)
    log = GameLog(game, row.players, seed, row.start)
    events = [log.start_event(now)]
    log.extend(events)
    return followed(table, log, events, now)


def followed(table: Table, log: GameLog, events: list[Event], now: float) -> Played:
    """Return the change of ``events`` with its automatic consequences: lone answers, the end.

    ``log`` has played ``events``. At a lesson's table the script decides.
    """
    while True:
        position = log.position()
        if position.is_over:
            events.append(log.end_event(now))
            break
        code, actor = _automatic(table, log)
        if code is None:
            break
        events.append(log.play(code, actor, now))
    return Played(events, state(table, log, now, events), ahead=log)


def _automatic(table: Table, log: GameLog) -> tuple[str | None, str]:
    """Return the code that is played without asking, with its actor; None if a seat is asked."""
    if cue := script.cue(table, log):
        return (None if cue.is_asked or not cue.codes else cue.codes[0]), script.ACTOR
    place = table.seats[log.position().to_move]
    return (None if place.kind == BOT or place.stand_in else log.lone_answer()), LONE


def state(table: Table, log: GameLog, now: float, events: Sequence[Event] = ()) -> dict[str, Any]:
    """Return the columns of a table that follow from its log, after a change by ``events``.

    Hidden decisions in a row leave the columns unchanged: else the clock would reveal them.
    """
    row, position = table.row, log.position()
    if position.is_over:
        return {"status": OVER, "turn": None, "due": None, "pause": None}
    values = {"status": RUNNING, "turn": position.to_move}
    everyone = everybody(row.players)
    is_hidden = bool(events) and not any(event.seen == everyone for event in events)
    if is_hidden and position.to_move == row.turn:
        return values | {"due": row.due, "touched": row.touched}
    return values | clocks.after(table, log, now, events)


def _repeats(
    log: GameLog, frames: Sequence[int], seat: int, frame: int, codes: Sequence[str]
) -> bool:
    """Return whether the seat's own ``codes`` followed ``frame``."""
    if not 0 <= frame < len(frames) - 1:
        return False
    played: list[str] = []
    for number in frames[frame + 1 :]:
        event = log.steps[number].event
        if event.kind != "action" or event.seat != seat or event.actor not in (BY_HAND, LONE):
            break
        played.append(event.code)
    return played[: len(codes)] == list(codes)
