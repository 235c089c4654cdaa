"""Answers and their previews; those that several questions have: to decline or stop, an offering, a
God card, a material, a hut that moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from proa.engine.core.position import cached
from proa.engine.core.texts import AnswerTexts
from proa.engine.messages import Message
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.components import Tables
from proa.games.borabora.mat_types import HeldGoal
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.materials import free_spaces as free_for
from proa.games.borabora.rules.persons import free_normal_spaces
from proa.games.borabora.state import Player, State
from proa.games.borabora.texts import names
from proa.games.borabora.texts.goals import held
from proa.games.borabora.view_types import More, PreviewText, Prospect

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position

    Label = Message | Callable[[Game, Position, int], Message]
    Story = Message | Callable[[Game, Position, int, Position], Message | list[Message]] | None
    Values = Callable[[Game, Position, int], Mapping[str, Any]]

Answer = AnswerTexts[Any, Any]


class Chosen(NamedTuple):
    """A choice, by its index in its row of actions, and the position after it, before chance."""

    game: Game
    position: Position
    n: int
    after: Position

    @property
    def rules(self) -> Tables:
        """Return the tables of the game."""
        return self.game.tables

    @property
    def state(self) -> State:
        """Return the fields of the position."""
        return self.position.fields

    @property
    def me(self) -> Player:
        """Return what belongs to the mover."""
        return mover(self.position)

    @property
    def then(self) -> Player:
        """Return what will belong to the mover."""
        return self.after.fields.player[self.position.fields.mover]


def mover(position: Position) -> Player:
    """Return what belongs to the mover."""
    return position.fields.player[position.fields.mover]


def effect(
    title: Message | str, text: Message | str, *lines: Message | None, **more: Unpack[More]
) -> PreviewText:
    """Return the effect of a choice in words, without the lines that are None."""
    return {"title": title, "text": text, "lines": [line for line in lines if line], **more}


def choice(
    first: int,
    label: Label,
    story: Story,
    effect: Callable[[Chosen], PreviewText],
    values: Values | None = None,
) -> dict[int, Answer]:
    """Return what is said of a row of actions."""

    def preview(game: Game, position: Position, n: int) -> Prospect:
        now, after = _now(game, position), game.play(position, first + n, chance=False)
        found: PreviewText = {"gods": [], "lights": [], **effect(Chosen(game, position, n, after))}
        if first != act.PLACE:
            found["lines"] = [*found["lines"], *_nearer(game, now, after)]
        deltas = [new - old for new, old in zip(game.scores(after), now.scores, strict=True)]
        return {"deltas": deltas, **found}

    return {first: AnswerTexts(label, story, preview=preview, values=values)}


class _Now(NamedTuple):
    """The scores and the mover's tasks before the choice."""

    scores: list[int]
    seat: int
    tasks: dict[str, HeldGoal]


@cached
def _now(game: Game, position: Position) -> _Now:
    seat = position.fields.mover
    return _Now(game.scores(position), seat, _held(game, position, seat))


def _held(game: Game, position: Position, seat: int) -> dict[str, HeldGoal]:
    return {goal["task"]: goal for goal in held(game, position.fields, seat, seat)}


def _nearer(game: Game, now: _Now, after: Position) -> list[Message]:
    """Return the tasks whose progress would change."""
    lines = []
    for name, goal in _held(game, after, now.seat).items():
        old = now.tasks.get(name)
        if old is None or old["have"] == goal["have"]:
            continue
        if goal["done"]:
            lines.append(say("Task ready: {task}", task=goal["text"]))
        else:
            values = {"task": goal["text"], "have": goal["have"], "need": goal["need"]}
            lines.append(say("Task “{task}”: {have} of {need}", **values))
    return lines


# -- to decline ------------------------------------------------------------------------------


def no(
    label: Message,
    text: Message | Callable[[Game, Position], Message],
    story: Message | None = None,
    title: Message | None = None,
) -> dict[int, Answer]:
    """Return the answer that declines or ends something; ``text`` says what becomes of it."""

    def told(chosen: Chosen) -> PreviewText:
        found = text(chosen.game, chosen.position) if callable(text) else text
        return effect(title or label, found)

    return choice(act.NO, label, story, told)


STOP = say("Stop")
NO_MORE = say("You take no more.")
STOPS = say("{seat} stops.")
NO = no(STOP, NO_MORE, STOPS)

# -- what one then has -----------------------------------------------------------------------


def points_left(chosen: Chosen) -> Message | None:
    """Return the Helper points left after a trade."""
    state = chosen.after.fields
    for question in reversed(state.question[max(state.depth - 2, 0) : state.depth]):
        if question.kind == at.HELPER:
            return plural("{n} Helper point left.", "{n} Helper points left.", question.b)
    return None


def offerings_then(chosen: Chosen) -> Message:
    """Return how many offerings the mover will have."""
    n = chosen.then.offerings
    return plural("You then have {n} offering.", "You then have {n} offerings.", n)


def shells_then(chosen: Chosen) -> Message:
    """Return how many shells the mover will have."""
    return plural("You then have {n} shell.", "You then have {n} shells.", chosen.then.shells)


def free_spaces(rules: Tables, me: Player) -> int:
    """Return the number of spaces where a person could lie (BB-5.6)."""
    return free_normal_spaces(rules, me) + int(me.last == 0 and me.closed == 0)


def spaces_then(chosen: Chosen) -> Message:
    """Return how many spaces the mover will have for people."""
    return plural(
        "You then have {n} free space for people.",
        "You then have {n} free spaces for people.",
        free_spaces(chosen.rules, chosen.then),
    )


def status_then(chosen: Chosen) -> Message:
    """Return what the status track will bring the mover."""
    points = names.points(chosen.rules.status_points[chosen.then.steps])
    rank = list(chosen.after.fields.status).index(chosen.state.mover) + 1
    return say("Status: {points} this round, place {rank}.", points=points, rank=rank)


def place_for(chosen: Chosen, material: int) -> Message:
    """Return on how many ceremony spaces a material could be placed."""
    free = free_for(chosen.rules, chosen.me, material).bit_count()
    if not free:
        return say("No space is free for it: it stays next to your board for good.")
    return plural("{n} space for it is free.", "{n} spaces for it are free.", free)


# -- goods -----------------------------------------------------------------------------------

_HELPS = (
    say("Lets you place a die that isn't lower. Everyone will know you have it."),
    say("Lets a die act as a 6. Everyone will know you have it."),
    say("Scores a fish when you expand. Everyone will know you have it."),
    say("Doubles one use in phase B. Everyone will know you have it."),
    say("Replaces one missing item of a task. Everyone will know you have it."),
)
"""By God."""


def _taken(chosen: Chosen) -> PreviewText:
    title = say("Take {resource}", resource=names.resource(chosen.n))
    return effect(title, place_for(chosen, chosen.n), points_left(chosen))


OFFERING = choice(
    act.OFFERING,
    say("Take an offering"),
    say("{seat} takes {thing}.", thing=names.RESOURCE["offering"]),
    lambda chosen: effect(say("An offering"), offerings_then(chosen), points_left(chosen)),
)
CARDS = choice(
    act.DECK,
    say("Draw a God card"),
    say("{seat} draws from the pile."),
    lambda chosen: effect(
        say("A hidden God card"),
        say("From the draw pile: only you will know which."),
        points_left(chosen),
    ),
) | choice(
    act.OPEN,
    lambda game, position, n: say("Take the open God card: {god}", god=names.god(n)),
    lambda game, before, n, after: say("{seat} takes an open God card: {god}.", god=names.god(n)),
    lambda chosen: effect(names.god(chosen.n), _HELPS[chosen.n], points_left(chosen)),
)
MATERIAL = choice(
    act.MATERIAL,
    lambda game, position, n: say("Take {resource}", resource=names.resource(n)),
    lambda game, before, n, after: say("{seat} takes {thing}.", thing=names.resource(n)),
    _taken,
)
MOVE = choice(
    act.MOVE,
    say("Move a hut to the 12th space"),
    say("{seat} moves a hut to the 12th space."),
    lambda chosen: effect(say("A hut to the 12th space"), spaces_then(chosen), points_left(chosen)),
)
