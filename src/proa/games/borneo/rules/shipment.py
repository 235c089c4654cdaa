"""7. The shipment: a card of the hand is laid at a harbor."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo import actions as act
from proa.games.borneo.rules.distribution import begin_monopoly, begin_shared_distribution
from proa.games.borneo.rules.drawing import begin_drawing
from proa.games.borneo.rules.harbors import monopolist
from proa.games.borneo.rules.sets import bit, first_of, list_cards
from proa.games.borneo.state import HARBOR, OPEN


@rule
def offer_shipment(state, actions):
    """Offer any card of the hand (BO-7.1)."""
    return list_cards(whole(state.player[state.mover].hand), act.SHIP, actions, 0)


@rule
def choose_shipment(state, card):
    """Choose a shipment; the others don't see it before the harbor is named (BO-13.4)."""
    state.picked = bit(card)
    state.phase = HARBOR


@rule
def offer_harbor(state, actions):
    """Offer any open harbor (BO-7.2)."""
    cards = whole(0)
    for slot in range(OPEN):
        cards |= bit(state.harbor[slot].card - 1)
    return list_cards(cards, act.AT, actions, 0)


@rule
def lay(rules, state, card):
    """Lay the chosen shipment at a harbor (BO-7.3), whose goods may then be distributed."""
    slot = 0
    while state.harbor[slot].card != card + 1:
        slot += 1
    harbor = state.harbor[slot]
    me = state.player[state.mover]
    harbor.pile[harbor.laid] = first_of(whole(state.picked))
    harbor.laid += 1
    me.hand ^= state.picked
    me.kept = 0
    state.picked = 0
    company = monopolist(rules, harbor)
    if company >= 0:
        # Also when the card limit is reached as well (BO-7.8).
        begin_monopoly(state, slot, company)
    elif harbor.laid >= rules.card_limit[card]:  # BO-7.7
        begin_shared_distribution(rules, state, slot)
    else:
        # Neither number is reached (BO-7.9).
        begin_drawing(state)
