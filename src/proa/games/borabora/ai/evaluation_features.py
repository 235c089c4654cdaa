"""The evaluation features of a seat of Bora Bora at the end of a round.

At that moment no dice, persons or tasks are on the board, so the future depends only on what the
players have. ``NAMES`` names the features in the order in which :func:`evaluation_features` fills
them. Each function below fills its part and returns the index of the next. The features are what
the seat itself may know: its hidden God cards count.
"""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora.rules.bits import size
from proa.games.borabora.rules.build import NOT_LAST_COLUMN
from proa.games.borabora.rules.gods import number_of
from proa.games.borabora.rules.materials import covered
from proa.games.borabora.rules.persons import (
    free_normal_spaces,
    not_shifted,
    number_of_persons,
    number_of_type,
    types_held,
)
from proa.games.borabora.rules.requirements import buildings_of, missing
from proa.games.borabora.rules.temple import priests_of
from proa.games.borabora.state import (
    BUILDINGS,
    COLOURS,
    COLUMN,
    GODS,
    GRID_COLUMNS,
    HELD,
    ISLANDS,
    MATERIALS,
    MOST_SYMBOLS,
    NONE,
    PATHS,
    REGIONS,
    ROUNDS,
    SEXES,
    SPACES,
    TEMPLE_SPACES,
    TYPES,
)

LACKS = ("complete tasks", "tasks that lack 1", "tasks that lack 2", "tasks that lack more")
NAMES = (
    "women",
    "men",
    "shells on women",
    "status symbols on men",
    "women shifted",
    "men shifted",
    "types of women after the first",
    "types of men after the first",
    "equal persons",
    *(f"sexes with type {kind}" for kind in TYPES),
    "persons beyond eight",
    "a free space",
    "free spaces after the first",
    "huts on 12th space",
    "person on 12th space",
    "regions",
    "regions beyond eight",
    "islands",
    "fish of building spaces",
    *(f"regions in reach by {path}, {value}" for path in PATHS for value in (2, 4, 6)),
    "fish in reach by 6",
    "materials on the board",
    "materials beside",
    "a site",
    "sites after the first",
    "ceremony spaces beyond six",
    "buildings",
    "buildings beyond three",
    "lowest building left",
    "priests in the temple",
    "first priest, from the right",
    "last priest, from the right",
    "priests in supply",
    "most priests",
    "God tiles",
    "place in turn order",
    "first in turn order",
    "God cards, up to four",
    "God cards beyond four",
    "offerings, up to three",
    "offerings beyond three",
    "Gods that can be paid",
    *(f"{god} cards" for god in GODS),
    "shells, up to four",
    "shells beyond four",
    "shells beyond eight",
    "jewelry",
    "no round without jewelry",
    "jewelry points in reach next",
    "completed tasks",
    "no round without a task",
    *LACKS,
    "least that the last task lacks",
)
"""The features of a seat."""


@rule
def evaluation_features(rules, state, seat, out):
    """Fill ``out`` (float64) in the order of ``NAMES``."""
    me = state.player[seat]
    at = persons(rules, me, out, 0)
    at = huts(rules, state, me, seat, out, at)
    at = ceremony(rules, me, out, at)
    at = temple(rules, state, me, seat, out, at)
    at = gods(me, out, at)
    at = jewelry(rules, state, me, out, at)
    tasks(rules, state, me, seat, out, at)


@rule
def persons(rules, me, out, at):
    """Fill the features of men and women, and of the symbols on them that can still be used."""
    for sex in range(len(SEXES)):
        out[at + sex] = size(me.persons[sex])
        symbols = 0
        for number in range(1, MOST_SYMBOLS + 1):
            symbols += number * size(not_shifted(rules, me, sex, number))
        out[at + 2 + sex] = symbols
        out[at + 4 + sex] = size(me.shifted[sex])
        out[at + 6 + sex] = max(size(types_held(me, sex)) - 1, 0)
    at += 8
    equal = 0
    for kind in range(len(TYPES)):
        women, men = number_of_type(me, 0, kind), number_of_type(me, 1, kind)
        equal += max(women - 1, 0) + max(men - 1, 0)
        out[at + 1 + kind] = min(women, 1) + min(men, 1)
    out[at] = equal
    at += 1 + len(TYPES)
    free = max(free_normal_spaces(rules, me), 0)
    out[at] = max(number_of_persons(me) - 8, 0)
    out[at + 1] = min(free, 1)
    out[at + 2] = max(free - 1, 0)
    out[at + 3] = me.last
    out[at + 4] = me.closed
    return at + 5


@rule
def huts(rules, state, me, seat, out, at):
    """Fill the features of the regions held and of those within reach."""
    number = size(me.regions + 0)
    islands = 0
    for island in range(len(ISLANDS)):
        islands += 1 if me.regions & rules.island[island] else 0
    fish = 0
    for region in range(len(REGIONS)):
        if state.owner[region] == seat:
            fish += rules.fish_value[state.fish[region]]
    out[at] = number
    out[at + 1] = max(number - 8, 0)
    out[at + 2] = islands
    out[at + 3] = fish
    at += 4
    every = 0
    for path in range(len(PATHS)):
        for step in range(3):
            reach = in_reach(rules, me, path, 2 * step + 2)
            out[at + step] = size(reach)
            every |= reach
        at += 3
    fish = 0
    for region in range(len(REGIONS)):
        if every >> region & 1:
            fish += rules.fish_value[state.fish[region]]
    out[at] = fish
    return at + 1


@rule
def in_reach(rules, me, path, value):
    """Return the new regions along paths of a kind up to a value, as bits."""
    reach = 0
    for i in range(rules.paths[path]):
        ends = rules.path_ends[path][i]
        mine = me.regions & ends
        if rules.path_value[path][i] <= value and mine != 0 and mine != ends:
            reach |= ends & ~me.regions
    return reach


@rule
def ceremony(rules, me, out, at):
    """Fill the features of materials, sites and buildings."""
    filled = me.filled + 0
    beside = 0
    for material in range(len(MATERIALS)):
        beside += me.beside[material]
    sites = size(filled & (filled >> 1) & NOT_LAST_COLUMN) + size(filled & (filled >> GRID_COLUMNS))
    buildings = buildings_of(me)
    lowest = BUILDINGS
    for tile in range(BUILDINGS - 1, -1, -1):
        if me.building[tile] == NONE:
            lowest = tile
    out[at] = size(filled)
    out[at + 1] = beside
    out[at + 2] = min(sites, 1)
    out[at + 3] = min(max(sites - 1, 0), 3)
    out[at + 4] = max(size(filled | covered(rules, me)) - SPACES // 2, 0)
    out[at + 5] = buildings
    out[at + 6] = max(buildings - 3, 0)
    out[at + 7] = lowest
    return at + 8


@rule
def temple(rules, state, me, seat, out, at):
    """Fill the features of priests (the last one is pushed out first), God tiles and turn order."""
    first, last = 0, 0
    for space in range(TEMPLE_SPACES):
        if state.temple[space] == seat:
            first = max(first, TEMPLE_SPACES - space)
            last = TEMPLE_SPACES - space
    mine, most = priests_of(state, seat), 0
    for other in range(state.players):
        if other != seat:
            most = max(most, priests_of(state, whole(other)))
    place = 0
    for i in range(state.players):
        if state.order[i] == seat:
            place = i
    out[at] = mine
    out[at + 1] = first
    out[at + 2] = last
    out[at + 3] = me.priests
    out[at + 4] = 1 if mine > most else 0
    out[at + 5] = me.god_tiles
    out[at + 6] = place
    out[at + 7] = 1 if place == 0 else 0
    return at + 8


@rule
def gods(me, out, at):
    """Fill the features of God cards and of the offerings that they need."""
    cards = number_of(me.hand)
    out[at] = min(cards, 4)
    out[at + 1] = max(cards - 4, 0)
    out[at + 2] = min(whole(me.offerings), 3)
    out[at + 3] = max(whole(me.offerings) - 3, 0)
    out[at + 4] = min(cards, whole(me.offerings))
    for god in range(COLOURS):
        out[at + 5 + god] = me.hand[god]
    return at + 5 + COLOURS


@rule
def jewelry(rules, state, me, out, at):
    """Fill the features of shells and of what they buy; the goal of six tiles needs one in every
    round."""
    shells, number = whole(me.shells), size(me.jewelry + 0)
    over = min(whole(state.round) - 1, ROUNDS)
    best = 0
    for space in range(COLUMN):
        if state.round <= ROUNDS:
            tile = state.jewelry[COLUMN * (max(whole(state.round), 1) - 1) + space]
            if tile != NONE and rules.jewelry_cost[tile] <= shells:
                best = max(best, whole(rules.jewelry_points[tile]))
    out[at] = min(shells, 4)
    out[at + 1] = max(shells - 4, 0)
    out[at + 2] = max(shells - 8, 0)
    out[at + 3] = number
    out[at + 4] = 1 if number >= over else 0
    out[at + 5] = best
    return at + 6


@rule
def tasks(rules, state, me, seat, out, at):
    """Fill the features of the tasks in hand by what they lack; the goal of nine tasks needs one in
    every round."""
    done = size(me.done)
    out[at] = done
    out[at + 1] = 1 if done >= min(whole(state.round) - 1, ROUNDS) else 0
    for lack in range(len(LACKS)):
        out[at + 2 + lack] = 0
    most = 0
    for i in range(HELD):
        if me.task[i] != NONE:
            lacks = missing(rules, state, seat, whole(me.task[i]))
            out[at + 2 + min(lacks, len(LACKS) - 1)] += 1
            most = max(most, lacks)
    out[at + 2 + len(LACKS)] = min(most, 4)
