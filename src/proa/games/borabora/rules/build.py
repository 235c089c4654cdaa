"""Building (BB-8)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.rules.counts import counted
from proa.games.borabora.rules.fire import fire_bonus
from proa.games.borabora.rules.question_stack import ZERO, pop, push, top
from proa.games.borabora.state import (
    BUILDINGS,
    EMPTY,
    GRID_COLUMNS,
    NONE,
    P_BUILDING,
    SITE,
    SITES,
    SPACES,
)

NOT_LAST_COLUMN = sum(
    1 << space for space in range(SPACES) if space % GRID_COLUMNS < GRID_COLUMNS - 1
)


@rule
def has_site(me) -> bool:
    """Return whether two materials lie on adjacent ceremony spaces (BB-8.2)."""
    across = me.filled & (me.filled >> 1) & NOT_LAST_COLUMN
    return (across | (me.filled & (me.filled >> GRID_COLUMNS))) != 0


@rule
def build_need(me) -> int:
    """Return the lowest die that builds, EMPTY if nothing can be built (BB-8.1, BB-8.5)."""
    if has_site(me):
        for tile in range(BUILDINGS):
            if me.building[tile] == NONE:
                return whole(tile + 1)
    return whole(EMPTY)


@rule
def offer_buildings(rules, state, me, actions):
    """Offer the unbuilt tiles of value ``b`` or less (BB-8.1)."""
    n = 0
    for tile in range(min(whole(top(state).b), BUILDINGS)):
        if me.building[tile] == NONE:
            actions[n] = act.BUILD + tile
            n += 1
    return n


@rule
def choose_building(rules, state, me, action):
    """Choose which tile is built; its site is asked next."""
    pop(state)
    push(state, SITE, whole(action - act.BUILD), ZERO)


@rule
def offer_sites(rules, state, me, actions):
    """Offer two adjacent ceremony spaces with any materials (BB-8.2)."""
    n = 0
    for site in range(len(SITES)):
        if me.filled & rules.site_spaces[site] == rules.site_spaces[site]:
            actions[n] = act.SITE + site
            n += 1
    return n


@rule
def build(rules, state, me, action):
    """Put tile ``a`` in the place of two materials; score it (BB-8.3) and give a Fire Bonus
    (BB-8.4)."""
    site = action - act.SITE
    tile = top(state).a
    pop(state)
    me.filled &= ~rules.site_spaces[site]
    me.building[tile] = site
    me.points[P_BUILDING] = counted(me.points[P_BUILDING], rules.building_points[state.round - 1])
    fire_bonus(state)
