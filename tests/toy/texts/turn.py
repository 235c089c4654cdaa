"""What is said of a turn: the tide, drawing, choosing and laying cards."""

from __future__ import annotations

from typing import Any

from proa.engine.core.texts import AnswerTexts, QuestionTexts
from proa.engine.core.view_types import ALL
from proa.engine.messages import Message, seat
from toy import actions as act
from toy import state as at
from toy.messages import say
from toy.texts.sections import cards


def _drawn(game: Any, before: Any, n: int, after: Any) -> Message:
    return say("{seat}: a {value} comes to hand.", seat=seat(before.fields.mover), value=n + 1)


def _no_draw(game: Any, position: Any) -> list[tuple[int, Message, str]]:
    state = position.fields
    reason = say("your hand is full")
    if state.phase == at.CHOOSING:
        reason = say("you are choosing cards")
    elif sum(state.deck) == 0:
        reason = say("the deck is empty")
    return [(act.DRAW, reason, "")]


def code_for(game: Any, before: Any, action: int, viewer: int) -> str | None:
    """Return the code as the viewer sees it: others see neither the drawn or chosen cards, nor the
    number of chosen ones."""
    code: str = game.code(action)
    if viewer in (before.fields.mover, ALL):
        return code
    what = act.ROWS[action].first
    if what == act.CARD:
        return "card:?"
    if what == act.CHOOSE:
        return None if before.fields.phase == at.CHOOSING else "choose:?"
    return code


def reveals(game: Any, before: Any, action: int) -> bool:
    """Return whether an action reveals cards: laying to all, drawing to the owner."""
    return act.ROWS[action].first in (act.LAY, act.CARD)


CARD = AnswerTexts(
    label=lambda game, position, n: say("The card is a {value}", value=n + 1),
    story=_drawn,
    hidden=lambda game, before: say("{seat} takes a card.", seat=seat(before.fields.mover)),
)
CHOOSE = AnswerTexts(
    label=lambda game, position, n: say("Choose a {value}", value=n + 1),
    story=lambda game, before, n, after: say("{seat} chooses a {value}.", value=n + 1),
    hidden=say("{seat} is choosing cards."),
)
QUESTIONS = {
    at.DEALING: QuestionTexts(say("Chance decides."), {act.CARD: CARD}),
    at.TURNING: QuestionTexts(
        ask=say("Chance decides."),
        answers={
            act.TIDE: AnswerTexts(
                label=lambda game, position, n: say("The tide is {n}", n=n + 1),
                story=lambda game, before, n, after: say("The tide is {n}.", n=n + 1),
            )
        },
    ),
    at.DECIDING: QuestionTexts(
        ask=say("Draw or choose a card."),
        others=say("{seat} is to move."),
        refusals=_no_draw,
        only_answer=say("You have nothing else."),
        premoves={
            "draw": {
                "label": say("Draw in the next turn"),
                "until": say("Until that turn is over."),
            }
        },
        answers={
            act.DRAW: AnswerTexts(say("Draw a card"), say("{seat} draws.")),
            act.PASS: AnswerTexts(say("Pass"), say("{seat} passes.")),
            act.CHOOSE: CHOOSE,
        },
    ),
    at.DRAWING: QuestionTexts(say("Chance decides."), {act.CARD: CARD}),
    at.CHOOSING: QuestionTexts(
        ask=say("Choose another card or lay them."),
        others=say("{seat} is choosing cards."),
        refusals=_no_draw,
        only_answer=say("You can choose no more."),
        answers={
            act.CHOOSE: CHOOSE,
            act.LAY: AnswerTexts(
                label=lambda game, position, n: say(
                    "Lay {cards}", cards=cards(position.fields.chosen)
                ),
                story=lambda game, before, n, after: say(
                    "{seat} lays {cards}.", cards=cards(before.fields.chosen)
                ),
            ),
        },
    ),
}
