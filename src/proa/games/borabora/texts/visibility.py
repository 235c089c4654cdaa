"""What a viewer may see: the position without the God cards that only others know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.fields import writable
from proa.games.borabora.state import COLOURS, State
from proa.games.borabora.texts.progress import sees_hand

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
