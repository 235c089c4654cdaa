"""Bora Bora's actions and outcomes, one row each: word, rule, names. A row's value is its first
number."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

from proa.engine.core.actions import Actions
from proa.games.borabora.state import (
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

ROLLS = tuple(combinations_with_replacement(range(1, FACES + 1), 3))
"""The throws of three dice, each ascending."""

_VALUES = range(1, FACES + 1)
_PLACES = tuple(f"{tile}-{value}" for tile, value in product(TILES, _VALUES))
_POSITIONS = range(1, POSITIONS + 1)
_SYMBOLS = range(1, MOST_SYMBOLS + 1)
_SITES = tuple(f"{a + 1}-{b + 1}" for a, b in SITES)
_USES = tuple(f"{sex}-{kind}" for sex, kind in product(SEXES, TYPES))
_PERSONS = tuple(f"{sex}-{tile}" for sex, tile in product(SEXES, PERSONS))
_DICE = tuple("".join(map(str, roll)) for roll in ROLLS)

ROWS = Actions()
NO = ROWS.choice("no", "BB-11.2")  # decline, stop, or end the turn of phase B
CARD = ROWS.choice("pay", "BB-16.1", ("card",))  # for a God: its card and an offering
PAIR = ROWS.choice("pay", "BB-16.3", [f"pair-{god}" for god in GODS])  # and an offering
TILE = ROWS.choice("pay", "BB-16.4", ("tile",))
PLACE = ROWS.choice("place", "BB-3.4", _PLACES)  # a die; + action * 6 + value - 1
REGION = ROWS.choice("region", "BB-4.1", REGIONS)  # for the new hut
NORMAL = ROWS.choice("hut", "BB-4.8", ("normal",))  # the space that the hut leaves
LAST = ROWS.choice("hut", "BB-4.8", ("12th",))
TAKE = ROWS.choice("take", "BB-4.12")  # the resource of the new region
POSITION = ROWS.choice("woman", "BB-5.1", _POSITIONS)  # + sex * 6 + position - 1
MAN = ROWS.choice("man", "BB-5.1", _POSITIONS)
SHIFT = ROWS.choice("shells", "BB-6.6", _SYMBOLS)  # + sex * 4 + symbols - 1; collect with a woman
TATTOO = ROWS.choice("tattoo", "BB-6.3", _SYMBOLS)  # a man
POINT = ROWS.choice("point", "BB-6.9")
OFFERING = ROWS.choice("offering", "BB-6.10")
DECK = ROWS.choice("card", "BB-6.11", ("deck",))
OPEN = ROWS.choice("card", "BB-6.11", GODS)  # from the row
MATERIAL = ROWS.choice("material", "BB-6.12", MATERIALS)
MOVE = ROWS.choice("move", "BB-6.13")  # a hut to the 12th space
TEMPLE = ROWS.choice("temple", "BB-7.1", _VALUES)  # a priest; + value - 1
BUILD = ROWS.choice("build", "BB-8.1", _VALUES)  # + value - 1
SITE = ROWS.choice("site", "BB-8.2", _SITES)  # on these ceremony spaces
SPACE = ROWS.choice("space", "BB-4.13", range(1, SPACES + 1))  # for the material
STATUS = ROWS.choice("status", "BB-10.2")
SHELL = ROWS.choice("shell", "BB-10.2")
USE = ROWS.choice("use", "BB-11.1", _USES)  # + sex * 12 + type
BUY = ROWS.choice("buy", "BB-14.1", range(1, COLUMN + 1))  # from the column of the round
COMPLETE = ROWS.choice("complete", "BB-15.2", TASKS)
YELLOW = ROWS.choice("yellow", "BB-15.3", TASKS)  # with a Yellow God
SURRENDER = ROWS.choice("surrender", "BB-15.6", TASKS)
CHOOSE = ROWS.choice("choose", "BB-15.10", TASKS)
ORDER = ROWS.outcome("order", "BB-2.11", range(MOST_PLAYERS))  # the next seat in turn order
DEALT_FISH = ROWS.outcome("deal", "BB-2.2", FISH)
PERSON = ROWS.outcome("deal", "BB-2.3", _PERSONS)  # + sex * 36 + tile
DEALT_JEWELRY = ROWS.outcome("deal", "BB-2.6", JEWELRY)
TASK = ROWS.outcome("deal", "BB-2.4", TASKS)
GOD = ROWS.outcome("god", "BB-6.11", GODS)
ROLL = ROWS.outcome("roll", "BB-3.2", _DICE)
