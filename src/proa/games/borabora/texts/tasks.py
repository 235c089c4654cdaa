"""15. Phase C: tasks; 17. the last three."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import QuestionTexts, Refusal
from proa.engine.core.view_types import note
from proa.engine.messages import Message
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.tasks import COMPLETE_POINTS, YELLOW_POINTS
from proa.games.borabora.texts import names
from proa.games.borabora.texts.answers import STOPS, Chosen, choice, effect, mover, no
from proa.games.borabora.texts.goals import goal, progress
from proa.games.borabora.texts.gods import needs_god
from proa.games.borabora.view_types import PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position, Questions

_WHOLE, _HELPED = names.points(COMPLETE_POINTS), names.points(YELLOW_POINTS)


def _lacks(game: Game, position: Position) -> dict[int, int]:
    """Return how many items each task of the mover lacks."""
    state, found = position.fields, {}
    for task in mover(position).task:
        if task != at.NONE:
            needs = progress(game.tables, state, state.mover, task, True)
            found[task] = sum(max(count - (has or 0), 0) for has, count in needs)
    return found


def _incomplete(game: Game, position: Position) -> list[Refusal]:
    return [
        (
            act.COMPLETE + task,
            plural("{n} item is missing.", "{n} items are missing.", lacks),
            "BB-15.8",
        )
        for task, lacks in _lacks(game, position).items()
    ]


def _not_now(game: Game, position: Position) -> list[Refusal]:
    refused, lacks = _incomplete(game, position), _lacks(game, position)
    if 0 in lacks.values():
        reason = say("A task is complete, so you must score one.")
        refused += [(act.SURRENDER + task, reason, "BB-15.4") for task in lacks]
    return refused


def _task(game: Game, position: Position, n: int) -> dict[str, Any]:
    return {"task": names.quoted_task(game.tables, n)}


def _completed(chosen: Chosen) -> PreviewText:
    task = names.requirement(chosen.rules, chosen.n)
    short = say("{points}, complete", points=_WHOLE)
    return effect(task, say("Scores {points}.", points=_WHOLE), task=task, short=short)


def _helped(chosen: Chosen) -> PreviewText:
    task = names.requirement(chosen.rules, chosen.n)
    return effect(
        task,
        say("Scores {points} although one item is missing.", points=_HELPED),
        needs_god(chosen.state, at.YELLOW),
        task=task,
        short=say("{points}, with a Yellow God", points=_HELPED),
        gods=["yellow"],
    )


def _given_up(chosen: Chosen) -> PreviewText:
    task = names.requirement(chosen.rules, chosen.n)
    return effect(
        say("Give up: {task}", task=task),
        say("It goes back to the box and scores nothing."),
        task=task,
        short=say("give up, {have}", have=_have(chosen.game, chosen.position, chosen.n)[0]),
    )


def _chosen(chosen: Chosen) -> PreviewText:
    """Tell the mover's progress with an open task."""
    task = names.requirement(chosen.rules, chosen.n)
    have, done = _have(chosen.game, chosen.position, chosen.n)
    ready = say("It is already complete.") if done else None
    return effect(task, say("You have {have}.", have=have), ready, task=task, short=have)


def _have(game: Game, position: Position, task: int) -> tuple[Message, bool]:
    """Return the mover's progress with a task, and whether it is complete."""
    seat = position.fields.mover
    found = goal(game, position.fields, seat, task, seat)
    return say("{have} of {need}", have=found["have"], need=found["need"]), found["done"]


_HINT = say(
    "Complete: {whole}. With one item missing and a Yellow God: {helped}.",
    whole=_WHOLE,
    helped=_HELPED,
)
_COMPLETE = choice(
    act.COMPLETE,
    say("Complete {task}: {points}", points=_WHOLE),
    say("{seat} completes {task}: {points}.", points=_WHOLE),
    _completed,
    _task,
) | choice(
    act.YELLOW,
    say("With a Yellow God complete {task}: {points}", points=_HELPED),
    say("{seat} uses a Yellow God for {task}."),
    _helped,
    _task,
)

QUESTIONS: Questions = {
    at.TASK: QuestionTexts(
        ask=say("Complete one of your tasks, or give one up if none is complete."),
        others=say("{seat} is handling a task."),
        hint=_HINT,
        note=note(
            "task",
            say("One task every round"),
            say(
                "A complete task scores 6; one with a single item missing scores 4 with a Yellow "
                "God. If none is complete, you give one up."
            ),
            "BB-15.1",
        ),
        refusals=_not_now,
        answers=_COMPLETE
        | choice(
            act.SURRENDER, say("Give up {task}"), say("{seat} gives up {task}."), _given_up, _task
        ),
    ),
    at.NEW_TASK: QuestionTexts(
        ask=say("Choose a new task."),
        others=say("{seat} is choosing a new task."),
        hint=say("Each shows your progress."),
        note=note(
            "new-task",
            say("Pick what suits you"),
            say(
                "Look for a task you are already close to. Each round you handle one of your three."
            ),
            "BB-15.10",
        ),
        answers=choice(
            act.CHOOSE, say("Take {task}"), say("{seat} takes the task {task}."), _chosen, _task
        ),
    ),
    at.FINAL: QuestionTexts(
        ask=say("Complete your remaining tasks."),
        others=say("{seat} is handling the last tasks."),
        hint=_HINT,
        note=note(
            "final",
            say("The last three"),
            say("You may still complete all three, each with its own Yellow God if needed."),
            "BB-17.1",
        ),
        refusals=_incomplete,
        only_answer=lambda game, position, action: (
            say("You can't complete any of these tasks.") if action == act.NO else None
        ),
        answers=no(say("Leave the rest"), say("Your other tasks score nothing."), STOPS)
        | _COMPLETE,
    ),
}
