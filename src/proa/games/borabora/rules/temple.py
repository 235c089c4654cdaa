"""The temple: placing priests (BB-7) and scoring them (BB-13)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.rules.counts import counted
from proa.games.borabora.rules.fire import fire_bonus
from proa.games.borabora.rules.question_stack import pop, top
from proa.games.borabora.state import EMPTY, NONE, P_TEMPLE, TEMPLE_SPACES


@rule
def temple_need(me) -> int:
    """Return 1 while the supply has a priest: any die places it (BB-7.1, BB-7.5); else EMPTY."""
    return whole(1) if me.priests > 0 else whole(EMPTY)


@rule
def offer_temple(rules, state, me, actions):
    """Offer the temple spaces of value ``b`` or less (BB-7.1)."""
    n = whole(top(state).b)
    for i in range(n):
        actions[i] = act.TEMPLE + i
    return n


@rule
def place_priest(rules, state, me, action):
    """Place a new priest, which pushes those before it to the right, up to the first gap (BB-7.2)
    or out of the temple (BB-7.3), and give a Fire Bonus (BB-7.4)."""
    space = whole(rules.temple_space[action - act.TEMPLE + 1])
    pushed = whole(state.mover)
    me.priests -= 1
    pop(state)
    while pushed != NONE and space < TEMPLE_SPACES:
        moved = whole(state.temple[space])
        state.temple[space] = pushed
        pushed = moved
        space += 1
    if pushed != NONE:
        state.player[pushed].priests += 1
    fire_bonus(state)


@rule
def score_temple(rules, state):
    """Score every priest (BB-13.1). The seat with most priests, in a tie the one furthest to the
    left, takes the top God tile (BB-13.2, BB-13.3), which leaves an empty temple unused (BB-13.4).
    """
    best = whole(NONE)
    most = 0
    for space in range(TEMPLE_SPACES):
        seat = whole(state.temple[space])
        if seat != NONE:
            state.player[seat].points[P_TEMPLE] = counted(
                state.player[seat].points[P_TEMPLE], rules.priest_points[state.round - 1]
            )
            if priests_of(state, seat) > most:
                most = priests_of(state, seat)
                best = seat
    state.god_tiles -= 1
    if best != NONE:
        state.player[best].god_tiles += 1


@rule
def priests_of(state, seat):
    """Return the number of a player's priests in the temple."""
    n = 0
    for space in range(TEMPLE_SPACES):
        if state.temple[space] == seat:
            n += 1
    return n
