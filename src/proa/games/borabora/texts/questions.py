"""The question of a position in one sentence, for each viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.game_spec import ALL
from proa.engine.messages import Message, seat
from proa.games.borabora import state as at
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import plural, say
from proa.games.borabora.state import PendingQuestion, State
from proa.games.borabora.texts import names
from proa.games.borabora.texts.labels import ASKED_GOD, asked

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


def ask(game: Game, position: Position, viewer: int) -> Message:
    """Return the question of the position as one sentence for a viewer."""
    state = position.fields
    if position.is_over:
        return _result(game, position)
    question = asked(state)
    if question.kind >= at.FIRST_CHANCE:
        return _chance(state, question.kind)
    if viewer in (state.mover, ALL):
        return _mine(game.tables, state, question)
    return _others(game.tables, state, question)


def _result(game: Game, position: Position) -> Message:
    winner = game.returns(position).index(1.0)
    points = names.points(game.scores(position)[winner])
    return say("{seat} wins with {points}.", seat=seat(winner), points=points)


def _chance(state: State, kind: int) -> Message:
    if kind == at.ROLL:
        return say("{seat} is rolling three dice.", seat=seat(state.mover))
    if kind == at.DRAW:
        return say("{seat} draws a God card.", seat=seat(state.mover))
    if kind == at.OPEN:
        return say("Revealing a God card.")
    return say("Laying out tiles.")


def _mine(rules: Tables, state: State, question: PendingQuestion) -> Message:
    kind, a, b = question.kind, question.a, question.b
    if kind in ASKED_GOD:
        return _god(rules, state, question)
    if kind == at.RESOURCE:
        resource = names.RESOURCE[at.RESOURCES[rules.region_resource[a]]]
        return say("Take {resource} from the new region?", resource=resource)
    if kind == at.EXPAND:
        return say("Expand where? A path {way} of up to {n}.", way=names.PATH[at.PATHS[a]], n=b)
    if kind == at.PERSON:
        text = ("Which woman? Positions 1 to {n}.", "Which man? Positions 1 to {n}.")
        return say(text[a], n=b)
    if kind == at.SPACE:
        return say("Where do you put the {resource}?", resource=names.RESOURCE[at.MATERIALS[a]])
    if kind == at.SITE:
        return say("Which two materials do you use for building {n}?", n=a + 1)
    if kind in _LEFT:
        return plural(*_LEFT[kind], b)
    return say(_MINE[kind], n=b)


_LEFT = {
    at.HELPER: ("Helper: {n} point to spend, or stop.", "Helper: {n} points to spend, or stop."),
    at.MATERIAL: ("Take {n} more material, or stop.", "Take up to {n} more materials, or stop."),
    at.CARDS: ("Take {n} more God card, or stop.", "Take up to {n} more God cards, or stop."),
    at.HUTS: ("Move {n} more hut, or stop.", "Move up to {n} more huts, or stop."),
}
_MINE = {
    at.FIRST_HUT: "Place your first hut in a region with a 1-point fish.",
    at.PLACE: "Place a die and take its action.",
    at.HUT: "Which hut do you place?",
    at.TEMPLE: "Which temple space? 1 to {n}.",
    at.BUILD: "Which building tile? 1 to {n}.",
    at.GIFT: "Fire Bonus: an offering or a God card?",
    at.STEP: "Fire Bonus: a status step or a shell?",
    at.PEOPLE: "Use one type of men and one type of women, or end your turn.",
    at.BUY: "Buy one jewelry tile, or pass.",
    at.TASK: "Complete one of your tasks, or give one up if none is complete.",
    at.NEW_TASK: "Choose a new task.",
    at.FINAL: "Complete your remaining tasks.",
}


def _god(rules: Tables, state: State, question: PendingQuestion) -> Message:
    kind, a, b = question.kind, question.a, question.b
    if kind == at.ASK_BLUE:
        return say("The die isn't lower: how do you pay for the Blue God?")
    if kind == at.ASK_WHITE:
        if a:
            return say("To use the die as a 6: how do you pay for the White God?")
        return say("Use a White God to use the die as a 6?")
    if kind == at.ASK_RED:
        fish = names.fish(rules, state.fish[a])
        return say("Use a Red God to score this fish now: {fish}?", fish=fish)
    if kind == at.ASK_GREEN:
        if a == at.ONE_MORE:
            return say("To use one more type: how do you pay for the Green God?")
        if a == at.DOUBLE:
            return say("Use a Green God to double this to {n}?", n=b)
        return say("To double it: how do you pay for the Green God?")
    return say("How do you pay for the Yellow God, for {task}?", task=names.quoted_task(rules, a))


def _others(rules: Tables, state: State, question: PendingQuestion) -> Message:
    who = seat(state.mover)
    kind = question.kind
    if kind in ASKED_GOD:
        god = names.GOD[list(names.GOD)[ASKED_GOD[kind]]]
        return say("{seat} may use a {god}.", seat=who, god=god)
    return say(_OTHERS.get(kind, "{seat} is taking an action."), seat=who)


_OTHERS = {
    at.FIRST_HUT: "{seat} is placing the first hut.",
    at.PLACE: "{seat} is placing a die.",
    at.HELPER: "{seat} is trading with the Helper.",
    at.EXPAND: "{seat} is expanding.",
    at.PERSON: "{seat} is taking a person.",
    at.TEMPLE: "{seat} is placing a priest.",
    at.BUILD: "{seat} is building.",
    at.GIFT: "{seat} is choosing a Fire Bonus.",
    at.STEP: "{seat} is choosing a Fire Bonus.",
    at.PEOPLE: "{seat} may use men and women.",
    at.BUY: "{seat} may buy jewelry.",
    at.TASK: "{seat} is handling a task.",
    at.NEW_TASK: "{seat} is choosing a new task.",
    at.FINAL: "{seat} is handling the last tasks.",
}
