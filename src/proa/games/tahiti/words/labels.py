"""What choices and outcomes are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.words import Message, seat
from proa.games.tahiti.actions import (
    A_BID,
    A_BOAT,
    A_FIRST,
    A_PASS,
    A_PLACE,
    A_ROLL,
    A_STASH,
    A_TAKE,
    A_YACHT,
)
from proa.games.tahiti.position import BID, COLOURS, NONE, State
from proa.games.tahiti.rules.auction import is_last_speaker
from proa.games.tahiti.saying import say
from proa.games.tahiti.words import names

if TYPE_CHECKING:
    from proa.games.tahiti.position import Game, Position


def label(game: Game, position: Position, action: int) -> Message:
    """What a choice or outcome is called on its button."""
    state, tables = position.fields, game.tables
    if action == A_PASS:
        return _label_of_pass(state)
    if action < A_STASH:
        return say("Bid {n}", n=action - A_BID) if action > A_BID else say("Take it for nothing")
    if action < A_YACHT:
        return say("Put away {n}", n=action - A_STASH) if action > A_STASH else say("Keep all")
    if action < A_TAKE:
        return say("Anchor at {space}", space=names.space(tables, action - A_YACHT))
    if action < A_BOAT:
        return say("Take {pearl}", pearl=names.A_PEARL[COLOURS[action - A_TAKE]])
    if action == A_BOAT:
        where = names.letter(tables, max(state.player[state.mover].yacht, 0))
        return say("Leave a boat at {letter}", letter=where)
    if action < A_FIRST:
        return say("Place at {square}", square=names.square(tables, action - A_PLACE))
    if action < A_ROLL:
        return say("{seat} begins", seat=seat(action - A_FIRST))
    return say("A {n}", n=action - A_ROLL) if action > A_ROLL else say("A blank")


def _label_of_pass(state: State) -> Message:
    if state.phase == BID and is_last_speaker(state):
        return say("Decline")
    if state.phase == BID and state.first_passer == NONE:
        return say("Pass first")
    return say("Pass")
