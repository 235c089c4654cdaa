"""What choices and outcomes are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.words import Message, seat
from proa.games.tahiti import actions as act
from proa.games.tahiti.position import BID, COLOURS, NONE, State
from proa.games.tahiti.rules.auction import is_last_speaker
from proa.games.tahiti.saying import say
from proa.games.tahiti.words import names

if TYPE_CHECKING:
    from proa.games.tahiti.position import Game, Position


def label(game: Game, position: Position, action: int) -> Message:
    """What a choice or outcome is called on its button."""
    state, tables = position.fields, game.tables
    if action == act.PASS:
        return _label_of_pass(state)
    if action < act.STASH:
        dollars = action - act.BID
        return say("Bid {n}", n=dollars) if dollars else say("Take it for nothing")
    if action < act.YACHT:
        return say("Put away {n}", n=action - act.STASH) if action > act.STASH else say("Keep all")
    if action < act.TAKE:
        return say("Anchor at {space}", space=names.space(tables, action - act.YACHT))
    if action < act.BOAT:
        return say("Take {pearl}", pearl=names.A_PEARL[COLOURS[action - act.TAKE]])
    if action == act.BOAT:
        where = names.letter(tables, max(state.player[state.mover].yacht, 0))
        return say("Leave a boat at {letter}", letter=where)
    if action < act.FIRST:
        return say("Place at {square}", square=names.square(tables, action - act.PLACE))
    if action < act.ROLL:
        return say("{seat} begins", seat=seat(action - act.FIRST))
    return say("A {n}", n=action - act.ROLL) if action > act.ROLL else say("A blank")


def _label_of_pass(state: State) -> Message:
    if state.phase == BID and is_last_speaker(state):
        return say("Decline")
    if state.phase == BID and state.first_passer == NONE:
        return say("Pass first")
    return say("Pass")
