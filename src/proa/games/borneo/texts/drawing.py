"""10. Drawing and discarding cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.texts import AnswerTexts, QuestionTexts
from proa.engine.core.view_types import note
from proa.engine.messages import Message, join_list, seat
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.messages import plural, say
from proa.games.borneo.texts import names
from proa.games.borneo.texts.knowledge import is_hidden_pick
from proa.games.borneo.texts.reading import cards

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position, Questions


def is_drawn(game: Game, position: Position, card: int) -> Message:
    """Return the label of drawing a card."""
    return say("{card} is drawn", card=names.shipment(game.tables, card))


def drawn(game: Game, before: Position, card: int, after: Position) -> Message:
    """Return the story of drawing a card, for those who see it."""
    who, name = seat(before.fields.mover), names.shipment(game.tables, card)
    return say("{seat} draws {card}.", seat=who, card=name)


def _cards_drawn(game: Game, before: Position) -> list[Message]:
    """Return the same for those who don't see it, once for all cards."""
    state = before.fields
    one, many = "{seat} draws {n} card.", "{seat} draws {n} cards."
    return [] if state.due > 1 else [plural(one, many, at.DRAWN, seat=seat(state.mover))]


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


QUESTIONS: Questions = {
    at.DRAW: QuestionTexts(
        ask=lambda game, position: say("{seat} is drawing.", seat=seat(position.fields.mover)),
        answers={act.DRAW: AnswerTexts(is_drawn, drawn, hidden=_cards_drawn)},
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
                label=lambda game, position, n: say(
                    "Discard {card}", card=names.shipment(game.tables, n)
                ),
                story=_discarded,
            )
        },
    ),
}
