"""Labels of choices and outcomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.messages import Message, seat
from proa.games.tahiti import actions as act
from proa.games.tahiti.messages import say
from proa.games.tahiti.rules.auction import is_last_speaker
from proa.games.tahiti.state import BID, COLOURS, NONE, State
from proa.games.tahiti.texts import names

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position


def label(game: Game, position: Position, action: int) -> Message:
    """Return the label of a choice or outcome on its button."""
    state, tables = position.fields, game.tables
    what, n = act.ROWS.split(action)
    match what:
        case act.PASS:
            return _label_of_pass(state)
        case act.BID:
            return say("Bid {n}", n=n) if n else say("Take it for free")
        case act.STASH:
            return say("Save {n}", n=n) if n else say("Save nothing")
        case act.YACHT:
            return say("Start at {space}", space=names.space(tables, n))
        case act.TAKE:
            return say("Take {pearl}", pearl=names.A_PEARL[COLOURS[n]])
        case act.BOAT:
            where = names.letter(tables, max(state.player[state.mover].yacht, 0))
            return say("Leave a boat at {letter}", letter=where)
        case act.PLACE:
            return say("Place at {square}", square=names.square(tables, n))
        case act.FIRST:
            return say("{seat} goes first", seat=seat(n))
    return say("A {n}", n=n) if n else say("A blank")


def _label_of_pass(state: State) -> Message:
    if state.phase == BID and is_last_speaker(state):
        return say("Decline")
    if state.phase == BID and state.first_passer == NONE:
        return say("Pass first (and get paid)")
    return say("Pass")
