"""The requirements of tasks (BB-19), and how much of each a player has."""

from __future__ import annotations

from proa.engine.compiler.compile import rule
from proa.games.borabora.components import WHAT
from proa.games.borabora.rules.bits import size
from proa.games.borabora.rules.persons import number_of_type, types_held
from proa.games.borabora.rules.temple import priests_of
from proa.games.borabora.state import (
    BUILDINGS,
    COLOURS,
    COLUMN,
    ISLANDS,
    JEWELS,
    MAN,
    MATERIALS,
    NONE,
    REGIONS,
    WOMAN,
)

(
    MEN,
    WOMEN,
    MAN_TYPES,
    WOMAN_TYPES,
    MEN_SHIFTED,
    WOMEN_SHIFTED,
    PERSONS_SHIFTED,
    PERSONS_OF_TYPE,
    ANY_REGIONS,
    ALL_ISLANDS,
    TERRAIN,
    FISH,
    HUTS_ON_12,
    GOD_CARDS,
    EQUAL_CARDS,
    CARD_COLOURS,
    GOD_TILES,
    PRIESTS,
    TURN_TILE,
    ANY_JEWELRY,
    JEWELRY_TYPES,
    JEWELRY_OF_TYPE,
    BUILT,
    MATERIAL,
    ANY_MATERIALS,
    OFFERINGS,
    SHELLS,
) = range(len(WHAT))
"""The numbers of ``components.WHAT``, in its order."""


@rule
def missing(rules, state, seat, task):
    """Return how many things a player lacks for a task; 0: it is complete (BB-15.8, BB-15.9)."""
    lacks = 0
    for i in range(rules.task[task].needs):
        need = rules.task[task].need[i]
        lacks += max(need.count - amount(rules, state, seat, need.what, need.which), 0)
    return lacks


@rule
def amount(rules, state, seat, what, which) -> int:
    """Return how much a player has of a requirement."""
    me = state.player[seat]
    if what <= PERSONS_OF_TYPE:
        return persons(me, what, which)
    if what <= HUTS_ON_12:
        return huts(rules, state, me, what, which)
    if what <= CARD_COLOURS:
        return cards(me, what, which)
    if what <= TURN_TILE:
        return holy(state, me, seat, what)
    if what <= BUILT:
        return goods(me, what, which)
    return supplies(rules, me, what, which)


@rule
def persons(me, what, which):
    """Return men and women on the player board (BB-19.5, BB-19.6, BB-19.13, BB-19.14)."""
    if what == MEN:
        return size(me.persons[MAN])
    if what == WOMEN:
        return size(me.persons[WOMAN])
    if what == MAN_TYPES:
        return size(types_held(me, MAN))
    if what == WOMAN_TYPES:
        return size(types_held(me, WOMAN))
    if what == MEN_SHIFTED:
        return size(me.shifted[MAN])
    if what == WOMEN_SHIFTED:
        return size(me.shifted[WOMAN])
    if what == PERSONS_SHIFTED:
        return size(me.shifted[MAN]) + size(me.shifted[WOMAN])
    return number_of_type(me, WOMAN, which + 0) + number_of_type(me, MAN, which + 0)


@rule
def huts(rules, state, me, what, which):
    """Return regions and islands, wherever the huts stand there (BB-4.11, BB-19.2, BB-19.10,
    BB-19.11), or huts on the 12th space (BB-19.12)."""
    if what == ANY_REGIONS:
        return size(me.regions + 0)
    if what == ALL_ISLANDS:
        n = 0
        for island in range(len(ISLANDS)):
            if me.regions & rules.island[island] != 0:
                n += 1
        return n
    if what == TERRAIN:
        return size(me.regions & rules.terrain[which])
    if what == FISH:
        n = 0
        for region in range(len(REGIONS)):
            if me.regions >> region & 1 and state.fish[region] // 3 == which:
                n += 1
        return n
    return me.last + 0


@rule
def cards(me, what, which):
    """Return God cards in hand; no card counts as another (BB-19.3, BB-19.4)."""
    if what == GOD_CARDS:
        return me.hand[which] + 0
    most = 0
    colours = 0
    for god in range(COLOURS):
        most = max(most, me.hand[god] + 0)
        if me.hand[god] > 0:
            colours += 1
    return most if what == EQUAL_CARDS else colours


@rule
def holy(state, me, seat, what):
    """Return God tiles (BB-19.8), priests in the temple (BB-19.1), or the turn order tile 1
    (BB-15.15)."""
    if what == GOD_TILES:
        return me.god_tiles + 0
    if what == PRIESTS:
        return priests_of(state, seat)
    return 1 if state.order[0] == seat else 0


@rule
def goods(me, what, which):
    """Return jewelry and buildings (BB-19.5 to BB-19.7)."""
    if what == ANY_JEWELRY:
        return size(me.jewelry + 0)
    if what == JEWELRY_OF_TYPE:
        return size(me.jewelry >> (COLUMN * which) & 15)
    n = 0
    if what == JEWELRY_TYPES:
        for kind in range(len(JEWELS)):
            if me.jewelry >> (COLUMN * kind) & 15 != 0:
                n += 1
    else:
        n = buildings_of(me)
    return n


@rule
def buildings_of(me):
    """Return how many buildings a player has built."""
    n = 0
    for tile in range(BUILDINGS):
        if me.building[tile] != NONE:
            n += 1
    return n


@rule
def supplies(rules, me, what, which):
    """Return materials on ceremony spaces and beside the board (BB-19.9), offerings, or shells
    (BB-19.8)."""
    if what == OFFERINGS:
        return me.offerings + 0
    if what == SHELLS:
        return me.shells + 0
    if what == MATERIAL:
        return size(me.filled & rules.material_spaces[which]) + me.beside[which]
    n = size(me.filled + 0)
    for material in range(len(MATERIALS)):
        n += me.beside[material]
    return n
