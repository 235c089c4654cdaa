"""Resampling: positions that a seat can't tell apart (BB-1.25, BB-1.26)."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole
from proa.engine.core.rng import below, rekey
from proa.games.borabora.rules.gods import may_pay, may_pay_both, number_of
from proa.games.borabora.rules.tasks import can_complete_with_yellow
from proa.games.borabora.state import (
    ASK_BLUE,
    ASK_GREEN,
    ASK_WHITE,
    ASK_YELLOW,
    BLUE,
    COLOURS,
    DOUBLE,
    GREEN,
    MOST_PLAYERS,
    WHITE,
)


@rule
def resample(rules, state, seat, rng):
    """Draw anew the God cards in other hands that are not publicly known (BB-1.25, BB-1.26).

    Only the mover may have to pay for a God to complete what was begun (BB-3.9); the mover's hand
    is drawn again until it can pay.
    """
    if rules.open_hands == 0:
        hidden = np.zeros(MOST_PLAYERS, np.int64)
        for other in range(state.players):
            if other != seat:
                hidden[other] = forget(state, state.player[other])
        mover = whole(state.mover)
        imagine(state, state.player[mover], hidden[mover], rng)
        while mover != seat and not can_go_on(rules, state):
            forget(state, state.player[mover])
            imagine(state, state.player[mover], hidden[mover], rng)
        for other in range(state.players):
            if other != mover:
                imagine(state, state.player[other], hidden[other], rng)
    rekey(state, rng)


@rule
def forget(state, me):
    """Put the cards that only their holder knows back into the draw pile; return their number."""
    number = 0
    for god in range(COLOURS):
        unknown = me.hand[god] - me.known[god]
        state.deck[god] += unknown
        me.hand[god] = me.known[god]
        number += unknown
    return number


@rule
def imagine(state, me, number, rng):
    """Draw ``number`` cards from the draw pile."""
    for _ in range(number):
        left = below(rng, whole(number_of(state.deck)))
        god = 0
        while left >= state.deck[god]:
            left -= state.deck[god]
            god += 1
        state.deck[god] -= 1
        me.hand[god] += 1


@rule
def can_go_on(rules, state):
    """Return whether the mover can pay for the God that the action begun needs."""
    me = state.player[state.mover]
    for i in range(state.depth - 1, -1, -1):
        question = state.question[i]
        if question.kind == ASK_BLUE:
            if question.a == 1:
                return may_pay_both(me, BLUE, WHITE)
            return may_pay(me, BLUE)
        if question.kind == ASK_WHITE:
            return question.a == 0 or may_pay(me, WHITE)
        if question.kind == ASK_GREEN:
            return question.a == DOUBLE or may_pay(me, GREEN)
        if question.kind == ASK_YELLOW:
            return can_complete_with_yellow(rules, state, me, whole(question.a))
    return True
