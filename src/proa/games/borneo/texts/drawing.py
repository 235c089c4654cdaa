"""10. Drawing and discarding cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.texts import AnswerTexts, QuestionTexts
from proa.engine.core.view_types import note
from proa.engine.messages import Message, join_list, routine, seat
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.messages import plural, say
from proa.games.borneo.texts import names
from proa.games.borneo.texts.knowledge import is_hidden_pick
from proa.games.borneo.texts.reading import cards

if TYPE_CHECKING:
    from proa.games.borneo.state import Answer, Game, Position, Questions


def _drawer(game: Game, position: Position) -> dict[str, Message]:
    return {"seat": seat(position.fields.mover)}


def _cards_drawn(game: Game, before: Position) -> list[Message]:
    """Return what others read, once for all cards."""
    one, many = "{seat} draws {n} card.", "{seat} draws {n} cards."
    is_last = before.fields.due <= 1
    return [routine(plural(one, many, at.DRAWN, **_drawer(game, before)))] if is_last else []


def _discarding(game: Game, position: Position) -> Message:
    state = position.fields
    hand = state.player[state.mover].hand & ~state.picked
    return plural("Discard {n} card.", "Discard {n} cards.", len(cards(hand)) - at.HAND_LIMIT)


def _discarded(game: Game, before: Position, last: int, after: Position) -> list[Message]:
    if is_hidden_pick(before, act.DISCARD + last):
        return []
    gone = sorted([last, *cards(before.fields.picked)])
    called = join_list([names.shipment(game.tables, card) for card in gone])
    return [say("{seat} discards {cards}.", cards=called)]


DRAWN: Answer = AnswerTexts(
    values=lambda game, position, n: {
        "card": names.shipment(game.tables, n),
        **_drawer(game, position),
    },
    label=say("{card} is drawn"),
    story=routine(say("{seat} draws {card}.")),
    hidden=_cards_drawn,
)

QUESTIONS: Questions = {
    at.DRAW: QuestionTexts(
        values=_drawer, ask=say("{seat} is drawing."), answers={act.DRAW: DRAWN}
    ),
    at.DISCARD: QuestionTexts(
        ask=_discarding,
        others=say("{seat} is choosing what to discard."),
        doing=say("discards"),
        hint=plural(
            "Keep {n} card; everyone sees what you discard.",
            "Keep {n} cards; everyone sees what you discard.",
            at.HAND_LIMIT,
        ),
        note=note(
            "discard",
            say("Keep six cards"),
            say("Keep flags of your companies: for shipments, and two of a kind for a fight."),
            "BO-10.2",
        ),
        answers={
            act.DISCARD: AnswerTexts(
                values=lambda game, position, n: {"card": names.shipment(game.tables, n)},
                label=say("Discard {card}"),
                story=_discarded,
            )
        },
    ),
}
