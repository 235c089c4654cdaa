"""Phase A: rolling and placing dice (BB-3, BB-18), Blue and White Gods (BB-16.9 to BB-16.13)."""

from __future__ import annotations

import numpy as np

from proa.engine.compile import rule
from proa.games.borabora.actions import A_NO, A_PLACE, A_ROLL
from proa.games.borabora.rules.asking import ZERO, pop, push, top
from proa.games.borabora.rules.build import build_need
from proa.games.borabora.rules.expand import expand_need
from proa.games.borabora.rules.gods import (
    leaves_enough,
    may_pay,
    may_pay_both,
    may_seem_to_pay,
    offer_god,
    pay,
    strengthen,
)
from proa.games.borabora.rules.persons import has_free_space, lowest_person
from proa.games.borabora.rules.temple import temple_need
from proa.games.borabora.state import (
    ASK_BLUE,
    ASK_WHITE,
    BLUE,
    BUILD,
    D_BUILD,
    D_FISHING,
    D_HELPER,
    D_LAND,
    D_MAN,
    D_TEMPLE,
    D_WATER,
    D_WOMAN,
    DICE,
    EMPTY,
    EXPAND,
    FACES,
    HELPER,
    LAND,
    MAN,
    NONE,
    P_FISHING,
    PERSON,
    ROWS,
    TEMPLE,
    WATER,
    WHITE,
    WOMAN,
)

FISHING_POINTS = 2


@rule
def take_dice_back(state):
    """Everybody takes the three dice back (BB-15.14)."""
    for tile in range(ROWS):
        state.lowest[tile] = EMPTY
    for seat in range(state.players):
        for i in range(DICE):
            state.player[seat].spot[i] = NONE
            state.player[seat].die[i] = 0


@rule
def roll(rules, state, me, action):
    """Outcome: three dice, open for all to see (BB-3.2)."""
    pop(state)
    for i in range(DICE):
        me.die[i] = rules.roll_die[action - A_ROLL][i]


@rule
def offer_places(rules, state, me, actions):
    """Every die on every action tile that takes it, with Gods if they can be paid (BB-3.4)."""
    persons = has_free_space(rules, me)
    woman = lowest_person(state, WOMAN) if persons else np.int64(EMPTY)
    man = lowest_person(state, MAN) if persons else np.int64(EMPTY)
    n = 0
    n = offer_tile(rules, state, me, D_LAND, expand_need(rules, me, LAND), actions, n)
    n = offer_tile(rules, state, me, D_WATER, expand_need(rules, me, WATER), actions, n)
    n = offer_tile(rules, state, me, D_WOMAN, woman, actions, n)
    n = offer_tile(rules, state, me, D_MAN, man, actions, n)
    n = offer_tile(rules, state, me, D_HELPER, np.int64(1), actions, n)
    n = offer_tile(rules, state, me, D_TEMPLE, temple_need(me), actions, n)
    n = offer_tile(rules, state, me, D_BUILD, build_need(me), actions, n)
    return offer_fishing(me, actions, n)


@rule
def offer_tile(rules, state, me, tile, need, actions, n):
    """The dice that may be placed for an action (BB-3.5, BB-3.7): lower than the lowest or with a
    Blue God, high enough for what the action needs or with a White God."""
    if need == EMPTY:
        return n
    lowest = state.lowest[rules.tile_of[state.players][tile]]
    last = 0
    for i in range(DICE):
        value = np.int64(me.die[i])
        if me.spot[i] == NONE and value != last:
            last = value
            if can_place(me, value >= lowest, value < need):
                actions[n] = A_PLACE + tile * FACES + value - 1
                n += 1
    return n


@rule
def can_place(me, blue, white):
    """Whether the Gods that a die needs can all be paid for (BB-3.9)."""
    if blue:
        return may_pay_both(me, BLUE, WHITE) if white else may_pay(me, BLUE)
    return not white or may_pay(me, WHITE)


@rule
def offer_fishing(me, actions, n):
    """Fishing takes every die (BB-9.2)."""
    last = 0
    for i in range(DICE):
        value = np.int64(me.die[i])
        if me.spot[i] == NONE and value != last:
            last = value
            actions[n] = A_PLACE + D_FISHING * FACES + value - 1
            n += 1
    return n


@rule
def place(rules, state, me, action):
    """A die is placed; Blue and White Gods are asked for before its action (BB-16.13)."""
    tile, face = divmod(action - A_PLACE, FACES)
    value = face + 1
    pop(state)
    lay_die(me, value, np.int64(rules.tile_of[state.players][tile]))
    if tile == D_FISHING:
        me.points[P_FISHING] += FISHING_POINTS
        return
    need = begin_action(rules, state, me, tile, value)
    if value < FACES:
        push(state, ASK_WHITE, np.int64(value < need), ZERO)
    lowest = np.int64(state.lowest[rules.tile_of[state.players][tile]])
    if value >= lowest:
        push(state, ASK_BLUE, np.int64(value < need), ZERO)
    else:
        state.lowest[rules.tile_of[state.players][tile]] = value


@rule
def lay_die(me, value, tile):
    """The first die of that value that is not placed yet (BB-3.10)."""
    i = 0
    while me.spot[i] != NONE or me.die[i] != value:
        i += 1
    me.spot[i] = tile


@rule
def begin_action(rules, state, me, tile, value):
    """Ask what the action of a tile asks; ``b`` is the value. Returns what the action needs."""
    if tile == D_HELPER:
        push(state, HELPER, ZERO, value)
        return np.int64(1)
    if tile == D_TEMPLE:
        push(state, TEMPLE, ZERO, value)
        return np.int64(1)
    if tile == D_BUILD:
        push(state, BUILD, ZERO, value)
        return build_need(me)
    if tile in (D_LAND, D_WATER):
        push(state, EXPAND, tile - D_LAND, value)
        return expand_need(rules, me, tile - D_LAND)
    push(state, PERSON, tile - D_WOMAN, value)
    return lowest_person(state, tile - D_WOMAN)


@rule
def offer_blue(rules, state, me, actions):
    """The ways to pay for the Blue God that leave enough for a White one if ``a`` says that it
    is needed (BB-3.9)."""
    n = offer_god(me, BLUE, False, actions)
    if top(state).a == 0:
        return n
    kept = 0
    for i in range(n):
        if leaves_enough(me, BLUE, np.int64(actions[i]), WHITE):
            actions[kept] = actions[i]
            kept += 1
    return kept


@rule
def blue_god(rules, state, me, action):
    """The die may lie there although it is not lower (BB-16.9)."""
    pop(state)
    pay(rules, state, me, BLUE, action)


@rule
def no_white(state, me):
    """The White God is not offered to those who plainly can't pay."""
    if top(state).a == 1 or may_seem_to_pay(me):
        return False
    pop(state)
    return True


@rule
def white_god(rules, state, me, action):
    """The die acts as a 6 (BB-16.11) but lies there with its own value (BB-16.12)."""
    pop(state)
    if action != A_NO:
        strengthen(state, FACES)
        pay(rules, state, me, WHITE, action)
