"""How seats look: colour, emblem and letter, because some people can't tell the colours apart."""

from __future__ import annotations

from typing import NamedTuple


class SeatArt(NamedTuple):
    """A seat's class in the styles, its emblem in the sprite, its letter on pieces."""

    colour: str
    emblem: str
    letter: str


SEATS = (
    SeatArt("amber", "turtle", "T"),
    SeatArt("sky", "ray", "R"),
    SeatArt("rust", "shark", "S"),
    SeatArt("green", "leaf", "L"),
    SeatArt("plum", "shell", "N"),
)
