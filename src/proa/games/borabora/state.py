"""A position of Bora Bora: its record type and the words for its numbers."""

from __future__ import annotations

import numpy as np

from proa.engine.layout import position_dtype

MOST_PLAYERS = 4
ROUNDS = 6
NONE = -1
"""No seat, tile, space or task."""

ISLANDS = ("centre", "east", "south", "north", "west")
REGIONS = ("CF", "CP", "CM", "CB", "EF", "EB", "SF", "SP", "NB", "NM", "WP", "WM")
TERRAINS = ("mountain", "beach", "forest", "plains")
MATERIALS = ("sand", "wood", "stone")
RESOURCES = (*MATERIALS, "offering")
OFFERING = 3
"""The resource that is no material."""

LAND, WATER = 0, 1
PATHS = ("land", "water")

FISH_KINDS = ("tuna", "parrotfish", "angelfish", "boxfish")
FISH = tuple(f"{kind}-{letter}" for kind in FISH_KINDS for letter in "abc")

WOMAN, MAN = 0, 1
SEXES = ("woman", "man")
TYPES = (
    "land",
    "water",
    "woman",
    "man",
    "build",
    "material",
    "move",
    "points",
    "god",
    "offering",
    "status",
    "shell",
)
(
    T_LAND,
    T_WATER,
    T_WOMAN,
    T_MAN,
    T_BUILD,
    T_MATERIAL,
    T_MOVE,
    T_POINTS,
    T_GOD,
    T_OFFERING,
    T_STATUS,
    T_SHELL,
) = range(12)
COPIES = 3
PERSONS = tuple(f"{kind}-{letter}" for kind in TYPES for letter in "abc")
"""The 36 tiles of one sex; tile ``i`` has the type ``i // 3``."""
POSITIONS = 6
MOST_SYMBOLS = 4

JEWELS = ("necklace", "bracelet", "earring", "ring", "anklet", "headdress")
JEWELRY = tuple(f"{kind}-{letter}" for kind in JEWELS for letter in "abcd")
COLUMN = 4
"""The jewelry spaces of one round."""

GODS = ("blue", "white", "red", "green", "yellow")
COLOURS = 5
BLUE, WHITE, RED, GREEN, YELLOW = range(5)

TASKS = tuple(f"T{number:02}" for number in range(1, 61))
HELD = 3
"""The tasks on a player board."""
MOST_OPEN = MOST_PLAYERS + 2
"""The most open tasks on the board."""

TILES = ("land", "water", "woman", "man", "helper", "temple", "build", "fishing")
"""What a die can be placed for. A combined tile has the number of its first action."""
D_LAND, D_WATER, D_WOMAN, D_MAN, D_HELPER, D_TEMPLE, D_BUILD, D_FISHING = range(8)
ROWS = len(TILES)
FACES = 6
DICE = 3
EMPTY = 7
"""The lowest die on an action tile without dice, and what no die can reach."""

TEMPLE_SPACES = 6
BUILDINGS = 6
GRID_ROWS, GRID_COLUMNS = 3, 4
SPACES = GRID_ROWS * GRID_COLUMNS
SITES = tuple(
    (a, b)
    for a in range(SPACES)
    for b in (a + 1, a + GRID_COLUMNS)
    if b < SPACES and not (b == a + 1 and b % GRID_COLUMNS == 0)
)
"""Two ceremony spaces next to each other, where a building can stand."""

POINTS = (
    "start",
    "fishing",
    "helper",
    "men_and_women",
    "building",
    "red",
    "status",
    "temple",
    "tasks",
)
"""Points that are booked when they are made."""
(
    P_START,
    P_FISHING,
    P_HELPER,
    P_PERSONS,
    P_BUILDING,
    P_RED,
    P_STATUS,
    P_TEMPLE,
    P_TASKS,
) = range(9)
FINAL_POINTS = (
    "god_tiles",
    "fish",
    "jewelry",
    "nine_tasks",
    "six_jewelry",
    "full_ceremony",
    "all_buildings",
    "all_regions",
    "all_persons",
)
"""Points that the end of the game brings."""

QUESTIONS = (
    # asked of the mover
    "first hut",
    "place a die",
    "blue god",
    "white god",
    "expand",
    "hut",
    "resource",
    "red god",
    "person",
    "helper",
    "temple",
    "build",
    "site",
    "fire gift",
    "fire step",
    "ceremony space",
    "men and women",
    "green god",
    "materials",
    "god cards",
    "move huts",
    "gain",
    "jewelry",
    "task",
    "yellow god",
    "new task",
    "final tasks",
    # asked of chance
    "order",
    "deal fish",
    "deal jewelry",
    "deal crane tasks",
    "deal parrot tasks",
    "draw a card",
    "open a card",
    "deal women",
    "deal men",
    "open tasks",
    "roll",
    # asked of nobody
    "over",
)
(
    FIRST_HUT,
    PLACE,
    ASK_BLUE,
    ASK_WHITE,
    EXPAND,
    HUT,
    RESOURCE,
    ASK_RED,
    PERSON,
    HELPER,
    TEMPLE,
    BUILD,
    SITE,
    GIFT,
    STEP,
    SPACE,
    PEOPLE,
    ASK_GREEN,
    MATERIAL,
    CARDS,
    HUTS,
    GAIN,
    BUY,
    TASK,
    ASK_YELLOW,
    NEW_TASK,
    FINAL,
    ORDER,
    DEAL_FISH,
    DEAL_JEWELRY,
    DEAL_CRANES,
    DEAL_PARROTS,
    DRAW,
    OPEN,
    DEAL_WOMEN,
    DEAL_MEN,
    DEAL_TASKS,
    ROLL,
    OVER_ALL,
) = range(len(QUESTIONS))
FIRST_CHANCE = ORDER

# How a question about the Green God came up (its ``a``).
DOUBLE, MUST_DOUBLE, ONE_MORE = range(3)

DEEPEST = 8

PLAYER = np.dtype(
    [
        ("persons", "<i8", (2,)),  # tiles on the player board, by sex, as bits
        ("shifted", "<i8", (2,)),  # those shifted down
        ("done", "<i8"),  # completed tasks, as bits
        ("jewelry", "<i4"),  # bought tiles, as bits
        ("offerings", "<i2"),
        ("shells", "<i2"),
        ("regions", "<i2"),  # regions with a hut of his, as bits
        ("filled", "<i2"),  # ceremony spaces with a material, as bits
        ("points", "<i2", (len(POINTS),)),
        ("hand", "i1", (COLOURS,)),  # God cards
        ("known", "i1", (COLOURS,)),  # those that everybody knows
        ("god_tiles", "i1"),
        ("normal", "i1"),  # huts on normal spaces
        ("last", "i1"),  # huts on the 12th space
        ("closed", "i1"),  # 1: a person lies on the 12th space
        ("priests", "i1"),  # in supply
        ("steps", "i1"),  # on the status track
        ("beside", "i1", (3,)),  # materials beside the board
        ("building", "i1", (BUILDINGS,)),  # the site of each building tile
        ("task", "i1", (HELD,)),  # ascending, empty places last
        ("die", "i1", (DICE,)),  # ascending
        ("spot", "i1", (DICE,)),  # the action tile where each die lies
    ]
)

QUESTION = np.dtype([("kind", "i1"), ("a", "i1"), ("b", "i1")])

STATE = position_dtype(
    "borabora",
    [
        ("deal", "<i8"),  # what is still to be dealt in a deal of the preparation, as bits
        ("pile", "<i8", (2,)),  # persons in the face-down piles, by sex
        ("parrots", "<i8"),  # tasks in the face-down pile
        ("phase", "i1"),  # the question every turn of the phase begins with
        ("turn", "i1"),  # turns of the phase that are over
        ("mover", "i1"),
        ("round", "i1"),  # 0 during the preparation
        ("depth", "i1"),
        ("question", QUESTION, (DEEPEST,)),  # a pile; the top one is asked
        ("order", "i1", (MOST_PLAYERS,)),  # seats in turn order
        ("status", "i1", (MOST_PLAYERS,)),  # seats from furthest ahead to furthest back
        ("fish", "i1", (len(REGIONS),)),
        ("owner", "i1", (len(REGIONS),)),  # whose hut stands on the building space
        ("temple", "i1", (TEMPLE_SPACES,)),  # seats, from left to right
        ("god_tiles", "i1"),  # at the temple
        ("lowest", "i1", (ROWS,)),  # lowest die on each action tile
        ("display", "i1", (2, POSITIONS)),  # persons on the board
        ("offer", "i1", (MOST_OPEN,)),  # open tasks, ascending, empty places last
        ("jewelry", "i1", (len(JEWELRY),)),  # the display, column by column
        ("deck", "i1", (COLOURS,)),
        ("row", "i1", (COLOURS,)),  # open God cards
        ("discard", "i1", (COLOURS,)),
        ("used", "<i2", (2,)),  # types used in this turn of phase B, by sex
        ("green", "i1"),  # 1: a Green God was played in this turn of phase B
        ("player", PLAYER, (MOST_PLAYERS,)),
    ],
)
