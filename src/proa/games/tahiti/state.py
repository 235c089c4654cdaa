"""The record of a position of Tahiti, and the words for its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from proa.engine.core.fields import Fields, PositionFields, Row, int8, uint8, uint16

if TYPE_CHECKING:
    from proa.engine.core import game, position, texts
    from proa.games.tahiti.components import Tables

    Game = game.Game[Tables, "State"]
    Position = position.Position["State"]
    Questions = texts.Questions[Tables, "State"]

COLOURS = ("white", "blue", "green", "black")
MOST_COLOURS = 4
MOST_PLAYERS = 4
MOST_SIZE = 9
MOST_SQUARES = MOST_SIZE * MOST_SIZE
MOST_SPACES = 24
MOST_FACES = 12
MOST_PIPS = 6
MOST_BID = 255
MOST_MONEY = 65_535
"""The most dollars in cash, and in a chest (TA-10.6)."""

NONE = -1
"""No pearl, no space, no seat."""

# The next question (``phase``). FIRST, ROLL and REROLL are decided by chance.
FIRST, YACHT, PEARL, ROLL, REROLL, STASH, BID, LAND, SQUARE, END = range(10)
PHASES = (
    "first player",
    "yacht",
    "starting pearl",
    "roll",
    "roll again",
    "stash",
    "bid",
    "space reached",
    "square",
    "end",
)

DOLLAR, CHEST = 0, 1
SIDES = ("dollar", "chest")
"""The sides of the marker disc (TA-1.12)."""


class Player(Fields):
    """A player's money, boats, pearl and yacht (TA-1.10, TA-1.11). Money is an amount: there are no
    coins, and the bank never runs out (TA-1.13)."""

    cash: uint16
    chest: uint16
    boats: uint8  # at hand: neither on the sea nor waiting
    pearl: int8  # colour in hand
    waiting: int8  # track space where a boat waits
    yacht: int8  # track space
    pairs: uint8  # pearl boats on the sea


class State(PositionFields, of="tahiti"):
    """A position of Tahiti."""

    phase: uint8
    mover: uint8  # the seat to decide
    first: uint8  # the first player
    roller: uint8
    disc: uint8
    die: uint8  # the auctioned number; 0 before the throw
    bid: uint8  # the last bid
    bidder: int8  # the seat that made it
    first_passer: int8  # the seat that is paid
    passed: uint8  # seats, as bits
    letter: int8  # the line in which the pair must be placed
    idle: uint8  # turns in a row without a move
    supply: Annotated[Row[uint8], MOST_COLOURS]
    pearl: Annotated[Row[int8], MOST_SQUARES]  # colour on each square, row by row
    boat: Annotated[Row[int8], MOST_SQUARES]  # the seat that owns the boat there
    player: Annotated[Row[Player], MOST_PLAYERS]
