"""The verbs of Tahiti: whose move it is, the legal actions, and the dispatch of each action."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole
from proa.engine.core.verbs import CHANCE, OVER
from proa.games.tahiti import actions as act
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
from proa.games.tahiti.state import (
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

_HALF = np.uint64(32)


@rule
def to_move(rules, state):
    """Return the seat that decides, CHANCE or OVER."""
    phase = state.phase
    if phase in (ROLL, REROLL, FIRST):
        return whole(CHANCE)
    if phase == END:
        return whole(OVER)
    return whole(state.mover)


@rule
def legal(rules, state, actions) -> int:
    """Fill ``actions`` with the legal answers to the phase's question, ascending."""
    phase = state.phase
    if phase == BID:
        actions[0] = act.PASS
        low = lowest_bid(state)
        n = max(highest_bid(state) + 1 - low, 0)
        for i in range(n):
            actions[i + 1] = act.BID + low + i
        return n + 1
    if phase == SQUARE:
        return squares_of_letter(rules, state, actions)
    if phase == LAND:
        return _pearls_or_boat(rules, state, actions)
    if phase == STASH:
        most = min(whole(state.player[state.mover].cash), whole(rules.stash))
        return _run(actions, act.STASH, most + 1)
    if phase == YACHT:
        return _run(actions, act.YACHT, whole(rules.spaces))
    if phase == PEARL:
        n = 0
        for colour in range(MOST_COLOURS):
            if may_start_with(state, colour):
                actions[n] = act.TAKE + colour
                n += 1
        return n
    if phase == FIRST:
        return _run(actions, act.FIRST, whole(state.players))
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
            actions[n] = act.TAKE + colour
            n += 1
    if may_place_boat(state):
        actions[n] = act.BOAT
        n += 1
    return n


@rule
def _throws(rules, state, actions):
    """Fill ``actions`` with the faces of the die; without blanks when they would do nothing
    (TA-3.10)."""
    n = 0
    for pips in range(1 if state.phase == REROLL else 0, MOST_PIPS + 1):
        if rules.throws[pips] > 0:
            actions[n] = act.ROLL + pips
            n += 1
    return n


@rule
def outcomes(rules, state, weights):
    """Fill ``weights``: 1 for each seat (TA-2.3); for the die the number of equal faces
    (TA-1.8)."""
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
    """Return one outcome, distributed as ``outcomes`` says."""
    high = number >> _HALF
    if state.phase == FIRST:
        return whole(act.FIRST) + whole((high * np.uint64(state.players)) >> _HALF)
    first = whole(rules.blanks) if state.phase == REROLL else whole(0)
    faces = np.uint64(whole(rules.face_count) - first)
    return whole(act.ROLL) + whole(rules.faces[first + whole((high * faces) >> _HALF)])


@rule
def apply(rules, state, action):
    """Apply an action or outcome."""
    if action == act.PASS:
        pass_bid(rules, state)
    elif action < act.STASH:
        make_bid(rules, state, action - act.BID)
    elif action < act.YACHT:
        stash(state, action - act.STASH)
    elif action < act.TAKE:
        place_yacht(state, action - act.YACHT)
    elif action < act.BOAT:
        if state.phase == PEARL:
            take_starting_pearl(state, action - act.TAKE)
        else:
            take_pearl(rules, state, action - act.TAKE)
    elif action == act.BOAT:
        place_boat(state)
    elif action < act.FIRST:
        place_pair(rules, state, action - act.PLACE)
    elif action < act.ROLL:
        draw_first_player(state, action - act.FIRST)
    else:
        roll(rules, state, action - act.ROLL)
