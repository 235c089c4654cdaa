"""11. Phase B: men and women."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import QuestionTexts, Refusal
from proa.engine.core.view_types import note
from proa.engine.messages import Message
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.messages import say
from proa.games.borabora.rules.gods import may_pay
from proa.games.borabora.rules.men_and_women import type_need
from proa.games.borabora.rules.persons import number_of_type
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.state import PendingQuestion
from proa.games.borabora.texts import names
from proa.games.borabora.texts.answers import Chosen, choice, effect, mover, no
from proa.games.borabora.texts.gods import needs_god
from proa.games.borabora.view_types import PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position, Questions


def _no_use(game: Game, position: Position) -> Iterator[Refusal]:
    for n in range(len(at.SEXES) * len(at.TYPES)):
        sex, kind = divmod(n, len(at.TYPES))
        used = position.fields.used[sex]
        if number_of_type(mover(position), sex, kind) == 0:
            continue
        if used >> kind & 1:
            yield act.USE + n, say("You have already used it in this phase."), "BB-11.1"
        elif used:
            yield act.USE + n, say("One more type needs a Green God."), "BB-16.26"
        else:
            yield act.USE + n, say("It would have no effect now."), "BB-11.6"


def _use(game: Game, position: Position, n: int) -> Message:
    rules, state, me = game.tables, position.fields, mover(position)
    sex, kind = divmod(n, len(at.TYPES))
    values, tiles = _people(game, position, n), number_of_type(me, sex, kind)
    must = type_need(rules, state, me, kind) > rules.power[kind][tiles]
    if must:
        values["effect"] = names.effect(kind, rules.doubled[kind][tiles])
    if must or state.used[sex]:
        return say("Use {tiles} of type {kind}, with a Green God: {effect}", **values)
    return say("Use {tiles} of type {kind}: {effect}", **values)


def _people(game: Game, position: Position, n: int) -> dict[str, Any]:
    sex, kind = divmod(n, len(at.TYPES))
    tiles = number_of_type(mover(position), sex, kind)
    return {
        "tiles": names.people(sex, tiles),
        "kind": names.TYPE[at.TYPES[kind]],
        "effect": names.effect(kind, game.tables.power[kind][tiles]),
    }


def _does(chosen: Chosen) -> PreviewText:
    """Tell the effect, and that of a Green God."""
    me = chosen.me
    sex, kind = divmod(chosen.n, len(at.TYPES))
    tiles = number_of_type(me, sex, kind)
    green = _green_asked(chosen.after)
    needs_green = green is not None and green.a != at.DOUBLE
    power, line = chosen.rules.power[kind][tiles], None
    if green is not None and green.a == at.MUST_DOUBLE:
        power = green.b
    if needs_green:
        line = needs_god(chosen.state, at.GREEN)
    elif green is not None and may_pay(me, at.GREEN):
        line = say("With a Green God: {effect}.", effect=names.effect(kind, green.b))
    people = names.people(sex, tiles)
    return effect(
        names.TYPE[at.TYPES[kind]],
        say("{people}: {effect}.", people=people, effect=names.effect(kind, power)),
        line,
        short=names.short_effect(kind, power),
        many=people,
        gods=["green"] if needs_green else [],
    )


def _green_asked(after: Position) -> PendingQuestion | None:
    """Return the question for a Green God, if a use has caused it (BB-16.23)."""
    question = top(after.fields) if after.fields.depth else None
    return question if question and question.kind == at.ASK_GREEN else None


QUESTIONS: Questions = {
    at.PEOPLE: QuestionTexts(
        ask=say("Use one type of men and one type of women, or end your turn."),
        others=say("{seat} may use men and women."),
        hint=say("All people of a type act together, as one use."),
        note=note(
            "people",
            say("One type of men, one type of women"),
            say(
                "All your men of one type act together, and so do your women. A Green God doubles "
                "one use or adds another type."
            ),
            "BB-11.1",
        ),
        refusals=_no_use,
        only_answer=say("There is nothing left to use: you can't afford a Green God."),
        answers=no(say("End the turn"), say("Your phase B ends."), say("{seat} ends phase B."))
        | choice(act.USE, _use, say("{seat} uses {tiles}, {kind}: {effect}."), _does, _people),
    )
}
