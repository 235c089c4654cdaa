"""8. The distribution of goods: picking one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import AnswerTexts, QuestionTexts
from proa.engine.core.view_types import note
from proa.engine.messages import Message, join_list, seat
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.messages import say
from proa.games.borneo.texts import names
from proa.games.borneo.texts.companies import place_of
from proa.games.borneo.texts.goods import new_good
from proa.games.borneo.texts.reading import coming_picks

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position, Questions


def _picking(game: Game, position: Position) -> dict[str, Any]:
    now = position.fields.distribution
    harbor = names.harbor(game.tables, now.harbor - 1)
    return {"harbor": harbor, **place_of(now.order[now.turn], now.rank)}


def _next(game: Game, position: Position) -> Message | None:
    others = [seat(pick.seat) for pick in coming_picks(position.fields)[1:]]
    return say("Next: {seats}, in this order.", seats=join_list(others)) if others else None


def _harbor(position: Position) -> int:
    """Return the harbor card that goes with the next pick; 0: it is taken."""
    state = position.fields
    return state.harbor[state.distribution.slot].card


def _take(game: Game, position: Position, card: int) -> Message:
    name, harbor = names.shipment(game.tables, card), _harbor(position)
    if coming_picks(position.fields) and harbor:
        good = names.harbor_good(game.tables, harbor - 1)
        return say("Take {card}, and the {harbor}", card=name, harbor=good)
    return say("Take {card}", card=name)


def _taken(game: Game, before: Position, card: int, after: Position) -> Message:
    name, harbor = names.shipment(game.tables, card), _harbor(before)
    if harbor:
        called = names.harbor(game.tables, harbor - 1)
        return say("{seat} takes {card} and the harbor {harbor}.", card=name, harbor=called)
    return say("{seat} takes {card}.", card=name)


QUESTIONS: Questions = {
    at.PICK: QuestionTexts(
        values=_picking,
        ask=say("Your merchant ({rank} in {company}) picks a shipment at {harbor}."),
        others=say("{seat} is picking a shipment at {harbor} ({rank} in {company})."),
        doing=say("picks"),
        hint=_next,
        note=note(
            "pick",
            say("What the others left"),
            say("Four of one good, or one of each: check what your missions still need."),
            "BO-8.3",
        ),
        answers={
            act.TAKE: AnswerTexts(
                label=_take,
                preview=lambda game, position, n: new_good(game, position, act.TAKE, n),
                story=_taken,
            )
        },
    )
}
