"""The pearl banks of a position, for pages and stories: the results of the rules of chapter 8."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proa.engine.core.position import cached
from proa.games.tahiti.rules import sea
from proa.games.tahiti.rules.scoring import (
    boats_in,
    empty_sea,
    first_bank,
    most_boats,
    share,
    shore,
    survey,
    value_of,
)
from proa.games.tahiti.rules.sea import Squares
from proa.games.tahiti.state import COLOURS, MOST_COLOURS, MOST_PLAYERS

if TYPE_CHECKING:
    from proa.games.tahiti.components import Tables
    from proa.games.tahiti.state import Game, Position


@dataclass(frozen=True)
class Bank:
    """Connected pearls of one colour (TA-8.3)."""

    colour: str
    squares: tuple[int, ...]
    shore: tuple[int, ...]
    """Empty sea squares that touch the bank."""
    worth: int
    """Points for most boats in it."""
    boats: Mapping[int, int]
    """The number of boats, by seat, for seats with a boat there."""
    shares: Mapping[int, int]
    """Points of each of those seats."""

    @property
    def leaders(self) -> list[int]:
        """The seats with most boats (TA-8.9, TA-8.11)."""
        most = max(self.boats.values())
        return [seat for seat, boats in self.boats.items() if boats == most]


@cached
def banks(game: Game, position: Position) -> list[Bank]:
    """Return all banks, the most valuable first."""
    pearls, boats, empty = _surveyed(game, position)
    found = []
    for colour in range(MOST_COLOURS):
        left = sea.set_at(pearls, colour)
        while sea.has_any(left):
            bank = first_bank(game.tables, left)
            left = sea.without(left, bank)
            found.append(_bank(game, colour, bank, empty, boats))
    return sorted(found, key=lambda bank: (-bank.worth, bank.squares))


def bank_at(game: Game, position: Position, square: int) -> Bank:
    """Return the bank that contains the pearl on a square."""
    pearls, boats, empty = _surveyed(game, position)
    colour = position.fields.pearl[square]
    alone = sea.only(game.tables, square)
    bank = sea.linked(game.tables, alone, sea.set_at(pearls, colour))
    return _bank(game, colour, bank, empty, boats)


@cached
def _surveyed(game: Game, position: Position) -> tuple[list[int], list[int], Squares]:
    """Return the squares of each colour, the squares of each seat, and the empty ones, as sets."""
    pearls, boats = [0] * 2 * MOST_COLOURS, [0] * 2 * MOST_PLAYERS
    survey(game.tables, position.fields, pearls, boats)
    return pearls, boats, empty_sea(game.tables, pearls)


def _bank(game: Game, colour: int, bank: Squares, empty: Squares, boats: list[int]) -> Bank:
    tables = game.tables
    value, most = value_of(tables, bank, empty), most_boats(bank, boats)
    held = {seat: boats_in(bank, boats, seat) for seat in range(MOST_PLAYERS)}
    held = {seat: n for seat, n in held.items() if n}
    return Bank(
        colour=COLOURS[colour],
        squares=_listed(tables, bank),
        shore=_listed(tables, shore(tables, bank, empty)),
        worth=value,
        boats=held,
        shares={seat: share(n, most, value) for seat, n in held.items()},
    )


def _listed(tables: Tables, squares: Squares) -> tuple[int, ...]:
    """Return the squares of a set, ascending."""
    north, south = squares
    members = north | south << tables.north
    return tuple(square for square in range(members.bit_length()) if members >> square & 1)
