"""10. Drawing and discarding, and the end of a turn."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo import actions as act
from proa.games.borneo.rules.ending import end_game
from proa.games.borneo.rules.rows import left_of
from proa.games.borneo.rules.sets import bit, count, list_cards
from proa.games.borneo.state import DISCARD, DRAW, DRAWN, HAND_LIMIT, MISSION, MOST_TURNS


@rule
def begin_drawing(state):
    """Draw two cards (BO-10.1); if there are fewer, the game ends at once (BO-10.5, BO-11.3)."""
    if count(whole(state.deck)) + count(whole(state.discard)) < DRAWN:
        end_game(state)
        return
    state.due = DRAWN
    state.phase = DRAW
    shuffle_if_empty(state)


@rule
def shuffle_if_empty(state):
    """Turn the discard pile into the deck if a card is needed and there is none (BO-10.4)."""
    if state.deck == 0:
        state.deck = state.discard
        state.discard = 0


@rule
def draw_card(state, card):
    """Move a card from the deck into the hand (BO-10.1)."""
    me = state.player[state.mover]
    me.hand |= bit(card)
    me.kept = 0
    state.deck ^= bit(card)
    state.due -= 1
    if state.due > 0:
        shuffle_if_empty(state)
    elif count(whole(me.hand)) > HAND_LIMIT:
        state.phase = DISCARD
    else:
        end_turn(state)


@rule
def offer_discard(state, actions):
    """Offer any card of the hand that isn't chosen yet (BO-10.2)."""
    hand = whole(state.player[state.mover].hand)
    return list_cards(hand & ~state.picked, act.DISCARD, actions, 0)


@rule
def discard(state, card):
    """Discard down to six cards (BO-10.2); with the last choice all go face up to the discard pile
    (BO-10.3, BO-13.4)."""
    state.picked |= bit(card)
    me = state.player[state.mover]
    if count(me.hand ^ state.picked) == HAND_LIMIT:
        me.hand ^= state.picked
        state.discard |= state.picked
        state.picked = 0
        end_turn(state)


@rule
def end_turn(state):
    """Let the player on the left take the next turn (BO-3.1, BO-3.4)."""
    state.active = left_of(state, state.active)
    state.mover = state.active
    state.turn = min(state.turn + 1, MOST_TURNS)
    state.phase = MISSION
