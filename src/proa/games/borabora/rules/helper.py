"""The Helper and its trades (BB-6)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.rules.gods import offer_cards, take_card
from proa.games.borabora.rules.materials import take_material
from proa.games.borabora.rules.persons import not_shifted, shift_down
from proa.games.borabora.rules.question_stack import ONE, pop, top
from proa.games.borabora.rules.status import advance
from proa.games.borabora.state import MAN, MATERIALS, MOST_SYMBOLS, P_HELPER, SEXES


@rule
def can_move_hut(me) -> bool:
    """A hut on a normal space, and no person on the 12th (BB-5.8, BB-6.13)."""
    return me.normal > 0 and me.closed == 0


@rule
def move_hut(me):
    """A hut of the player board moves to the 12th space (BB-6.13), never one that is on the game
    board (BB-6.14)."""
    me.normal -= 1
    me.last += 1


@rule
def price(action):
    """The Helper points a trade costs (BB-6.1)."""
    return 1 if action <= act.POINT else 2


@rule
def offer_trades(rules, state, me, actions):
    """What ``b`` points can be traded for; one may always stop (BB-6.2)."""
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
    """The trades for two points."""
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
    """One trade with the Helper: a person shifted down, a point (BB-6.9), an offering (BB-6.10), a
    God card (BB-6.11), a material (BB-6.12) or a hut moved (BB-6.13)."""
    if action == act.NO:
        pop(state)
        return
    top(state).b -= price(action)
    if action < act.POINT:
        sex, symbols = divmod(action - act.SHIFT, MOST_SYMBOLS)
        shift(rules, state, me, sex, symbols + 1)
    elif action == act.POINT:
        me.points[P_HELPER] += 1
    elif action == act.OFFERING:
        me.offerings += 1
    elif action < act.MATERIAL:
        take_card(rules, state, me, action)
    elif action < act.MOVE:
        take_material(state, action)
    else:
        move_hut(me)


@rule
def shift(rules, state, me, sex, symbols):
    """Tattoo a man: steps on the status track (BB-6.3); a woman collects shells (BB-6.6)."""
    shift_down(rules, me, sex, symbols)
    if sex == MAN:
        advance(rules, state, whole(state.mover), symbols)
    else:
        me.shells += symbols


@rule
def offer_moves(rules, state, me, actions):
    """Move one more hut or stop (BB-11.13, BB-11.19)."""
    actions[0] = act.NO
    actions[1] = act.MOVE
    return 2


@rule
def choose_move(rules, state, me, action):
    """One of ``b`` huts moves, or no more."""
    if action == act.NO:
        pop(state)
    else:
        top(state).b -= 1
        move_hut(me)


@rule
def offer_more_cards(rules, state, me, actions):
    """One more God card or stop (BB-11.15, BB-11.19)."""
    actions[0] = act.NO
    return offer_cards(state, actions, ONE)


@rule
def choose_card(rules, state, me, action):
    """One of ``b`` God cards, or no more."""
    if action == act.NO:
        pop(state)
    else:
        top(state).b -= 1
        take_card(rules, state, me, action)
