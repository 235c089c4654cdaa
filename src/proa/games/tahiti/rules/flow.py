"""The verbs: who is asked what, and where the answer goes."""

from __future__ import annotations

import numpy as np

from proa.engine.compile import rule, whole
from proa.engine.verbs import CHANCE, OVER
from proa.games.tahiti.actions import (
    A_BID,
    A_BOAT,
    A_FIRST,
    A_PASS,
    A_PLACE,
    A_ROLL,
    A_STASH,
    A_TAKE,
    A_YACHT,
)
from proa.games.tahiti.position import (
    BID,
    END,
    FIRST,
    LAND,
    MOST_COLOURS,
    MOST_PIPS,
    PEARL,
    REROLL,
    ROLL,
    SQUARE,
    STASH,
    YACHT,
)
from proa.games.tahiti.rules.auction import highest_bid, lowest_bid, make_bid, pass_bid
from proa.games.tahiti.rules.disc import roll, stash
from proa.games.tahiti.rules.preparation import (
    draw_first_player,
    may_start_with,
    place_yacht,
    take_starting_pearl,
)
from proa.games.tahiti.rules.sailing import (
    may_place_boat,
    may_take,
    place_boat,
    place_pair,
    squares_of_letter,
    take_pearl,
)

_HALF = np.uint64(32)


@rule
def to_move(rules, state):
    """The seat that decides, CHANCE or OVER."""
    phase = state.phase
    if phase in (ROLL, REROLL, FIRST):
        return whole(CHANCE)
    if phase == END:
        return whole(OVER)
    return whole(state.mover)


@rule
def legal(rules, state, actions) -> int:
    """What may be answered to the question of the phase, ascending."""
    phase = state.phase
    if phase == BID:
        actions[0] = A_PASS
        low = lowest_bid(state)
        n = max(highest_bid(state) + 1 - low, 0)
        for i in range(n):
            actions[i + 1] = A_BID + low + i
        return n + 1
    if phase == SQUARE:
        return squares_of_letter(rules, state, actions)
    if phase == LAND:
        return _pearls_or_boat(rules, state, actions)
    if phase == STASH:
        most = min(whole(state.player[state.mover].cash), whole(rules.stash))
        return _run(actions, A_STASH, most + 1)
    if phase == YACHT:
        return _run(actions, A_YACHT, whole(rules.spaces))
    if phase == PEARL:
        n = 0
        for colour in range(MOST_COLOURS):
            if may_start_with(state, colour):
                actions[n] = A_TAKE + colour
                n += 1
        return n
    if phase == FIRST:
        return _run(actions, A_FIRST, whole(state.players))
    return _throws(rules, state, actions)


@rule
def _run(actions, first, n):
    for i in range(n):
        actions[i] = first + i
    return n


@rule
def _pearls_or_boat(rules, state, actions):
    n = 0
    for colour in range(MOST_COLOURS):
        if may_take(rules, state, colour):
            actions[n] = A_TAKE + colour
            n += 1
    if may_place_boat(state):
        actions[n] = A_BOAT
        n += 1
    return n


@rule
def _throws(rules, state, actions):
    """The faces of the die; without blanks when they would do nothing (TA-3.10)."""
    n = 0
    for pips in range(1 if state.phase == REROLL else 0, MOST_PIPS + 1):
        if rules.throws[pips] > 0:
            actions[n] = A_ROLL + pips
            n += 1
    return n


@rule
def outcomes(rules, state, weights):
    """A lot for each seat (TA-2.3); for the die the number of its faces (TA-1.8)."""
    if state.phase == FIRST:
        for seat in range(state.players):
            weights[seat] = 1
        return whole(state.players)
    n = 0
    total = whole(0)
    for pips in range(1 if state.phase == REROLL else 0, MOST_PIPS + 1):
        if rules.throws[pips] > 0:
            weights[n] = rules.throws[pips]
            total += rules.throws[pips]
            n += 1
    return total


@rule
def draw(rules, state, number):
    """One outcome, distributed as ``outcomes`` says."""
    high = number >> _HALF
    if state.phase == FIRST:
        return whole(A_FIRST) + whole((high * np.uint64(state.players)) >> _HALF)
    first = whole(rules.blanks) if state.phase == REROLL else whole(0)
    faces = np.uint64(whole(rules.face_count) - first)
    return whole(A_ROLL) + whole(rules.faces[first + whole((high * faces) >> _HALF)])


@rule
def apply(rules, state, action):
    """Carry an action or outcome out."""
    if action == A_PASS:
        pass_bid(rules, state)
    elif action < A_STASH:
        make_bid(rules, state, action - A_BID)
    elif action < A_YACHT:
        stash(state, action - A_STASH)
    elif action < A_TAKE:
        place_yacht(state, action - A_YACHT)
    elif action < A_BOAT:
        if state.phase == PEARL:
            take_starting_pearl(state, action - A_TAKE)
        else:
            take_pearl(rules, state, action - A_TAKE)
    elif action == A_BOAT:
        place_boat(state)
    elif action < A_FIRST:
        place_pair(rules, state, action - A_PLACE)
    elif action < A_ROLL:
        draw_first_player(state, action - A_FIRST)
    else:
        roll(rules, state, action - A_ROLL)
