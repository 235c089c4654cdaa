"""A position of Tahiti: its record type and the words for its numbers."""

from __future__ import annotations

from proa.engine.layout import position_dtype

COLOURS = ("white", "blue", "green", "black")
MOST_COLOURS = 4
MOST_PLAYERS = 4
MOST_SIZE = 9
MOST_SQUARES = MOST_SIZE * MOST_SIZE
MOST_SPACES = 24
MOST_FACES = 12
MOST_PIPS = 6
MOST_BID = 255

NONE = -1
"""No pearl, no space, no seat."""

# What is asked next (``phase``). FIRST, ROLL and REROLL are asked of chance.
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
"""The sides of the marker disc."""

PLAYER = [
    ("cash", "<u2"),
    ("chest", "<u2"),
    ("boats", "u1"),  # at hand, neither on the sea nor waiting
    ("pearl", "i1"),  # colour in hand
    ("waiting", "i1"),  # track space where a boat waits
    ("yacht", "i1"),  # track space
    ("pairs", "u1"),  # pearl boats on the sea
]

STATE = position_dtype(
    "tahiti",
    [
        ("phase", "u1"),
        ("mover", "u1"),  # who is asked
        ("first", "u1"),  # the first player
        ("roller", "u1"),
        ("disc", "u1"),
        ("die", "u1"),  # the number auctioned; 0 before it is thrown
        ("bid", "u1"),  # the last bid
        ("bidder", "i1"),  # who made it
        ("first_passer", "i1"),  # who is paid
        ("passed", "u1"),  # seats, as bits
        ("letter", "i1"),  # the line in which the pair must be placed
        ("idle", "u1"),  # turns in a row in which nobody moved
        ("supply", "u1", (MOST_COLOURS,)),
        ("pearl", "i1", (MOST_SQUARES,)),  # colour on each square, row by row
        ("boat", "i1", (MOST_SQUARES,)),  # seat whose boat holds it
        ("player", PLAYER, (MOST_PLAYERS,)),
    ],
)
