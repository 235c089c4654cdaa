"""Phase A: rolling and placing dice (BB-3, BB-18), Blue and White Gods (BB-16.9 to BB-16.13)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.rules.bits import first
from proa.games.borabora.rules.build import build_need
from proa.games.borabora.rules.counts import counted
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
from proa.games.borabora.rules.persons import person_need
from proa.games.borabora.rules.question_stack import ZERO, pop, push, top
from proa.games.borabora.rules.temple import temple_need
from proa.games.borabora.state import (
    ASK_BLUE,
    ASK_WHITE,
    BLUE,
    BUILD,
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
    NONE,
    P_FISHING,
    PERSON,
    ROWS,
    TEMPLE,
    WHITE,
)

FISHING_POINTS = 2
"""The points for a die of any value (BB-9.1)."""


@rule
def take_dice_back(state):
    """Return all dice to their owners (BB-15.14)."""
    for tile in range(ROWS):
        state.lowest[tile] = EMPTY
    for seat in range(state.players):
        for i in range(DICE):
            state.player[seat].spot[i] = NONE
            state.player[seat].die[i] = 0


@rule
def roll(rules, state, me, action):
    """Outcome: roll three dice, open for all to see (BB-3.2)."""
    pop(state)
    for i in range(DICE):
        me.die[i] = rules.roll_die[action - act.ROLL][i]


@rule
def offer_places(rules, state, me, actions):
    """Offer every die on every action tile that takes it, with Gods if they can be paid
    (BB-3.4)."""
    dice = dice_left(me)
    gods = payable(me)
    n = ZERO
    for tile in range(D_FISHING):
        need = need_of(rules, state, me, tile)
        if need < EMPTY:
            lowest = whole(state.lowest[rules.tile_of[state.players][tile]])
            n = list_places(placeable(dice, need, lowest, gods), tile, actions, n)
    # Fishing takes every die (BB-9.2), so every player has a move (BB-3.8).
    return list_places(dice, whole(D_FISHING), actions, n)


@rule
def dice_left(me):
    """Return the values that the player has yet to place, as bits: bit 0 is a 1."""
    dice = ZERO
    for i in range(DICE):
        if me.spot[i] == NONE:
            dice |= 1 << (me.die[i] - 1)
    return dice


@rule
def payable(me):
    """Return which Gods can be paid for: 1 Blue, 2 White, 4 both on one die (BB-16.13)."""
    blue = may_pay(me, BLUE)
    white = may_pay(me, WHITE)
    both = blue and white and may_pay_both(me, BLUE, WHITE)
    return (1 if blue else 0) + (2 if white else 0) + (4 if both else 0)


@rule
def need_of(rules, state, me, tile) -> int:
    """Return the lowest die with which the action is possible, EMPTY if it is not (BB-3.7); the
    Helper always is (BB-3.8)."""
    if tile <= D_WATER:
        return expand_need(rules, me, tile - D_LAND)
    if tile <= D_MAN:
        return person_need(rules, state, me, tile - D_WOMAN)
    if tile == D_HELPER:
        return whole(1)
    return temple_need(me) if tile == D_TEMPLE else build_need(me)


@rule
def placeable(dice, need, lowest, gods):
    """Return the dice that may be placed, as bits: lower than the lowest (BB-3.5) and as high as
    the action needs (BB-3.7), unless all Gods that replace these conditions can be paid for
    (BB-3.9)."""
    low = dice & ((1 << (lowest - 1)) - 1)
    high = (dice >> (need - 1)) << (need - 1)
    places = low & high
    if gods & 1:
        places |= high
    if gods & 2:
        places |= low
    return dice if gods & 4 else places


@rule
def list_places(dice, tile, actions, n):
    """Append the actions that place these dice."""
    while dice != 0:
        actions[n] = act.PLACE + tile * FACES + first(dice)
        dice &= dice - 1
        n += 1
    return n


@rule
def place(rules, state, me, action):
    """Place a die. Ask for Blue and White Gods before its action (BB-16.13), never at Fishing
    (BB-9.3). The player has chosen one action of a combined tile (BB-18.3)."""
    tile, face = divmod(action - act.PLACE, FACES)
    value = face + 1
    pop(state)
    lay_die(me, value, whole(rules.tile_of[state.players][tile]))
    if tile == D_FISHING:
        me.points[P_FISHING] = counted(me.points[P_FISHING], FISHING_POINTS)
        return
    need = need_of(rules, state, me, tile)
    begin_action(state, tile, value)
    if value < FACES:
        push(state, ASK_WHITE, whole(value < need), ZERO)
    lowest = whole(state.lowest[rules.tile_of[state.players][tile]])
    if value >= lowest:
        push(state, ASK_BLUE, whole(value < need), ZERO)
    else:
        state.lowest[rules.tile_of[state.players][tile]] = value


@rule
def lay_die(me, value, tile):
    """Place the first die of that value that is not placed yet (BB-3.10)."""
    i = 0
    while me.spot[i] != NONE or me.die[i] != value:
        i += 1
    me.spot[i] = tile


@rule
def begin_action(state, tile, value):
    """Ask the question of a tile's action; ``b`` is the value of the die."""
    if tile <= D_WATER:
        push(state, EXPAND, tile - D_LAND, value)
    elif tile <= D_MAN:
        push(state, PERSON, tile - D_WOMAN, value)
    elif tile == D_HELPER:
        push(state, HELPER, ZERO, value)
    elif tile == D_TEMPLE:
        push(state, TEMPLE, ZERO, value)
    else:
        push(state, BUILD, ZERO, value)


@rule
def offer_blue(rules, state, me, actions):
    """Offer the ways to pay for the Blue God; if ``a`` says that a White God is needed, only those
    that leave enough for it (BB-3.9)."""
    n = offer_god(me, BLUE, ZERO, actions)
    if top(state).a == 0:
        return n
    kept = 0
    for i in range(n):
        if leaves_enough(me, BLUE, whole(actions[i]), WHITE):
            actions[kept] = actions[i]
            kept += 1
    return kept


@rule
def blue_god(rules, state, me, action):
    """Leave the die there although it is not lower (BB-16.9); each such die takes a Blue God of its
    own (BB-16.10)."""
    pop(state)
    pay(rules, state, me, BLUE, action)


@rule
def no_white(state, me):
    """Skip the White God if the player publicly can't pay."""
    if top(state).a == 1 or may_seem_to_pay(me):
        return False
    pop(state)
    return True


@rule
def white_god(rules, state, me, action):
    """Let the die act as a 6 (BB-16.11); it lies there with its own value (BB-16.12)."""
    pop(state)
    if action != act.NO:
        strengthen(state, whole(FACES))
        pay(rules, state, me, WHITE, action)
