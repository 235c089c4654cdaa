"""Men and women: taking them from the board, and their spaces (BB-5)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.rules.bits import first, size
from proa.games.borabora.rules.question_stack import pop, top
from proa.games.borabora.state import COPIES, EMPTY, NONE, POSITIONS, TYPES

EACH_TYPE = sum(1 << COPIES * kind for kind in range(len(TYPES)))


@rule
def number_of_persons(me):
    """Return the number of persons on a player board, men and women."""
    return size(me.persons[0]) + size(me.persons[1])


@rule
def free_normal_spaces(rules, me) -> int:
    """Return the number of normal spaces with neither hut nor person (BB-1.20, BB-4.9, BB-5.5)."""
    return rules.normal_spaces - me.normal - (number_of_persons(me) - me.closed)


@rule
def has_free_space(rules, me) -> bool:
    """Return whether a person finds a space (BB-5.6); the 12th counts when its last hut has
    gone."""
    return free_normal_spaces(rules, me) > 0 or (me.last == 0 and me.closed == 0)


@rule
def lowest_person(state, sex):
    """Return the lowest position with a person on it (BB-5.4)."""
    for position in range(POSITIONS):
        if state.display[sex][position] != NONE:
            return whole(position + 1)
    return whole(EMPTY)


@rule
def person_need(rules, state, me, sex) -> int:
    """Return the lowest die that takes a person, EMPTY if none can be taken (BB-5.4, BB-5.6)."""
    if has_free_space(rules, me):
        return lowest_person(state, sex)
    return whole(EMPTY)


@rule
def offer_persons(rules, state, me, actions):
    """Offer the persons of sex ``a`` on positions up to ``b`` (BB-5.1, BB-5.3)."""
    question = top(state)
    n = 0
    for position in range(min(whole(question.b), POSITIONS)):
        if state.display[question.a][position] != NONE:
            actions[n] = act.POSITION + question.a * POSITIONS + position
            n += 1
    return n


@rule
def take_person(rules, state, me, action):
    """Put the person on a free space, the 12th only if no other is free (BB-5.7, BB-5.8). The
    person stays to the end (BB-5.10) and does nothing yet (BB-5.9)."""
    sex, position = divmod(action - act.POSITION, POSITIONS)
    pop(state)
    if free_normal_spaces(rules, me) == 0:
        me.closed = 1
    me.persons[sex] |= whole(1) << state.display[sex][position]
    state.display[sex][position] = NONE


@rule
def numbers_of_types(me, sex):
    """Return how many equal tiles of a sex there are on a player board (BB-11.3, BB-11.4), shifted
    down or not (BB-11.5): each type in ``COPIES`` bits."""
    tiles = me.persons[sex]
    return (tiles & EACH_TYPE) + (tiles >> 1 & EACH_TYPE) + (tiles >> 2 & EACH_TYPE)


@rule
def number_of_type(me, sex, kind) -> int:
    """Return how many tiles of one type and sex there are."""
    return (numbers_of_types(me, sex) >> COPIES * kind) & 7


@rule
def types_held(me, sex):
    """Return the types of which a player has tiles of a sex: the bit ``COPIES * type`` for each."""
    tiles = me.persons[sex]
    return (tiles | tiles >> 1 | tiles >> 2) & EACH_TYPE


@rule
def not_shifted(rules, me, sex, symbols):
    """Return the persons with this many symbols that can still be shifted down (BB-6.4), as
    bits."""
    return me.persons[sex] & ~me.shifted[sex] & rules.with_symbols[sex][symbols]


@rule
def shift_down(rules, me, sex, symbols):
    """Shift one of them down, once for all (BB-6.3, BB-6.6)."""
    me.shifted[sex] |= whole(1) << first(not_shifted(rules, me, sex, symbols))
