"""What a viewer may see of the God cards: in a position and in an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.fields import writable
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.state import COLOURS, State
from proa.games.borabora.texts.goals import sees_hand

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


def visibility(game: Game, position: Position, viewer: int) -> State:
    """Return a copy of the position's fields: a hand that the viewer does not see has only its
    known cards (BB-1.26), and the draw pile is empty."""
    state = writable(position.fields)
    for seat in range(state.players):
        if not sees_hand(game, seat, viewer):
            me = state.player[seat]
            for god in range(COLOURS):
                me.hand[god] = me.known[god]
    for god in range(COLOURS):
        state.deck[god] = 0
    return state


def cards_held(position: Position, seat: int) -> int:
    """Return how many God cards a hand holds; everybody sees that (BB-1.25)."""
    return sum(position.fields.player[seat].hand)


def cards_left(position: Position) -> int:
    """Return how many cards the draw pile has."""
    return sum(position.fields.deck)


def code_for(game: Game, before: Position, action: int, viewer: int) -> str | None:
    """Return the code as the viewer sees it: only its owner knows a God card drawn into a hand."""
    state = before.fields
    into_hand = act.ROWS[action].first == act.GOD and top(state).kind == at.DRAW
    if into_hand and not sees_hand(game, state.mover, viewer):
        return "god:?"
    return game.code(action)


_ASKED_GOD = {
    at.ASK_BLUE: at.BLUE,
    at.ASK_WHITE: at.WHITE,
    at.ASK_RED: at.RED,
    at.ASK_GREEN: at.GREEN,
    at.ASK_YELLOW: at.YELLOW,
}


def reveals(game: Game, before: Position, action: int) -> bool:
    """Return whether God cards are drawn, opened, paid or shown that were not known before."""
    row = act.ROWS[action]
    if row.first == act.GOD:
        return True
    state = before.fields
    if game.tables.open_hands or row.is_outcome:
        return False
    if row.first in (act.CARD, act.PAIR):
        god = _ASKED_GOD[top(state).kind]
        colour, number = (god, 1) if action == act.CARD else (action - act.PAIR, 2)
        known = state.player[state.mover].known[colour]
        return known < number or _shows(game, before, action)
    return _shows(game, before, action)


def _shows(game: Game, before: Position, action: int) -> bool:
    """Return whether more God cards are known after the action."""
    is_complete = act.ROWS[action].first == act.COMPLETE
    if not is_complete and top(before.fields).kind != at.ASK_YELLOW:
        return False
    after = game.play(before, action, chance=False).fields
    mover = before.fields.mover
    known = zip(before.fields.player[mover].known, after.player[mover].known, strict=True)
    return any(then > now for now, then in known)
