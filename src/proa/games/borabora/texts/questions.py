"""What is asked of whom, in one sentence."""

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
    """What is asked of whom, as one sentence."""
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
        return say("{seat} rolls three dice.", seat=seat(state.mover))
    if kind == at.DRAW:
        return say("{seat} draws a God card.", seat=seat(state.mover))
    if kind == at.OPEN:
        return say("A God card is laid open.")
    return say("Tiles are laid out.")


def _mine(rules: Tables, state: State, question: PendingQuestion) -> Message:
    kind, a, b = question.kind, question.a, question.b
    if kind in ASKED_GOD:
        return _god(rules, state, question)
    if kind == at.RESOURCE:
        resource = names.RESOURCE[at.RESOURCES[rules.region_resource[a]]]
        return say("Take {resource} from the new region?", resource=resource)
    if kind == at.EXPAND:
        return say("Where to? A path {way} up to {n}.", way=names.PATH[at.PATHS[a]], n=b)
    if kind == at.PERSON:
        text = ("Which woman, up to position {n}?", "Which man, up to position {n}?")
        return say(text[a], n=b)
    if kind == at.SPACE:
        return say("Where does it go: {resource}?", resource=names.RESOURCE[at.MATERIALS[a]])
    if kind == at.SITE:
        return say("Which two materials make way for building {n}?", n=a + 1)
    if kind in _LEFT:
        return plural(*_LEFT[kind], b)
    return say(_MINE[kind], n=b)


_LEFT = {
    at.HELPER: ("Helper: {n} point to trade, or stop.", "Helper: {n} points to trade, or stop."),
    at.MATERIAL: ("Take {n} more material, or stop.", "Take up to {n} more materials, or stop."),
    at.CARDS: ("Take {n} more God card, or stop.", "Take up to {n} more God cards, or stop."),
    at.HUTS: ("Move {n} more hut, or stop.", "Move up to {n} more huts, or stop."),
}
_MINE = {
    at.FIRST_HUT: "Where does your first hut stand, at a fish of value 1?",
    at.PLACE: "Place a die and carry out its action.",
    at.HUT: "Which of your huts goes out?",
    at.TEMPLE: "Which temple space, up to {n}?",
    at.BUILD: "Which building tile, up to {n}?",
    at.GIFT: "Fire Bonus: an offering or a God card?",
    at.STEP: "Fire Bonus: a step on the status track or a shell?",
    at.PEOPLE: "Use a type of men and a type of women, or end the turn.",
    at.BUY: "Buy one jewelry tile, or none.",
    at.TASK: "Complete one of your tasks, or surrender one if none is complete.",
    at.NEW_TASK: "Choose a new task.",
    at.FINAL: "Complete your last tasks.",
}


def _god(rules: Tables, state: State, question: PendingQuestion) -> Message:
    kind, a, b = question.kind, question.a, question.b
    if kind == at.ASK_BLUE:
        return say("The die is not lower: how do you pay for the Blue God?")
    if kind == at.ASK_WHITE:
        if a:
            return say("The die must act as a 6: how do you pay for the White God?")
        return say("A White God, so that the die acts as a 6?")
    if kind == at.ASK_RED:
        fish = names.fish(rules, state.fish[a])
        return say("A Red God, to score the fish now: {fish}?", fish=fish)
    if kind == at.ASK_GREEN:
        if a == at.ONE_MORE:
            return say("One more type: how do you pay for the Green God?")
        if a == at.DOUBLE:
            return say("A Green God, to double the use to {n}?", n=b)
        return say("It must be doubled: how do you pay for the Green God?")
    return say("How do you pay for the Yellow God for {task}?", task=names.quoted_task(rules, a))


def _others(rules: Tables, state: State, question: PendingQuestion) -> Message:
    who = seat(state.mover)
    kind = question.kind
    if kind in ASKED_GOD:
        god = names.GOD[list(names.GOD)[ASKED_GOD[kind]]]
        return say("{seat} may play a God: {god}.", seat=who, god=god)
    return say(_OTHERS.get(kind, "{seat} carries out an action."), seat=who)


_OTHERS = {
    at.FIRST_HUT: "{seat} places the first hut.",
    at.PLACE: "{seat} places a die.",
    at.HELPER: "{seat} trades with the Helper.",
    at.EXPAND: "{seat} expands.",
    at.PERSON: "{seat} takes a person.",
    at.TEMPLE: "{seat} places a priest.",
    at.BUILD: "{seat} builds.",
    at.GIFT: "{seat} receives a Fire Bonus.",
    at.STEP: "{seat} receives a Fire Bonus.",
    at.PEOPLE: "{seat} may use men and women.",
    at.BUY: "{seat} may buy jewelry.",
    at.TASK: "{seat} deals with a task.",
    at.NEW_TASK: "{seat} chooses a new task.",
    at.FINAL: "{seat} deals with the last tasks.",
}
