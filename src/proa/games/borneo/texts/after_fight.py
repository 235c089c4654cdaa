"""6. After the fight: where the beaten merchant goes, and the good of who held."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.texts import AnswerTexts, QuestionTexts, Refusal
from proa.engine.core.view_types import Preview, note
from proa.engine.messages import Message, routine
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.messages import say
from proa.games.borneo.texts import names
from proa.games.borneo.texts.companies import TO, at_end, end_of_row, in_row
from proa.games.borneo.texts.fight import moving
from proa.games.borneo.texts.forecast import clash
from proa.games.borneo.texts.goods import new_good

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position, Questions


def _why_beaten(game: Game, position: Position) -> Message:
    now = clash(game, position.fields)
    values = {"attack": now.attack, "defence": now.resistance}
    if now.attack == now.resistance:
        return say("{attack} against {defence}: the attacker wins ties.", **values)
    return say("{attack} against {defence}.", **values)


def _no_fall(game: Game, position: Position) -> list[Refusal]:
    state = position.fields
    here = state.fight.company - 1
    if state.fight.attacker < state.row[here].length - 1:
        return []
    reason = say("The vacated place is the end of this row.")
    return [(act.TO + here, reason, "BO-6.15")]


def _fall(game: Game, position: Position, company: int) -> Preview:
    found = at_end(game, position, company)
    if company == position.fields.fight.company - 1:
        return {**found, "text": say("The row closes the gap to the left.")}
    return found


def _vacated(game: Game, position: Position, n: int) -> Preview:
    now = position.fields.fight
    return in_row(game, position, now.company - 1, now.attacker)


_FALLEN = routine(say("{seat}'s beaten merchant goes to {company} ({rank})."))


QUESTIONS: Questions = {
    at.BEATEN: QuestionTexts(
        ask=say("Your merchant is beaten. Where does it go?"),
        others=say("{seat} is choosing where the beaten merchant goes."),
        doing=say("beaten"),
        hint=_why_beaten,
        note=note(
            "beaten",
            say("Losing can be worth it"),
            say("The end of a short row may be worth more than the place the attacker left."),
            "BO-6.13",
        ),
        refusals=_no_fall,
        answers={
            act.VACATED: AnswerTexts(
                values=moving,
                label=say("Take the vacated place, {rank}"),
                preview=_vacated,
                story=_FALLEN,
            ),
            act.TO: AnswerTexts(
                values=end_of_row,
                label=TO,
                preview=_fall,
                story=_FALLEN,
            ),
        },
    ),
    at.REWARD: QuestionTexts(
        ask=say("You held your place. You may keep one of your cards as a good."),
        others=say("{seat} may keep one of the defending cards as a good."),
        doing=say("keeps a good?"),
        note=note(
            "reward",
            say("A good for the winner"),
            say("Take what your missions need; the other cards are discarded."),
            "BO-6.17",
        ),
        answers={
            act.KEEP: AnswerTexts(
                values=lambda game, position, n: {"card": names.shipment(game.tables, n)},
                label=say("Keep {card}"),
                preview=lambda game, position, n: new_good(game, position, act.KEEP, n),
                story=say("{seat} keeps {card} as a good."),
            ),
            act.PASS: AnswerTexts(
                say("Keep none"), routine(say("{seat} keeps none of the cards."))
            ),
        },
    ),
}
