"""Expanding by land and by water (BB-4)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.rules.bits import fill
from proa.games.borabora.rules.counts import counted
from proa.games.borabora.rules.gods import pay
from proa.games.borabora.rules.question_stack import ZERO, pop, push, top
from proa.games.borabora.state import ASK_RED, EMPTY, HUT, OFFERING, P_RED, RED, RESOURCE, SPACE


@rule
def expand_need(rules, me, kind) -> int:
    """Return the lowest path that leads to a new region (BB-4.1), EMPTY if none does or no hut is
    left (BB-4.7)."""
    if me.normal + me.last == 0:
        return whole(EMPTY)
    for i in range(rules.paths[kind]):
        ends = rules.path_ends[kind][i]
        mine = me.regions & ends
        if mine != 0 and mine != ends:
            return whole(rules.path_value[kind][i])
    return whole(EMPTY)


@rule
def offer_expand(rules, state, me, actions):
    """Offer the new regions along paths of the question's kind ``a`` and value ``b`` or less
    (BB-4.2, BB-4.3, BB-4.6)."""
    question = top(state)
    reach = ZERO
    for i in range(rules.paths[question.a]):
        ends = rules.path_ends[question.a][i]
        mine = me.regions & ends
        if rules.path_value[question.a][i] <= question.b and mine != 0 and mine != ends:
            reach |= ends & ~mine
    return fill(reach, whole(act.REGION), actions)


@rule
def expand(rules, state, me, action):
    """Build a new hut; the resource follows, then the Red God (BB-16.16)."""
    region = action - act.REGION
    pop(state)
    push(state, ASK_RED, region, ZERO)
    push(state, RESOURCE, region, ZERO)
    settle_region(state, me, region)


@rule
def settle_region(state, me, region):
    """Put the newest hut on the building space (BB-4.10), and ask which hut leaves the player
    board."""
    me.regions |= 1 << region
    state.owner[region] = state.mover
    push(state, HUT, ZERO, ZERO)


@rule
def offer_hut(rules, state, me, actions):
    """Offer the spaces that the new hut can leave: a normal one or the 12th (BB-4.8)."""
    n = 0
    if me.normal > 0:
        actions[n] = act.NORMAL
        n += 1
    if me.last > 0:
        actions[n] = act.LAST
        n += 1
    return n


@rule
def take_hut(rules, state, me, action):
    """Take the hut from a space, which may become free (BB-4.9)."""
    pop(state)
    if action == act.NORMAL:
        me.normal -= 1
    else:
        me.last -= 1


@rule
def no_resource(rules, state, me):
    """Take the first hut's resource without asking (``b`` is 1): it can't be refused (BB-2.17)."""
    question = top(state)
    if question.b == 0:
        return False
    receive(rules, state, me, question.a)
    return True


@rule
def offer_resource(rules, state, me, actions):
    """Offer to take the region's resource or decline it (BB-4.12)."""
    actions[0] = act.NO
    actions[1] = act.TAKE
    return 2


@rule
def take_resource(rules, state, me, action):
    """Take or decline the resource of region ``a``."""
    if action == act.NO:
        pop(state)
    else:
        receive(rules, state, me, top(state).a)


@rule
def receive(rules, state, me, region):
    """Add an offering, or ask for the place of a material, which is placed at once (BB-4.13)."""
    resource = whole(rules.region_resource[region])
    pop(state)
    if resource == OFFERING:
        me.offerings = counted(me.offerings, 1)
    else:
        push(state, SPACE, resource, ZERO)


@rule
def red_god(rules, state, me, action):
    """Score the fish of the new region ``a`` now or never (BB-4.15, BB-16.14), so at most once in
    the game (BB-16.17). The tile stays (BB-16.15)."""
    region = top(state).a
    pop(state)
    if action != act.NO:
        me.points[P_RED] = counted(me.points[P_RED], rules.fish_value[state.fish[region]])
        pay(rules, state, me, RED, action)
