"""Bora Bora's actions and outcomes: their numbers and codes.

=====================  ===================================================================
code                   what
=====================  ===================================================================
``no``                 decline, stop, or end the turn of phase B
``pay:card``           pay for a God with a card of its colour and an offering; for any God
                       ``pay:pair-red`` with two equal cards and an offering, ``pay:tile``
``place:helper-5``     place a die of that value for that action
``region:CM``          the region to expand to
``hut:normal``         the hut leaves a normal space; ``hut:12th``
``take``               take the resource of the new region
``man:4``              take the man on position 4; ``woman:4``
``tattoo:3``           Helper: tattoo a man with three symbols; ``shells:3`` with a woman
``point``              Helper: one victory point
``offering``           take an offering
``card:deck``          take a God card; ``card:blue`` the open blue one
``material:sand``      take a material
``move``               move a hut to the 12th space
``temple:6``           place a priest on the space of value 6
``build:3``            build the tile of value 3; ``site:1-2`` on these ceremony spaces
``space:1``            place the material on that ceremony space
``status``             one step on the status track; ``shell`` one shell
``use:man-land``       phase B: use the men of that type
``buy:2``              buy the jewelry tile on the second space of the round's column
``complete:T31``       score a task; ``yellow:T31`` with a Yellow God; ``surrender:T31``
``choose:T31``         take a new task
``order:0``            outcome: the next in turn order is seat 0
``deal:tuna-a``        outcome: a tile comes up; ``deal:woman-land-a``, ``deal:ring-d``,
                       ``deal:T31``
``god:blue``           outcome: a God card is drawn
``roll:136``           outcome: three dice
=====================  ===================================================================
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from proa.games.borabora.position import (
    COLOURS,
    COLUMN,
    FACES,
    FISH,
    GODS,
    JEWELRY,
    MATERIALS,
    MOST_PLAYERS,
    MOST_SYMBOLS,
    PERSONS,
    POSITIONS,
    REGIONS,
    SEXES,
    SITES,
    SPACES,
    TASKS,
    TILES,
    TYPES,
)

if TYPE_CHECKING:
    from proa.games.borabora.components import Tables

ROLLS = tuple(combinations_with_replacement(range(1, FACES + 1), 3))
"""The throws of three dice, each ascending."""

NO = 0
CARD = 1
PAIR = CARD + 1
TILE = PAIR + COLOURS
PLACE = TILE + 1  # + action * 6 + value - 1
REGION = PLACE + len(TILES) * FACES
NORMAL = REGION + len(REGIONS)
LAST = NORMAL + 1
TAKE = LAST + 1
POSITION = TAKE + 1  # + sex * 6 + position - 1
SHIFT = POSITION + len(SEXES) * POSITIONS  # + sex * 4 + symbols - 1
POINT = SHIFT + len(SEXES) * MOST_SYMBOLS
OFFERING = POINT + 1
DECK = OFFERING + 1
OPEN = DECK + 1
MATERIAL = OPEN + COLOURS
MOVE = MATERIAL + len(MATERIALS)
TEMPLE = MOVE + 1  # + value - 1
BUILD = TEMPLE + FACES  # + value - 1
SITE = BUILD + FACES
SPACE = SITE + len(SITES)
STATUS = SPACE + SPACES
SHELL = STATUS + 1
USE = SHELL + 1  # + sex * 12 + type
BUY = USE + len(SEXES) * len(TYPES)
COMPLETE = BUY + COLUMN
YELLOW = COMPLETE + len(TASKS)
SURRENDER = YELLOW + len(TASKS)
CHOOSE = SURRENDER + len(TASKS)
ORDER = CHOOSE + len(TASKS)
DEALT_FISH = ORDER + MOST_PLAYERS
PERSON = DEALT_FISH + len(FISH)  # + sex * 36 + tile
DEALT_JEWELRY = PERSON + len(SEXES) * len(PERSONS)
TASK = DEALT_JEWELRY + len(JEWELRY)
GOD = TASK + len(TASKS)
ROLL = GOD + COLOURS
ACTIONS = ROLL + len(ROLLS)


def codes(rules: Tables) -> list[str]:
    """The code of every action and outcome."""
    made = [
        "no",
        "pay:card",
        *(f"pay:pair-{god}" for god in GODS),
        "pay:tile",
        *(f"place:{tile}-{value}" for tile in TILES for value in range(1, FACES + 1)),
        *(f"region:{region}" for region in REGIONS),
        "hut:normal",
        "hut:12th",
        "take",
        *(f"{sex}:{position}" for sex in SEXES for position in range(1, POSITIONS + 1)),
        *(f"{act}:{n}" for act in ("shells", "tattoo") for n in range(1, MOST_SYMBOLS + 1)),
        "point",
        "offering",
        "card:deck",
        *(f"card:{god}" for god in GODS),
        *(f"material:{material}" for material in MATERIALS),
        "move",
        *(f"temple:{value}" for value in range(1, FACES + 1)),
        *(f"build:{value}" for value in range(1, FACES + 1)),
        *(f"site:{a + 1}-{b + 1}" for a, b in SITES),
        *(f"space:{space}" for space in range(1, SPACES + 1)),
        "status",
        "shell",
        *(f"use:{sex}-{kind}" for sex in SEXES for kind in TYPES),
        *(f"buy:{space}" for space in range(1, COLUMN + 1)),
        *(f"{act}:{task}" for act in ("complete", "yellow") for task in TASKS),
        *(f"{act}:{task}" for act in ("surrender", "choose") for task in TASKS),
        *(f"order:{seat}" for seat in range(MOST_PLAYERS)),
        *(f"deal:{tile}" for tile in FISH),
        *(f"deal:{sex}-{tile}" for sex in SEXES for tile in PERSONS),
        *(f"deal:{tile}" for tile in JEWELRY),
        *(f"deal:{task}" for task in TASKS),
        *(f"god:{god}" for god in GODS),
        *("roll:" + "".join(map(str, roll)) for roll in ROLLS),
    ]
    assert len(made) == ACTIONS
    return made
