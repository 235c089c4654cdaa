"""What happened, told to each viewer."""

from __future__ import annotations

from typing import Any

from proa.engine.kind import ALL
from proa.engine.words import Message, seat
from toy.actions import CARD, CHOOSE, DRAW, LAY, PASS, TIDE
from toy.position import CHOOSING
from toy.saying import say
from toy.words.view import _cards


def story(game: Any, before: Any, action: int, after: Any, viewer: int) -> list[Message]:
    """The sentences of one action or outcome."""
    if code_for(game, before, action, viewer) is None:
        return []
    who = before.fields.mover
    mine = viewer in (who, ALL)
    me = seat(who)
    if action >= TIDE:
        return [say("The tide is {n}.", n=action - TIDE + 1)]
    if action >= CARD:
        if mine:
            return [say("{seat}: a {value} comes to hand.", seat=me, value=action - CARD + 1)]
        return [say("{seat} takes a card.", seat=me)]
    if action >= CHOOSE:
        if mine:
            return [say("{seat} chooses a {value}.", seat=me, value=action - CHOOSE + 1)]
        return [say("{seat} is choosing cards.", seat=me)]
    if action == LAY:
        return [say("{seat} lays {cards}.", seat=me, cards=_cards(before.fields.chosen))]
    return [{DRAW: say("{seat} draws.", seat=me), PASS: say("{seat} passes.", seat=me)}[action]]


def code_for(game: Any, before: Any, action: int, viewer: int) -> str | None:
    """Others see neither which cards are drawn or chosen, nor how many are chosen."""
    code: str = game.code(action)
    if viewer in (before.fields.mover, ALL):
        return code
    if CARD <= action < TIDE:
        return "card:?"
    if CHOOSE <= action < CARD:
        return None if before.fields.phase == CHOOSING else "choose:?"
    return code


def reveals(game: Any, before: Any, action: int) -> bool:
    """Laying shows the others the cards; a card drawn shows it to its owner."""
    return action == LAY or CARD <= action < TIDE
