"""What happened, told to each viewer."""

from __future__ import annotations

from typing import Any

from proa.engine.core.game_spec import ALL
from proa.engine.messages import Message, seat
from toy import actions as act
from toy.messages import say
from toy.state import CHOOSING
from toy.texts.view import _cards


def story(game: Any, before: Any, action: int, after: Any, viewer: int) -> list[Message]:
    """The sentences of one action or outcome."""
    if code_for(game, before, action, viewer) is None:
        return []
    who = before.fields.mover
    mine = viewer in (who, ALL)
    me = seat(who)
    what, n = act.ROWS.split(action)
    match what:
        case act.DRAW:
            return [say("{seat} draws.", seat=me)]
        case act.PASS:
            return [say("{seat} passes.", seat=me)]
        case act.LAY:
            return [say("{seat} lays {cards}.", seat=me, cards=_cards(before.fields.chosen))]
        case act.CHOOSE if mine:
            return [say("{seat} chooses a {value}.", seat=me, value=n + 1)]
        case act.CHOOSE:
            return [say("{seat} is choosing cards.", seat=me)]
        case act.CARD if mine:
            return [say("{seat}: a {value} comes to hand.", seat=me, value=n + 1)]
        case act.CARD:
            return [say("{seat} takes a card.", seat=me)]
    return [say("The tide is {n}.", n=n + 1)]


def code_for(game: Any, before: Any, action: int, viewer: int) -> str | None:
    """Others see neither which cards are drawn or chosen, nor how many are chosen."""
    code: str = game.code(action)
    if viewer in (before.fields.mover, ALL):
        return code
    what = act.ROWS[action].first
    if what == act.CARD:
        return "card:?"
    if what == act.CHOOSE:
        return None if before.fields.phase == CHOOSING else "choose:?"
    return code


def reveals(game: Any, before: Any, action: int) -> bool:
    """Laying shows the others the cards; a card drawn shows it to its owner."""
    return act.ROWS[action].first in (act.LAY, act.CARD)
