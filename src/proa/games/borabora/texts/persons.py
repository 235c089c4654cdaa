"""5. Man and woman: which one to take from the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import QuestionTexts, Refusal
from proa.engine.core.view_types import note
from proa.engine.messages import Message
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.persons import number_of_type
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.texts import names
from proa.games.borabora.texts.answers import Chosen, choice, effect
from proa.games.borabora.view_types import PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position, Questions


def _which(game: Game, position: Position) -> Message:
    question = top(position.fields)
    text = ("Which woman? Positions 1 to {n}.", "Which man? Positions 1 to {n}.")
    return say(text[question.a], n=question.b)


def _too_high(game: Game, position: Position) -> list[Refusal]:
    question = top(position.fields)
    reason = say("The position is higher than {n}.", n=question.b)
    first = act.POSITION + question.a * at.POSITIONS
    return [
        (first + place, reason, "BB-5.1")
        for place, tile in enumerate(position.fields.display[question.a])
        if tile != at.NONE
    ]


def _shown(position: Position, place: int) -> tuple[int, int]:
    """Return the sex that is asked for, and the tile on a position."""
    sex = top(position.fields).a
    return sex, position.fields.display[sex][place]


def _person(game: Game, position: Position, n: int) -> dict[str, Any]:
    return {"n": n + 1, "person": names.person(game.tables, *_shown(position, n))}


def _uses(chosen: Chosen) -> PreviewText:
    """Tell the effect of the type in phase B, and what shifting down brings."""
    rules = chosen.rules
    sex, tile = _shown(chosen.position, chosen.n)
    kind = tile // at.COPIES
    equal = number_of_type(chosen.then, sex, kind)
    done = names.effect(kind, rules.power[kind][equal])
    text = say("In phase B: {effect}.", effect=done)
    if equal > 1:
        text = plural(
            "Together with your {n} of this type, in phase B: {effect}.",
            "Together with your {n} of this type, in phase B: {effect}.",
            equal - 1,
            effect=done,
        )
    symbols = names.symbols(sex, rules.symbols[sex][tile])
    return effect(
        names.TYPE[at.TYPES[kind]], text, say("Shifted down: {symbols}.", symbols=symbols)
    )


QUESTIONS: Questions = {
    at.PERSON: QuestionTexts(
        ask=_which,
        others=say("{seat} is taking a person."),
        hint=say("Below the picture: what the Helper can use this person for, once."),
        note=note(
            "person",
            say("People work twice"),
            say(
                "The Helper can use each person once, for status or shells. In phase B, people of "
                "one type act together every round, so two of a kind are stronger."
            ),
            "BB-11.3",
        ),
        refusals=_too_high,
        answers=choice(
            act.POSITION,
            say("Take woman {n}: {person}"),
            say("{seat} takes woman tile {n}: {person}."),
            _uses,
            _person,
        )
        | choice(
            act.MAN,
            say("Take man {n}: {person}"),
            say("{seat} takes man tile {n}: {person}."),
            _uses,
            _person,
        ),
    )
}
