"""The check of a stack of questions: which may lie on which, and about which things."""

from __future__ import annotations

from itertools import pairwise

from proa.engine.core.fields import writable
from proa.engine.messages import Message
from proa.games.borabora import state as at
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import say
from proa.games.borabora.rules.flow import needs_no_answer
from proa.games.borabora.state import PendingQuestion, State

ACTIONS = frozenset({at.EXPAND, at.PERSON, at.HELPER, at.TEMPLE, at.BUILD})
"""What a die asks first."""
USES = frozenset({at.EXPAND, at.PERSON, at.BUILD, at.MATERIAL, at.CARDS, at.HUTS, at.GAIN})
"""What a type of men or women asks first."""

FIRST = {
    at.FIRST_HUT: {at.FIRST_HUT, at.RESOURCE, at.SPACE},
    at.PLACE: {at.PLACE, *ACTIONS, at.ASK_RED, at.SITE, at.STEP},
    at.TASK: {at.TASK, at.ASK_YELLOW},
}
"""The possible lowest questions, by phase; a phase that is missing here has only its own
question."""

BEFORE = {
    at.HUT: {at.RESOURCE},
    at.RESOURCE: {at.ASK_RED},
    at.SPACE: {at.ASK_RED, at.HELPER, at.MATERIAL},
    at.ASK_WHITE: ACTIONS,
    at.ASK_BLUE: ACTIONS | {at.ASK_WHITE},
    at.DRAW: {at.HELPER, at.STEP, at.CARDS},
    at.OPEN: {at.HELPER, at.STEP, at.CARDS},
    at.GIFT: {at.STEP},
    at.ASK_GREEN: USES,
    at.ASK_YELLOW: {at.FINAL},
    **{use: {at.PEOPLE} for use in USES | {at.ASK_RED, at.SITE, at.STEP}},
}
"""The questions that each question can lie on; it is answered before they go on."""


def check_pending(rules: Tables, state: State) -> Message | None:
    """Return why the questions can't be stacked like this, or None."""
    pile = list(state.question[: state.depth])
    kinds = [question.kind for question in pile]
    if kinds[0] not in FIRST.get(state.phase, {state.phase}):
        return _misplaced(kinds[0])
    for lower, upper in pairwise(kinds):
        if lower not in BEFORE.get(upper, ()) and not _first_hut(state, lower, upper):
            return _misplaced(upper)
    # Each God helps at its own time (BB-16.8).
    of_phase = {at.ASK_BLUE: at.PLACE, at.ASK_WHITE: at.PLACE, at.ASK_GREEN: at.PEOPLE}
    if any(of_phase.get(kind, state.phase) != state.phase for kind in kinds):
        return _misplaced(kinds[-1])
    if at.ASK_GREEN in kinds and state.green:
        return say("green_used: a Green God can be used once per turn")
    return next((why for each in pile if (why := _about(state, each))), None) or _why_not_stopped(
        rules, state, pile[-1]
    )


def _misplaced(kind: int) -> Message:
    return say("pending: {question} can't be asked there", question=at.QUESTIONS[kind])


def _first_hut(state: State, lower: int, upper: int) -> bool:
    return state.phase == at.FIRST_HUT and lower == at.RESOURCE and upper == at.HUT


def _about(state: State, question: PendingQuestion) -> Message | None:
    """Return why a question can't have these arguments, or None."""
    kind, a, me = question.kind, question.a, state.player[state.mover]
    if kind in (at.RESOURCE, at.ASK_RED) and not (
        me.regions >> a & 1 and state.owner[a] == state.mover
    ):
        return say("pending: the new hut must be in the region")
    if kind == at.RESOURCE and bool(question.b) != (state.phase == at.FIRST_HUT):
        return say("pending: only the first hut must take the resource")
    if kind == at.SITE and me.building[a] != at.NONE:
        return say("pending: the tile is built already")
    if kind == at.ASK_YELLOW and a not in me.task:
        return say("pending: the task must be on the player board")
    return None


def _why_not_stopped(rules: Tables, state: State, question: PendingQuestion) -> Message | None:
    """Return why the game would not stop at the current question, or None."""
    if question.kind >= at.FIRST_CHANCE or not needs_no_answer(rules, writable(state)):
        return None
    return say(
        "pending: nothing is left to ask for {question}", question=at.QUESTIONS[question.kind]
    )
