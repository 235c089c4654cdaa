"""Names of pieces, places and amounts in sentences.

A sentence never contains a colour alone: other languages inflect it with its noun.
"""

from __future__ import annotations

from proa.engine.messages import Message
from proa.games.tahiti.actions import square_names
from proa.games.tahiti.components import Tables, line_letters
from proa.games.tahiti.messages import plural, say
from proa.games.tahiti.state import COLOURS

A_PEARL = (
    say("a white pearl"),
    say("a blue pearl"),
    say("a green pearl"),
    say("a black pearl"),
)
"""By colour, as the object of a sentence: takes ..., holds ..."""

YOUR_PEARL = (
    say("your white pearl"),
    say("your blue pearl"),
    say("your green pearl"),
    say("your black pearl"),
)

BANK = {
    "white": say("White bank"),
    "blue": say("Blue bank"),
    "green": say("Green bank"),
    "black": say("Black bank"),
}
"""At the beginning of a sentence."""

COLOUR = {
    "white": say("white"),
    "blue": say("blue"),
    "green": say("green"),
    "black": say("black"),
}
"""The bare name, in lists and beside letters."""


def pearls_left(colour: str, left: int, of: int) -> Message:
    """Return how many pearls of a colour the supply has."""
    return say("{colour}: {n} of {of} left", colour=COLOUR[colour], n=left, of=of)


def dollars(n: int) -> Message:
    """Return an amount of money."""
    return plural("{n} dollar", "{n} dollars", n)


def line(tables: Tables, number: int) -> str:
    """Return the letter of a row or column."""
    return line_letters(tables.size)[number]


def letter(tables: Tables, space: int) -> str:
    """Return the letter of a track space."""
    return line(tables, tables.space_letter[space])


def colour(tables: Tables, space: int) -> str:
    """Return the pearl colour of a track space."""
    return COLOURS[tables.space_pearl[space]]


def space(tables: Tables, number: int) -> Message:
    """Return the name of a track space: letter and colour, which identify it."""
    return say(
        "{letter} {colour}", letter=letter(tables, number), colour=COLOUR[colour(tables, number)]
    )


def square(tables: Tables, number: int) -> str:
    """Return the name of a square of the sea: row, then column (TA-1.5)."""
    return square_names(tables.size)[number]
