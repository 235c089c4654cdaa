"""The script of a lesson: what it plays at its table, which answers it takes, what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proa.engine.core.game import Game
from proa.engine.core.lesson import Cue, Lesson
from proa.engine.core.position import Position
from proa.engine.messages import say
from proa.server.errors import Code, Refusal
from proa.server.store.rows import PERSON, Event, SeatRow
from proa.server.tables.events import line
from proa.server.tables.game_log import GameLog
from proa.server.tables.table import Table

LEVEL = "lesson"
"""The level of the seats that follow the script: it marks the table of a lesson."""
ACTOR = "lesson"
"""The actor of what the script plays."""


def is_lesson(seats: Sequence[SeatRow]) -> bool:
    """Return whether these are the seats of a lesson's table."""
    return any(place.level == LEVEL for place in seats)


def lesson_of(table: Table) -> Lesson | None:
    """Return the lesson that is played at a table; None at others, and if the learner has left."""
    if not is_lesson(table.seats) or not isinstance(table.opened, Game):
        return None
    lesson = table.opened.spec.lesson
    return lesson if lesson and table.seats[lesson.seat].kind == PERSON else None


def cue(table: Table, log: GameLog) -> Cue | None:
    """Return what the script says now.

    None if there is no script, or if the log has left it, as one of an older lesson may have.
    """
    lesson = lesson_of(table)
    return lesson.cue(_codes(log.line())) if lesson else None


def _codes(events: Sequence[Event]) -> list[str]:
    return [event.code for event in events[1:]]


def check(table: Table, log: GameLog, code: str) -> None:
    """Refuse an answer that the lesson did not ask for, and say why."""
    lesson, now = lesson_of(table), cue(table, log)
    if lesson is None or now is None or code in now.codes:
        return
    if not now.codes:
        raise Refusal(409, say("The lesson ends here. Play on to go on with this game."), Code.OVER)
    values = _values(lesson, now.step, log.position())
    raise Refusal(409, {**lesson.steps[now.step].why, **values}, Code.NOT_NOW)


def on_page(table: Table, viewer: int, number: int) -> dict[str, Any] | None:
    """Return what the lesson says to its learner after event ``number``; None to others.

    While the script plays, it is what it said last.
    """
    lesson, log = lesson_of(table), table.playing
    if lesson is None or viewer != lesson.seat:
        return None
    events = line(step.event for step in log.steps[: number + 1])
    now = lesson.cue(_codes(events))
    if now is None:
        return None
    said: dict[str, Any] = {"step": now.step, "of": len(lesson.steps), "answer": None, "rule": ""}
    if not now.codes:
        return {**said, "text": lesson.end}
    asked = [at for at in range(len(events)) if lesson.cues[at].is_asked]
    if not asked:
        return {**said, "text": ""}
    step, before = lesson.steps[now.step], log.position(events[asked[-1]].number)
    said["text"] = {**step.text, **_values(lesson, now.step, before)}
    return {**said, "answer": now.codes[0] if now.is_asked else None, "rule": step.rule}


def _values(lesson: Lesson, step: int, position: Position) -> dict[str, Any]:
    game: Game = position.game
    return lesson.values(step, game.resample(position, lesson.seat, 0))
