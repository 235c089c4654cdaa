"""2. Preparation: the first player, the first cards, harbors, and placing merchants."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import AnswerTexts, QuestionTexts, Refusal
from proa.engine.core.view_types import note
from proa.engine.messages import seat
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.messages import say
from proa.games.borneo.texts import names
from proa.games.borneo.texts.companies import TO, at_end, end_of_row
from proa.games.borneo.texts.drawing import DRAWN
from proa.games.borneo.texts.reading import seat_at

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position, Questions


def _harbor(game: Game, position: Position, harbor: int) -> dict[str, Any]:
    tables = game.tables
    return {
        "harbor": names.harbor(tables, harbor),
        "good": names.GOOD[at.GOODS[tables.harbor_good[harbor]]],
        "limit": tables.card_limit[harbor],
        "number": tables.monopoly_number[harbor],
    }


def _not_behind_oneself(game: Game, position: Position) -> list[Refusal]:
    state = position.fields
    reason = say("Your own merchant is last in this row.")
    return [
        (act.TO + company, reason, "BO-2.9")
        for company in range(len(at.COMPANIES))
        if (row := state.row[company]).length
        and seat_at(state, company, row.length - 1) == state.mover
    ]


QUESTIONS: Questions = {
    at.FIRST: QuestionTexts(
        ask=say("Drawing lots for the first player."),
        answers={
            act.FIRST: AnswerTexts(
                values=lambda game, position, n: {"seat": seat(n)},
                label=say("{seat} goes first"),
                story=say("{seat} goes first."),
            )
        },
    ),
    at.DEAL: QuestionTexts(
        ask=say("Dealing the cards."),
        answers={act.DRAW: replace(DRAWN, hidden=None)},
    ),
    at.TURN_UP: QuestionTexts(
        ask=say("Revealing a harbor."),
        answers={
            act.TURN_UP: AnswerTexts(
                values=_harbor,
                label=say("{harbor} is revealed"),
                story=say(
                    "{harbor} is revealed: {good}, card limit {limit}, monopoly number {number}."
                ),
            )
        },
    ),
    at.PLACE: QuestionTexts(
        ask=say("Which company do you join? You go to the end of its row."),
        others=say("{seat} is placing a merchant."),
        doing=say("places"),
        note=note(
            "place",
            say("Rank decides who picks first"),
            say(
                "When goods are distributed, the first-ranked merchant of a company picks first. "
                "Each company has its own ranks, and in an empty row the first rank is free."
            ),
            "BO-8.2",
        ),
        refusals=_not_behind_oneself,
        answers={
            act.TO: AnswerTexts(
                values=end_of_row,
                label=TO,
                preview=at_end,
                story=say("{seat} places a merchant in {company} ({rank})."),
            )
        },
    ),
}
