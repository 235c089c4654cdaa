"""What a choice would do: by code, a title, what follows in words, and points for every seat.

``short`` and ``brief`` are for small places: an action tile, a button; ``gods`` are those that
a choice can't do without, ``lights`` the ids of what it reaches on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from proa.engine.crossing import Preview
from proa.engine.words import Message
from proa.games.borabora import actions as act
from proa.games.borabora.board import prospects
from proa.games.borabora.board.goals import held
from proa.games.borabora.board.placing import placement
from proa.games.borabora.forms import HeldGoal, Prospect, Told
from proa.games.borabora.saying import say

if TYPE_CHECKING:
    from proa.games.borabora.position import Game, Position

_TELL: dict[int, Callable[..., Told]] = {
    act.NO: prospects.nothing,
    act.CARD: prospects.payment,
    act.PAIR: prospects.payment,
    act.TILE: prospects.payment,
    act.PLACE: placement,
    act.REGION: prospects.region,
    act.NORMAL: prospects.hut,
    act.LAST: prospects.hut,
    act.TAKE: prospects.resource,
    act.POSITION: prospects.person,
    act.MAN: prospects.person,
    act.SHIFT: prospects.shifted,
    act.TATTOO: prospects.shifted,
    act.POINT: prospects.point,
    act.OFFERING: prospects.offering,
    act.DECK: prospects.card,
    act.OPEN: prospects.card,
    act.MATERIAL: prospects.material,
    act.MOVE: prospects.moved_hut,
    act.TEMPLE: prospects.priest,
    act.BUILD: prospects.building,
    act.SITE: prospects.site,
    act.SPACE: prospects.space,
    act.STATUS: prospects.step,
    act.SHELL: prospects.step,
    act.USE: prospects.use,
    act.BUY: prospects.jewel,
    act.COMPLETE: prospects.completed,
    act.YELLOW: prospects.with_yellow,
    act.SURRENDER: prospects.surrendered,
    act.CHOOSE: prospects.new_task,
}
"""What tells of each action."""


def previews(game: Game, position: Position) -> Mapping[str, Preview]:
    """By code, for every legal choice: ``title, text, lines, deltas``, and the short forms."""
    now = _standing(game, position)
    return {
        game.code(action): _preview(game, position, action, now)
        for action in game.legal_actions(position)
    }


def _preview(game: Game, position: Position, action: int, now: _Standing) -> Prospect:
    what = act.ROWS[action].first
    after = game.play(position, action, chance=False)
    told: Told = {"gods": [], "lights": [], **_TELL[what](game, position, action, after)}
    if what != act.PLACE:
        told["lines"] = [*told["lines"], *_tasks(game, now, after)]
    deltas = [new - old for new, old in zip(game.scores(after), now.scores, strict=True)]
    return {"deltas": deltas, **told}


class _Standing(NamedTuple):
    """How the mover stands now."""

    scores: list[int]
    seat: int
    tasks: dict[str, HeldGoal]


def _standing(game: Game, position: Position) -> _Standing:
    seat = position.fields.mover
    return _Standing(game.scores(position), seat, _held(game, position, seat))


def _held(game: Game, position: Position, seat: int) -> dict[str, HeldGoal]:
    return {goal["task"]: goal for goal in held(game, position.fields, seat, seat)}


def _tasks(game: Game, now: _Standing, after: Position) -> list[Message]:
    """Tasks that would be nearer or further than now."""
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
