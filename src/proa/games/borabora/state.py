"""The record of a position of Bora Bora, and the words for its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from proa.engine.core.fields import Fields, PositionFields, Row, int8, int16, int32, int64

if TYPE_CHECKING:
    from proa.engine.core import game, position, texts
    from proa.games.borabora.components import Tables

    Game = game.Game[Tables, "State"]
    Position = position.Position["State"]
    Questions = texts.Questions[Tables, "State"]

MOST_PLAYERS = 4
MOST_COUNT, MOST_BESIDE = 30_000, 100
"""The most offerings, shells and points of a kind, and materials beside a board (BB-20.5)."""
ROUNDS = 6
NONE = -1
"""No seat, tile, space or task."""

ISLANDS = ("centre", "east", "south", "north", "west")
REGIONS = ("CF", "CP", "CM", "CB", "EF", "EB", "SF", "SP", "NB", "NM", "WP", "WM")
TERRAINS = ("mountain", "beach", "forest", "plains")
MATERIALS = ("sand", "wood", "stone")
RESOURCES = (*MATERIALS, "offering")
OFFERING = 3
"""The resource that is not a material."""

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
"""The 36 tiles of one sex; tile ``i`` has the type ``i // 3`` (BB-1.11)."""
POSITIONS = 6
"""The positions on the board for the persons of one sex (BB-1.13)."""
MOST_SYMBOLS = 4

JEWELS = ("necklace", "bracelet", "earring", "ring", "anklet", "headdress")
JEWELRY = tuple(f"{kind}-{letter}" for kind in JEWELS for letter in "abcd")
COLUMN = 4
"""The number of jewelry spaces of one round."""

GODS = ("blue", "white", "red", "green", "yellow")
COLOURS = 5
BLUE, WHITE, RED, GREEN, YELLOW = range(5)

TASKS = tuple(f"T{number:02}" for number in range(1, 61))
HELD = 3
"""The number of tasks on a player board."""
MOST_OPEN = MOST_PLAYERS + 2
"""The most open tasks on the board."""

TILES = ("land", "water", "woman", "man", "helper", "temple", "build", "fishing")
"""The actions that a die can be placed for. A combined tile has the number of its first action."""
D_LAND, D_WATER, D_WOMAN, D_MAN, D_HELPER, D_TEMPLE, D_BUILD, D_FISHING = range(8)
ROWS = len(TILES)
FACES = 6
DICE = 3
EMPTY = 7
"""The lowest die on an action tile without dice; also a value that no die can reach."""

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
"""Two adjacent ceremony spaces, where a building can stand (BB-1.18)."""

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
"""Points that are booked when they are scored."""
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
"""Points scored at the end of the game."""

QUESTIONS = (
    # answered by the mover
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
    # answered by chance
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
    # answered by nobody
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

# Why the game asks for the Green God (the question's ``a``).
DOUBLE, MUST_DOUBLE, ONE_MORE = range(3)

DEEPEST = 8


class Player(Fields):
    """What lies on a player board and beside it (BB-1.2). The supply is unlimited (BB-1.1)."""

    persons: Annotated[Row[int64], 2]  # tiles on the player board, by sex, as bits
    shifted: Annotated[Row[int64], 2]  # those shifted down
    done: int64  # completed tasks, as bits
    jewelry: int32  # bought tiles, as bits
    offerings: int16
    shells: int16
    regions: int16  # regions with a hut of the player, as bits
    filled: int16  # ceremony spaces with a material, as bits
    points: Annotated[Row[int16], len(POINTS)]  # beyond 100 as well (BB-1.3)
    hand: Annotated[Row[int8], COLOURS]  # God cards
    known: Annotated[Row[int8], COLOURS]  # those that everybody knows
    god_tiles: int8
    normal: int8  # huts on normal spaces (BB-1.20)
    last: int8  # huts on the 12th space
    closed: int8  # 1: a person lies on the 12th space
    priests: int8  # in supply
    steps: int8  # on the status track
    beside: Annotated[Row[int8], 3]  # materials beside the board
    building: Annotated[Row[int8], BUILDINGS]  # the site of each building tile
    task: Annotated[Row[int8], HELD]  # ascending, empty places last
    die: Annotated[Row[int8], DICE]  # ascending
    spot: Annotated[Row[int8], DICE]  # the action tile of each die


class PendingQuestion(Fields):
    """A question and its arguments."""

    kind: int8
    a: int8
    b: int8


class State(PositionFields, of="borabora"):
    """A position of Bora Bora."""

    deal: int64  # what a deal of the preparation still has to bring, as bits
    pile: Annotated[Row[int64], 2]  # persons in the face-down piles, by sex
    parrots: int64  # tasks in the face-down pile
    phase: int8  # the first question of every turn in the phase
    turn: int8  # turns of the phase that are over
    mover: int8
    round: int8  # 0 during the preparation
    depth: int8
    question: Annotated[Row[PendingQuestion], DEEPEST]  # a stack; the top one is asked
    order: Annotated[Row[int8], MOST_PLAYERS]  # seats in turn order
    status: Annotated[Row[int8], MOST_PLAYERS]  # seats from furthest ahead to furthest back
    fish: Annotated[Row[int8], len(REGIONS)]  # one in each region (BB-1.5)
    owner: Annotated[Row[int8], len(REGIONS)]  # seat of the hut on the building space
    temple: Annotated[Row[int8], TEMPLE_SPACES]  # seats, from left to right
    god_tiles: int8  # at the temple; all are alike (BB-1.23)
    lowest: Annotated[Row[int8], ROWS]  # lowest die on each action tile
    display: Annotated[Row[Row[int8]], 2, POSITIONS]  # persons on the board
    offer: Annotated[Row[int8], MOST_OPEN]  # open tasks, ascending, empty places last
    jewelry: Annotated[Row[int8], len(JEWELRY)]  # the display, column by column
    deck: Annotated[Row[int8], COLOURS]
    row: Annotated[Row[int8], COLOURS]  # open God cards
    discard: Annotated[Row[int8], COLOURS]
    used: Annotated[Row[int16], 2]  # types used in this turn of phase B, by sex
    green: int8  # 1: a Green God was played in this turn of phase B
    player: Annotated[Row[Player], MOST_PLAYERS]
