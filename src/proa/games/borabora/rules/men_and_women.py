"""Phase B: using men and women (BB-11) and the Green God (BB-16.19 to BB-16.27)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.rules.bits import first
from proa.games.borabora.rules.build import build_need
from proa.games.borabora.rules.counts import counted
from proa.games.borabora.rules.expand import expand_need
from proa.games.borabora.rules.gods import (
    card_to_take,
    may_pay,
    may_seem_to_pay,
    offer_god,
    pay,
    strengthen,
)
from proa.games.borabora.rules.helper import can_move_hut
from proa.games.borabora.rules.persons import number_of_type, person_need, types_held
from proa.games.borabora.rules.question_stack import ZERO, pop, push, top
from proa.games.borabora.rules.status import advance
from proa.games.borabora.state import (
    ASK_GREEN,
    BUILD,
    CARDS,
    COPIES,
    DOUBLE,
    EMPTY,
    EXPAND,
    GAIN,
    GREEN,
    HUTS,
    LAND,
    MAN,
    MATERIAL,
    MUST_DOUBLE,
    ONE_MORE,
    P_PERSONS,
    PERSON,
    SEXES,
    T_BUILD,
    T_GOD,
    T_LAND,
    T_MAN,
    T_MATERIAL,
    T_MOVE,
    T_OFFERING,
    T_POINTS,
    T_SHELL,
    T_STATUS,
    T_WATER,
    T_WOMAN,
    TYPES,
    WATER,
    WOMAN,
)


@rule
def type_need(rules, state, me, kind) -> int:
    """Return the power that a type needs to do anything, EMPTY or more if it can do nothing."""
    if kind == T_LAND:
        return expand_need(rules, me, LAND)
    if kind == T_WATER:
        return expand_need(rules, me, WATER)
    if kind == T_WOMAN:
        return person_need(rules, state, me, WOMAN)
    if kind == T_MAN:
        return person_need(rules, state, me, MAN)
    if kind == T_BUILD:
        return build_need(me)
    if kind == T_MOVE:
        return whole(1) if can_move_hut(me) else whole(EMPTY)
    if kind == T_GOD:
        return whole(1) if card_to_take(state) else whole(EMPTY)
    return whole(1)


@rule
def can_use(rules, state, me, sex, kind, green):
    """Return whether a type that is held may be used: one of each sex (BB-11.1) and, if ``green``,
    with a Green God to double it or to use one more (BB-16.26)."""
    if state.used[sex] >> kind & 1:
        return False
    tiles = number_of_type(me, sex, kind)
    need = type_need(rules, state, me, kind)
    if state.used[sex] == 0:
        return need <= (rules.doubled[kind][tiles] if green else rules.power[kind][tiles])
    return green and need <= rules.power[kind][tiles]


@rule
def no_people(rules, state, me):
    """End the turn when there is publicly nothing to use."""
    green = state.green == 0 and may_seem_to_pay(me)
    for sex in range(len(SEXES)):
        held = types_held(me, sex) if green or state.used[sex] == 0 else 0
        while held != 0:
            if can_use(rules, state, me, sex, first(held) // COPIES, green):
                return False
            held &= held - 1
    end_turn(state)
    return True


@rule
def offer_people(rules, state, me, actions):
    """Offer to stop (BB-11.2) or to use the tiles of a type (BB-11.3)."""
    green = state.green == 0 and may_pay(me, GREEN)
    actions[0] = act.NO
    n = 1
    for sex in range(len(SEXES)):
        held = types_held(me, sex) if green or state.used[sex] == 0 else 0
        while held != 0:
            kind = first(held) // COPIES
            if can_use(rules, state, me, sex, kind, green):
                actions[n] = act.USE + sex * len(TYPES) + kind
                n += 1
            held &= held - 1
    return n


@rule
def use(rules, state, me, action):
    """Use a type with the tiles that there are now (BB-11.22); a Green God's doubling is decided
    before the effect (BB-16.23)."""
    if action == act.NO:
        end_turn(state)
        return
    sex, kind = divmod(action - act.USE, len(TYPES))
    tiles = number_of_type(me, sex, kind)
    power = whole(rules.power[kind][tiles])
    doubled = whole(rules.doubled[kind][tiles])
    more = state.used[sex] != 0
    must = type_need(rules, state, me, kind) > power
    state.used[sex] |= 1 << kind
    begin_use(state, kind, power)
    if more:
        push(state, ASK_GREEN, ONE_MORE, power)
    elif must:
        push(state, ASK_GREEN, MUST_DOUBLE, doubled)
    elif state.green == 0 and doubled > power and may_seem_to_pay(me):
        push(state, ASK_GREEN, DOUBLE, doubled)


@rule
def end_turn(state):
    """End the mover's turn of phase B."""
    pop(state)
    state.green = 0
    state.used[0] = 0
    state.used[1] = 0


@rule
def begin_use(state, kind, power):
    """Ask the question of a type with power ``b`` (BB-11.6): where to expand (BB-11.7, BB-11.8),
    which person (BB-11.9, BB-11.10), building (BB-11.11), materials (BB-11.12), huts (BB-11.13) or
    God cards (BB-11.15)."""
    if kind in (T_LAND, T_WATER):
        push(state, EXPAND, kind - T_LAND, power)
    elif kind in (T_WOMAN, T_MAN):
        push(state, PERSON, kind - T_WOMAN, power)
    elif kind == T_BUILD:
        push(state, BUILD, ZERO, power)
    elif kind == T_MATERIAL:
        push(state, MATERIAL, ZERO, power)
    elif kind == T_MOVE:
        push(state, HUTS, ZERO, power)
    elif kind == T_GOD:
        push(state, CARDS, ZERO, power)
    else:
        push(state, GAIN, kind, power)


@rule
def gain(rules, state, me):
    """Gain ``b`` of kind ``a``: points (BB-11.14), offerings (BB-11.16), steps (BB-11.17) or shells
    (BB-11.18)."""
    kind, number = whole(top(state).a), whole(top(state).b)
    pop(state)
    if kind == T_POINTS:
        me.points[P_PERSONS] = counted(me.points[P_PERSONS], number)
    elif kind == T_OFFERING:
        me.offerings = counted(me.offerings, number)
    elif kind == T_STATUS:
        advance(rules, state, whole(state.mover), number)
    elif kind == T_SHELL:
        me.shells = counted(me.shells, number)


@rule
def green_god(rules, state, me, action):
    """Double the use (BB-16.20) or pay for one more type (BB-16.26)."""
    question = top(state)
    power = whole(question.b)
    pop(state)
    if action != act.NO:
        strengthen(state, power)
        state.green = 1
        pay(rules, state, me, GREEN, action)


@rule
def offer_green(rules, state, me, actions):
    """Offer the ways to pay; declining only where Green is not needed (BB-3.9)."""
    return offer_god(me, GREEN, whole(top(state).a == DOUBLE), actions)
