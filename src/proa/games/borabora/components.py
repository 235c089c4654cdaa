"""Bora Bora's rules record, filled by edition files (BB-1, BB-19, BB-20)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from proa.engine.core.fields import Fields, Row, int8, int16, int64
from proa.games.borabora.actions import ROLLS
from proa.games.borabora.state import (
    COLUMN,
    COPIES,
    FACES,
    FISH_KINDS,
    GODS,
    ISLANDS,
    JEWELS,
    MATERIALS,
    MOST_PLAYERS,
    MOST_SYMBOLS,
    REGIONS,
    ROUNDS,
    SITES,
    SPACES,
    TASKS,
    TEMPLE_SPACES,
    TERRAINS,
    TILES,
    TYPES,
)

MOST_PATHS = 40
MOST_STATUS = 40
MOST_JEWELRY = 50

WHAT: dict[str, Sequence[str]] = {
    "men": (),
    "women": (),
    "man types": (),
    "woman types": (),
    "men shifted": (),
    "women shifted": (),
    "persons shifted": (),
    "persons of type": TYPES,
    "regions": (),
    "islands": (),
    "terrain": TERRAINS,
    "fish": FISH_KINDS,
    "huts on the 12th space": (),
    "god cards": GODS,
    "equal god cards": (),
    "god colours": (),
    "god tiles": (),
    "priests": (),
    "turn order tile 1": (),
    "jewelry": (),
    "jewelry types": (),
    "jewelry of type": JEWELS,
    "buildings": (),
    "material": MATERIALS,
    "materials": (),
    "offerings": (),
    "shells": (),
}
"""What a task can require, and the words for its kinds where they matter."""


class Need(Fields):
    """One thing that a task requires."""

    what: int8
    which: int8
    count: int8


class Task(Fields):
    """A task tile."""

    crane: int8
    needs: int8
    need: Annotated[Row[Need], 2]


class Tables(Fields, of="borabora_rules"):
    """Bora Bora's tables and limits."""

    open_hands: int8
    region_island: Annotated[Row[int8], len(REGIONS)]
    region_terrain: Annotated[Row[int8], len(REGIONS)]
    region_resource: Annotated[Row[int8], len(REGIONS)]
    island: Annotated[Row[int16], len(ISLANDS)]  # its regions, as bits
    terrain: Annotated[Row[int16], len(TERRAINS)]
    # The paths by kind (BB-1.8), ascending by value; the regions at their ends, as bits.
    paths: Annotated[Row[int8], 2]
    path_value: Annotated[Row[Row[int8]], 2, MOST_PATHS]
    path_ends: Annotated[Row[Row[int16]], 2, MOST_PATHS]
    fish_value: Annotated[Row[int8], 3 * len(FISH_KINDS)]
    symbols: Annotated[Row[Row[int8]], 2, COPIES * len(TYPES)]
    with_symbols: Annotated[
        Row[Row[int64]], 2, MOST_SYMBOLS + 1
    ]  # tiles by number of symbols, as bits
    power: Annotated[Row[Row[int8]], len(TYPES), COPIES + 1]
    doubled: Annotated[Row[Row[int8]], len(TYPES), COPIES + 1]
    status_spaces: int8
    status_points: Annotated[Row[int8], MOST_STATUS]
    priest_points: Annotated[Row[int8], ROUNDS]
    building_points: Annotated[Row[int8], ROUNDS]
    temple_value: Annotated[Row[int8], TEMPLE_SPACES]
    temple_space: Annotated[Row[int8], FACES + 1]  # the space of each value
    temple_tiles: int8
    jewelry_type: Annotated[Row[int8], COLUMN * ROUNDS]
    jewelry_cost: Annotated[Row[int8], COLUMN * ROUNDS]
    jewelry_points: Annotated[Row[int8], COLUMN * ROUNDS]
    cards: int8
    open_cards: int8
    normal_spaces: int8
    normal_huts: int8
    last_huts: int8
    priests: int8
    hand: int8
    god_tiles: int8
    offerings: int8
    space_material: Annotated[Row[int8], SPACES]
    material_spaces: Annotated[Row[int16], len(MATERIALS)]  # as bits
    site_spaces: Annotated[Row[int16], len(SITES)]  # as bits
    # The tile that takes the die: a combined tile has one row of dice (BB-18.3).
    tile_of: Annotated[Row[Row[int8]], MOST_PLAYERS + 1, len(TILES)]
    task: Annotated[Row[Task], len(TASKS)]
    cranes: int64  # tasks, as bits
    roll_die: Annotated[Row[Row[int8]], len(ROLLS), 3]
    roll_weight: Annotated[Row[int8], len(ROLLS)]
    roll_of: Annotated[Row[Row[Row[int8]]], FACES, FACES, FACES]
