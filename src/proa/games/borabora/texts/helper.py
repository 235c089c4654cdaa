"""6. The Helper's trades; 11. God cards and huts that move in phase B."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from proa.engine.core.texts import QuestionTexts, Refusal
from proa.engine.core.view_types import note
from proa.engine.messages import Message
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.helper import can_move_hut, price
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.texts import answers, names
from proa.games.borabora.texts.answers import choice, effect, points_left, shells_then, status_then

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position, Questions

_DEAR = (act.OFFERING, act.DECK, *range(act.MATERIAL, act.MOVE + 1))


def _no_trade(game: Game, position: Position) -> list[Refusal]:
    me = answers.mover(position)
    if price(_DEAR[0]) > top(position.fields).b:
        return [(action, say("It costs two points."), "BB-6.1") for action in _DEAR]
    if me.closed:
        return [(act.MOVE, say("There is a person on the 12th space."), "BB-5.8")]
    if not can_move_hut(me):
        return [(act.MOVE, say("You have no huts left on normal spaces."), "BB-6.13")]
    return []


def _points_lost(game: Game, position: Position) -> Message:
    points = top(position.fields).b
    return plural("{n} Helper point is lost.", "{n} Helper points are lost.", points)


def _priced(first: int, answer: answers.Answer) -> answers.Answer:
    """Return an answer with its price on the button."""

    def label(game: Game, position: Position, n: int) -> Message:
        what = answer.label(game, position, n) if callable(answer.label) else answer.label
        return plural(
            "{what} (costs {n} Helper point)",
            "{what} (costs {n} Helper points)",
            price(first),
            what=what,
        )

    return replace(answer, label=label)


_TRADES = {
    **choice(
        act.SHIFT,
        lambda game, position, n: plural(
            "Collect with a woman: {n} shell", "Collect with a woman: {n} shells", n + 1
        ),
        lambda game, before, n, after: plural(
            "{seat} collects {n} shell with a woman.",
            "{seat} collects {n} shells with a woman.",
            n + 1,
        ),
        lambda chosen: effect(say("Collect shells"), shells_then(chosen), points_left(chosen)),
    ),
    **choice(
        act.TATTOO,
        lambda game, position, n: plural(
            "Tattoo a man: {n} status step", "Tattoo a man: {n} status steps", n + 1
        ),
        lambda game, before, n, after: plural(
            "{seat} tattoos a man: {n} status step.",
            "{seat} tattoos a man: {n} status steps.",
            n + 1,
        ),
        lambda chosen: effect(say("Tattoo a man"), status_then(chosen), points_left(chosen)),
    ),
    **choice(
        act.POINT,
        names.points(1),
        say("{seat} scores {points} with the Helper.", points=names.points(1)),
        lambda chosen: effect(names.points(1), say("It acts at once."), points_left(chosen)),
    ),
    **answers.OFFERING,
    **answers.CARDS,
    **answers.MATERIAL,
    **answers.MOVE,
}

QUESTIONS: Questions = {
    at.HELPER: QuestionTexts(
        ask=lambda game, position: plural(
            "Helper: {n} point to spend, or stop.",
            "Helper: {n} points to spend, or stop.",
            top(position.fields).b,
        ),
        others=say("{seat} is trading with the Helper."),
        hint=say("Dots show the price. Unspent points are lost."),
        note=note(
            "helper",
            say("Spend the points one by one"),
            say(
                "Tattoos, shells and victory points cost 1, everything else costs 2. Unspent "
                "points are lost."
            ),
            "BB-6.1",
        ),
        refusals=_no_trade,
        answers=answers.no(answers.STOP, _points_lost, answers.STOPS)
        | {first: _priced(first, answer) for first, answer in _TRADES.items()},
    ),
    at.CARDS: QuestionTexts(
        ask=lambda game, position: plural(
            "Take {n} more God card, or stop.",
            "Take up to {n} more God cards, or stop.",
            top(position.fields).b,
        ),
        others=say("{seat} is taking an action."),
        hint=say("Everyone knows a card from the open row; only you know one from the pile."),
        note=note(
            "cards",
            say("Open or hidden"),
            say(
                "Cards pay for Gods. A card from the open row is known to everyone; a card from "
                "the pile is secret."
            ),
            "BB-6.11",
        ),
        answers=answers.NO | answers.CARDS,
    ),
    at.HUTS: QuestionTexts(
        ask=lambda game, position: plural(
            "Move {n} more hut, or stop.",
            "Move up to {n} more huts, or stop.",
            top(position.fields).b,
        ),
        others=say("{seat} is taking an action."),
        hint=say("Each frees a space for a person."),
        note=note(
            "huts",
            say("Room on your board"),
            say("Every hut that moves to the 12th space frees a space for a person."),
            "BB-6.13",
        ),
        answers=answers.NO | answers.MOVE,
    ),
}
