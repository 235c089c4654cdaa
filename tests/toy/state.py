"""The record of a toy position."""

from __future__ import annotations

import numpy as np

from proa.engine.layout import position_dtype

PLAYERS = 3
VALUES = 6

DEALING, TURNING, DECIDING, DRAWING, CHOOSING, ENDED = range(6)
"""Phases: cards are dealt, the tide turns, the mover decides, draws, is choosing, it is over."""

PLAYER = np.dtype(
    [
        ("hand", "u1", (VALUES,)),  # cards by value, hidden from the others
        ("held", "u1"),  # how many they are, with those chosen: everybody sees that
        ("laid", "i2"),  # points of cards laid
        ("pairs", "i2"),
    ]
)

STATE = position_dtype(
    "toy",
    [
        ("phase", "u1"),
        ("mover", "u1"),
        ("turns", "u1"),  # turns finished
        ("tide", "u1"),  # most cards the mover may lay
        ("deck", "u1", (VALUES,)),
        ("open", "u1", (VALUES,)),  # cards laid, for all to see
        ("chosen", "u1", (VALUES,)),  # face down: even their number is hidden
        ("player", PLAYER, (PLAYERS,)),
    ],
)
