"""The Helper and its trades (BB-6)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.rules.counts import counted
from proa.games.borabora.rules.gods import offer_cards, take_card
from proa.games.borabora.rules.materials import take_material
from proa.games.borabora.rules.persons import not_shifted, shift_down
from proa.games.borabora.rules.question_stack import ONE, pop, top
from proa.games.borabora.rules.status import advance
from proa.games.borabora.state import MAN, MATERIALS, MOST_SYMBOLS, P_HELPER, SEXES


@rule
def can_move_hut(me) -> bool:
    """Return whether a hut is on a normal space, and no person on the 12th (BB-5.8, BB-6.13)."""
    return me.normal > 0 and me.closed == 0


@rule
def move_hut(me):
    """Move a hut of the player board to the 12th space (BB-6.13), never one from the game board
    (BB-6.14)."""
    me.normal -= 1
    me.last += 1


@rule
def price(action):
    """Return the Helper points that a trade costs (BB-6.1)."""
    return 1 if action <= act.POINT else 2


@rule
def offer_trades(rules, state, me, actions):
    """Offer the trades for ``b`` points; the player may always stop (BB-6.2)."""
    actions[0] = act.NO
    n = 1
    for sex in range(len(SEXES)):
        for symbols in range(1, MOST_SYMBOLS + 1):
            if not_shifted(rules, me, sex, symbols) != 0:
                actions[n] = act.SHIFT + sex * MOST_SYMBOLS + symbols - 1
                n += 1
    actions[n] = act.POINT
    n += 1
    if top(state).b > 1:
        n = offer_dear_trades(state, me, actions, n)
    return n


@rule
def offer_dear_trades(state, me, actions, n):
    """Offer the trades for two points."""
    actions[n] = act.OFFERING
    n = offer_cards(state, actions, n + 1)
    for material in range(len(MATERIALS)):
        actions[n] = act.MATERIAL + material
        n += 1
    if can_move_hut(me):
        actions[n] = act.MOVE
        n += 1
    return n


@rule
def trade(rules, state, me, action):
    """Make one trade with the Helper: shift a person down, gain a point (BB-6.9), an offering
    (BB-6.10), a God card (BB-6.11), a material (BB-6.12), or move a hut (BB-6.13)."""
    if action == act.NO:
        pop(state)
        return
    top(state).b -= price(action)
    if action < act.POINT:
        sex, symbols = divmod(action - act.SHIFT, MOST_SYMBOLS)
        shift(rules, state, me, sex, symbols + 1)
    elif action == act.POINT:
        me.points[P_HELPER] = counted(me.points[P_HELPER], 1)
    elif action == act.OFFERING:
        me.offerings = counted(me.offerings, 1)
    elif action < act.MATERIAL:
        take_card(rules, state, me, action)
    elif action < act.MOVE:
        take_material(state, action)
    else:
        move_hut(me)


@rule
def shift(rules, state, me, sex, symbols):
    """Tattoo a man: steps on the status track (BB-6.3); or let a woman collect shells (BB-6.6)."""
    shift_down(rules, me, sex, symbols)
    if sex == MAN:
        advance(rules, state, whole(state.mover), symbols)
    else:
        me.shells = counted(me.shells, symbols)


@rule
def offer_moves(rules, state, me, actions):
    """Offer to move one more hut or stop (BB-11.13, BB-11.19)."""
    actions[0] = act.NO
    actions[1] = act.MOVE
    return 2


@rule
def choose_move(rules, state, me, action):
    """Move one of ``b`` huts, or stop."""
    if action == act.NO:
        pop(state)
    else:
        top(state).b -= 1
        move_hut(me)


@rule
def offer_more_cards(rules, state, me, actions):
    """Offer one more God card or to stop (BB-11.15, BB-11.19)."""
    actions[0] = act.NO
    return offer_cards(state, actions, ONE)


@rule
def choose_card(rules, state, me, action):
    """Take one of ``b`` God cards, or stop."""
    if action == act.NO:
        pop(state)
    else:
        top(state).b -= 1
        take_card(rules, state, me, action)
