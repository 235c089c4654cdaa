"""Why the mover has only one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.messages import Message
from proa.games.borneo import actions as act
from proa.games.borneo.messages import say
from proa.games.borneo.state import SHIPMENT

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


def only_answer(game: Game, position: Position) -> Message | None:
    """Return what the mover's own hand rules out, or None where the board shows it."""
    (action,) = game.legal_actions(position)
    state = position.fields
    if action == act.COMMIT and state.picked:
        return say("You can't play any more cards.")
    if action == act.COMMIT:
        return say("You have no card that you can play here.")
    if state.phase == SHIPMENT:
        return say("It is the last card in your hand.")
    return None
