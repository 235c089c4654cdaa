"""What is asked of whom, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.kind import ALL
from proa.engine.words import Message, seat
from proa.games.borabora.components import Tables
from proa.games.borabora.position import (
    ASK_BLUE,
    ASK_GREEN,
    ASK_RED,
    ASK_WHITE,
    BUILD,
    BUY,
    CARDS,
    DOUBLE,
    DRAW,
    EXPAND,
    FINAL,
    FIRST_CHANCE,
    FIRST_HUT,
    GIFT,
    HELPER,
    HUT,
    HUTS,
    MATERIAL,
    MATERIALS,
    NEW_TASK,
    ONE_MORE,
    OPEN,
    PATHS,
    PEOPLE,
    PERSON,
    PLACE,
    RESOURCE,
    RESOURCES,
    ROLL,
    SITE,
    SPACE,
    STEP,
    TASK,
    TEMPLE,
    Question,
    State,
)
from proa.games.borabora.saying import plural, say
from proa.games.borabora.words import names
from proa.games.borabora.words.labels import ASKED_GOD, asked

if TYPE_CHECKING:
    from proa.games.borabora.position import Game, Position


def ask(game: Game, position: Position, viewer: int) -> Message:
    """What is asked of whom, as one sentence."""
    state = position.fields
    if position.is_over:
        return _result(game, position)
    question = asked(state)
    if question.kind >= FIRST_CHANCE:
        return _chance(state, question.kind)
    if viewer in (state.mover, ALL):
        return _mine(game.tables, state, question)
    return _others(game.tables, state, question)


def _result(game: Game, position: Position) -> Message:
    winner = game.returns(position).index(1.0)
    points = names.points(game.scores(position)[winner])
    return say("{seat} wins with {points}.", seat=seat(winner), points=points)


def _chance(state: State, kind: int) -> Message:
    if kind == ROLL:
        return say("{seat} rolls three dice.", seat=seat(state.mover))
    if kind == DRAW:
        return say("{seat} draws a God card.", seat=seat(state.mover))
    if kind == OPEN:
        return say("A God card is laid open.")
    return say("Tiles are laid out.")


def _mine(rules: Tables, state: State, question: Question) -> Message:
    kind, a, b = question.kind, question.a, question.b
    if kind in ASKED_GOD:
        return _god(rules, state, question)
    if kind == RESOURCE:
        resource = names.RESOURCE[RESOURCES[rules.region_resource[a]]]
        return say("Take {resource} from the new region?", resource=resource)
    if kind == EXPAND:
        return say("Where to? A path {way} up to {n}.", way=names.PATH[PATHS[a]], n=b)
    if kind == PERSON:
        text = ("Which woman, up to position {n}?", "Which man, up to position {n}?")
        return say(text[a], n=b)
    if kind == SPACE:
        return say("Where does it go: {resource}?", resource=names.RESOURCE[MATERIALS[a]])
    if kind == SITE:
        return say("Which two materials make way for building {n}?", n=a + 1)
    if kind in _LEFT:
        return plural(*_LEFT[kind], b)
    return say(_MINE[kind], n=b)


_LEFT = {
    HELPER: ("Helper: {n} point to trade, or stop.", "Helper: {n} points to trade, or stop."),
    MATERIAL: ("Take {n} more material, or stop.", "Take up to {n} more materials, or stop."),
    CARDS: ("Take {n} more God card, or stop.", "Take up to {n} more God cards, or stop."),
    HUTS: ("Move {n} more hut, or stop.", "Move up to {n} more huts, or stop."),
}
_MINE = {
    FIRST_HUT: "Where does your first hut stand, at a fish of value 1?",
    PLACE: "Place a die and carry out its action.",
    HUT: "Which of your huts goes out?",
    TEMPLE: "Which temple space, up to {n}?",
    BUILD: "Which building tile, up to {n}?",
    GIFT: "Fire Bonus: an offering or a God card?",
    STEP: "Fire Bonus: a step on the status track or a shell?",
    PEOPLE: "Use a type of men and a type of women, or end the turn.",
    BUY: "Buy one jewelry tile, or none.",
    TASK: "Complete one of your tasks, or surrender one if none is complete.",
    NEW_TASK: "Choose a new task.",
    FINAL: "Complete your last tasks.",
}


def _god(rules: Tables, state: State, question: Question) -> Message:
    kind, a, b = question.kind, question.a, question.b
    if kind == ASK_BLUE:
        return say("The die is not lower: how do you pay for the Blue God?")
    if kind == ASK_WHITE:
        if a:
            return say("The die must act as a 6: how do you pay for the White God?")
        return say("A White God, so that the die acts as a 6?")
    if kind == ASK_RED:
        fish = names.fish(rules, state.fish[a])
        return say("A Red God, to score the fish now: {fish}?", fish=fish)
    if kind == ASK_GREEN:
        if a == ONE_MORE:
            return say("One more type: how do you pay for the Green God?")
        if a == DOUBLE:
            return say("A Green God, to double the use to {n}?", n=b)
        return say("It must be doubled: how do you pay for the Green God?")
    return say("How do you pay for the Yellow God for {task}?", task=names.quoted_task(rules, a))


def _others(rules: Tables, state: State, question: Question) -> Message:
    who = seat(state.mover)
    kind = question.kind
    if kind in ASKED_GOD:
        god = names.GOD[list(names.GOD)[ASKED_GOD[kind]]]
        return say("{seat} may play a God: {god}.", seat=who, god=god)
    return say(_OTHERS.get(kind, "{seat} carries out an action."), seat=who)


_OTHERS = {
    FIRST_HUT: "{seat} places the first hut.",
    PLACE: "{seat} places a die.",
    HELPER: "{seat} trades with the Helper.",
    EXPAND: "{seat} expands.",
    PERSON: "{seat} takes a person.",
    TEMPLE: "{seat} places a priest.",
    BUILD: "{seat} builds.",
    GIFT: "{seat} receives a Fire Bonus.",
    STEP: "{seat} receives a Fire Bonus.",
    PEOPLE: "{seat} may use men and women.",
    BUY: "{seat} may buy jewelry.",
    TASK: "{seat} deals with a task.",
    NEW_TASK: "{seat} chooses a new task.",
    FINAL: "{seat} deals with the last tasks.",
}
