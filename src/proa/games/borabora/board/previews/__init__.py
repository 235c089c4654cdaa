"""Previews of choices, by code: a title, the effect in words, and points for every seat.

``short`` and ``brief`` are for small places: an action tile, a button. ``gods`` are the Gods that a
choice needs, ``lights`` the ids of what it reaches on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from proa.engine.core.view_types import Preview
from proa.engine.messages import Message
from proa.games.borabora import actions as act
from proa.games.borabora.board.goals import held
from proa.games.borabora.board.previews import choices
from proa.games.borabora.board.previews.placing import placement
from proa.games.borabora.messages import say
from proa.games.borabora.view_types import HeldGoal, PreviewText, Prospect

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position

_PREVIEWS: dict[int, Callable[..., PreviewText]] = {
    act.NO: choices.nothing,
    act.CARD: choices.payment,
    act.PAIR: choices.payment,
    act.TILE: choices.payment,
    act.PLACE: placement,
    act.REGION: choices.region,
    act.NORMAL: choices.hut,
    act.LAST: choices.hut,
    act.TAKE: choices.resource,
    act.POSITION: choices.person,
    act.MAN: choices.person,
    act.SHIFT: choices.shifted,
    act.TATTOO: choices.shifted,
    act.POINT: choices.point,
    act.OFFERING: choices.offering,
    act.DECK: choices.card,
    act.OPEN: choices.card,
    act.MATERIAL: choices.material,
    act.MOVE: choices.moved_hut,
    act.TEMPLE: choices.priest,
    act.BUILD: choices.building,
    act.SITE: choices.site,
    act.SPACE: choices.space,
    act.STATUS: choices.step,
    act.SHELL: choices.step,
    act.USE: choices.use,
    act.BUY: choices.jewel,
    act.COMPLETE: choices.completed,
    act.YELLOW: choices.with_yellow,
    act.SURRENDER: choices.surrendered,
    act.CHOOSE: choices.new_task,
}
"""The function that describes each action."""


def previews(game: Game, position: Position) -> Mapping[str, Preview]:
    """Return previews of all legal choices by code: ``title, text, lines, deltas``, and the short
    forms."""
    now = _scores(game, position)
    return {
        game.code(action): _preview(game, position, action, now)
        for action in game.legal_actions(position)
    }


def _preview(game: Game, position: Position, action: int, now: _Scores) -> Prospect:
    what = act.ROWS[action].first
    after = game.play(position, action, chance=False)
    sentences: PreviewText = {
        "gods": [],
        "lights": [],
        **_PREVIEWS[what](game, position, action, after),
    }
    if what != act.PLACE:
        sentences["lines"] = [*sentences["lines"], *_tasks(game, now, after)]
    deltas = [new - old for new, old in zip(game.scores(after), now.scores, strict=True)]
    return {"deltas": deltas, **sentences}


class _Scores(NamedTuple):
    """The mover's scores and tasks before the choice."""

    scores: list[int]
    seat: int
    tasks: dict[str, HeldGoal]


def _scores(game: Game, position: Position) -> _Scores:
    seat = position.fields.mover
    return _Scores(game.scores(position), seat, _held(game, position, seat))


def _held(game: Game, position: Position, seat: int) -> dict[str, HeldGoal]:
    return {goal["task"]: goal for goal in held(game, position.fields, seat, seat)}


def _tasks(game: Game, now: _Scores, after: Position) -> list[Message]:
    """Return the tasks whose progress would change."""
    lines = []
    for name, goal in _held(game, after, now.seat).items():
        old = now.tasks.get(name)
        if old is None or old["have"] == goal["have"]:
            continue
        values = {"task": goal["text"], "have": goal["have"], "need": goal["need"]}
        if goal["done"]:
            lines.append(say("Task ready: {task}", **values))
        else:
            lines.append(say("Task “{task}”: {have} of {need}", **values))
    return lines
