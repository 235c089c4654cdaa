"""13. Who knows what: hands are hidden, and so is what is chosen from them (BO-13.1, BO-13.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.texts.reading import cards, sees_hand

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


def code_for(game: Game, before: Position, action: int, viewer: int) -> str | None:
    """Return the code as the viewer sees it: draws are hidden from others, and so are cards of a
    hand until the choice is complete."""
    state = before.fields
    if act.ROWS[action].first == act.DRAW:
        return game.code(action) if sees_hand(viewer, state.mover) else "draw:?"
    if is_hidden_pick(before, action) and not sees_hand(viewer, state.mover):
        return None
    return game.code(action)


def is_hidden_pick(before: Position, action: int) -> bool:
    """Return whether the action chooses a card of the hand that others don't see yet (BO-13.4)."""
    what = act.ROWS[action].first
    if what == act.DISCARD:
        state = before.fields
        hand = state.player[state.mover].hand & ~state.picked
        return len(cards(hand)) > at.HAND_LIMIT + 1
    return what in (act.PLAY, act.SHIP)


def reveals(game: Game, before: Position, action: int) -> bool:
    """Return whether the action shows cards of a hand, or that a hand can attack (BO-13.9): then no
    undo goes past it."""
    if act.ROWS[action].first == act.ATTACK:
        return True
    after = game.play(before, action, chance=False).fields
    hands = zip(before.fields.player, after.player, strict=True)
    return any(old.hand & ~new.hand for old, new in hands)
