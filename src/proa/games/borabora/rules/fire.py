"""The Fire Bonus (BB-10)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.rules.counts import counted
from proa.games.borabora.rules.gods import offer_cards, take_card
from proa.games.borabora.rules.question_stack import ONE, ZERO, pop, push
from proa.games.borabora.rules.status import advance
from proa.games.borabora.state import GIFT, STEP


@rule
def fire_bonus(state):
    """Ask for two free choices, one after the other (BB-10.2), for every priest and building
    (BB-10.1)."""
    push(state, STEP, ZERO, ZERO)
    push(state, GIFT, ZERO, ZERO)


@rule
def offer_gift(rules, state, me, actions):
    """Offer first an offering or a God card (BB-10.2, BB-10.3)."""
    actions[0] = act.OFFERING
    return offer_cards(state, actions, ONE)


@rule
def take_gift(rules, state, me, action):
    """Apply the first choice."""
    pop(state)
    if action == act.OFFERING:
        me.offerings = counted(me.offerings, 1)
    else:
        take_card(rules, state, me, action)


@rule
def offer_step(rules, state, me, actions):
    """Offer then a step on the status track or a shell (BB-10.2)."""
    actions[0] = act.STATUS
    actions[1] = act.SHELL
    return 2


@rule
def take_step(rules, state, me, action):
    """Apply the second choice."""
    pop(state)
    if action == act.STATUS:
        advance(rules, state, whole(state.mover), whole(1))
    else:
        me.shells = counted(me.shells, 1)
