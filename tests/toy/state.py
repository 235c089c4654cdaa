"""The record of a toy position."""

from __future__ import annotations

from typing import Annotated

from proa.engine.core.fields import Fields, PositionFields, Row, int16, uint8

PLAYERS = 3
VALUES = 6
MOST_TIDES = 9

DEALING, TURNING, DECIDING, DRAWING, CHOOSING, ENDED = range(6)
"""Phases: dealing, turning the tide, the mover decides, draws or chooses, the game is over."""


class Player(Fields):
    """A player's cards and points."""

    hand: Annotated[Row[uint8], VALUES]  # cards by value, hidden from the others
    held: uint8  # number of cards, chosen ones included: public
    laid: int16  # points of cards laid
    pairs: int16


class State(PositionFields, of="toy"):
    """A toy position."""

    phase: uint8
    mover: uint8
    turns: uint8  # turns finished
    tide: uint8  # most cards the mover may lay
    deck: Annotated[Row[uint8], VALUES]
    open: Annotated[Row[uint8], VALUES]  # laid cards, public
    chosen: Annotated[Row[uint8], VALUES]  # face down: even their number is hidden
    player: Annotated[Row[Player], PLAYERS]
