"""Why the mover has only one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.messages import Message
from proa.games.borabora import actions as act
from proa.games.borabora.messages import say
from proa.games.borabora.state import FINAL, GODS, PEOPLE, PLACE
from proa.games.borabora.texts import names
from proa.games.borabora.texts.labels import ASKED_GOD, asked

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


def only_answer(game: Game, position: Position) -> Message | None:
    """Return what the mover's own cards and offerings rule out, or None where the board shows
    it."""
    (action,) = game.legal_actions(position)
    kind = asked(position.fields).kind
    if kind in ASKED_GOD and action != act.NO:
        return say("You can pay in only one way.")
    if kind in ASKED_GOD:
        return say("You can't afford a {god}.", god=names.GOD[GODS[ASKED_GOD[kind]]])
    if kind == PLACE:
        return say("You have no other choice, even with the Gods that you can afford.")
    if kind == PEOPLE:
        return say("There is nothing left to use: you can't afford a Green God.")
    if kind == FINAL and action == act.NO:
        return say("You can't complete any of these tasks.")
    return None
