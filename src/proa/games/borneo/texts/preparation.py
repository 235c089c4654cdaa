"""2. Preparation: the first player, the first cards, harbors, and placing merchants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.texts import AnswerTexts, QuestionTexts, Refusal
from proa.engine.core.view_types import note
from proa.engine.messages import Message, seat
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.messages import say
from proa.games.borneo.texts import names
from proa.games.borneo.texts.companies import at_end, end_of_row, new_place
from proa.games.borneo.texts.drawing import drawn, is_drawn
from proa.games.borneo.texts.reading import seat_at

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position, Questions


def _revealed(game: Game, before: Position, harbor: int, after: Position) -> Message:
    tables = game.tables
    return say(
        "{harbor} is revealed: {good}, card limit {limit}, monopoly number {number}.",
        harbor=names.harbor(tables, harbor),
        good=names.GOOD[at.GOODS[tables.harbor_good[harbor]]],
        limit=tables.card_limit[harbor],
        number=tables.monopoly_number[harbor],
    )


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
                label=lambda game, position, n: say("{seat} goes first", seat=seat(n)),
                story=lambda game, before, n, after: say("{seat} goes first.", seat=seat(n)),
            )
        },
    ),
    at.DEAL: QuestionTexts(
        ask=say("Dealing the cards."), answers={act.DRAW: AnswerTexts(is_drawn, drawn)}
    ),
    at.TURN_UP: QuestionTexts(
        ask=say("Revealing a harbor."),
        answers={
            act.TURN_UP: AnswerTexts(
                label=lambda game, position, n: say(
                    "{harbor} is revealed", harbor=names.harbor(game.tables, n)
                ),
                story=_revealed,
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
                label=end_of_row,
                preview=at_end,
                story=lambda game, before, n, after: say(
                    "{seat} places a merchant in {company} ({rank}).", **new_place(before.fields, n)
                ),
            )
        },
    ),
}
