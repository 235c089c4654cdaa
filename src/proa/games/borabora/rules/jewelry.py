"""Phase C: buying jewelry (BB-14)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule
from proa.games.borabora import actions as act
from proa.games.borabora.rules.question_stack import pop
from proa.games.borabora.state import COLUMN, NONE


@rule
def can_buy(rules, state, me, space):
    """Return whether a tile of the round's column can be paid for (BB-14.1, BB-14.2)."""
    tile = state.jewelry[COLUMN * (state.round - 1) + space]
    return tile != NONE and rules.jewelry_cost[tile] <= me.shells


@rule
def no_buy(rules, state, me):
    """Skip buying if no tile is left that the shells can buy."""
    for space in range(COLUMN):
        if can_buy(rules, state, me, space):
            return False
    pop(state)
    return True


@rule
def offer_jewelry(rules, state, me, actions):
    """Offer to decline (BB-14.3) or to buy a tile."""
    actions[0] = act.NO
    n = 1
    for space in range(COLUMN):
        if can_buy(rules, state, me, space):
            actions[n] = act.BUY + space
            n += 1
    return n


@rule
def buy(rules, state, me, action):
    """Pay shells to the supply and put the tile on the player board (BB-14.2, BB-14.4)."""
    pop(state)
    if action != act.NO:
        space = COLUMN * (state.round - 1) + action - act.BUY
        tile = state.jewelry[space]
        me.shells -= rules.jewelry_cost[tile]
        me.jewelry |= 1 << tile
        state.jewelry[space] = NONE


@rule
def clear_column(state):
    """Remove what is left of the round's jewelry from the game (BB-14.5)."""
    for space in range(COLUMN):
        state.jewelry[COLUMN * (state.round - 1) + space] = NONE
