"""The pearl banks of a position, for pages and stories: what the rules of chapter 8 find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proa.engine.position import once
from proa.games.tahiti.position import COLOURS, MOST_SQUARES, NONE, State
from proa.games.tahiti.rules.scoring import empty_around, gather_bank, share

if TYPE_CHECKING:
    from proa.games.tahiti.position import Game, Position


@dataclass(frozen=True)
class Bank:
    """Pearls of one colour that hang together (TA-8.3)."""

    colour: str
    squares: tuple[int, ...]
    empty: int
    """Empty sea squares that touch it."""
    boats: Mapping[int, int]
    """Boats of each seat that has one there."""
    shares: Mapping[int, int]
    """Points for each of those seats."""

    @property
    def worth(self) -> int:
        """Pearls times empty squares (TA-8.6)."""
        return len(self.squares) * self.empty

    @property
    def leaders(self) -> list[int]:
        """The seats with most boats (TA-8.9, TA-8.11)."""
        most = max(self.boats.values())
        return [seat for seat, boats in self.boats.items() if boats == most]


@once
def banks(game: Game, position: Position) -> list[Bank]:
    """All banks, the most valuable first."""
    state = position.fields
    member = [0] * MOST_SQUARES
    found = [
        _bank(game, state, square, member)
        for square in range(game.tables.squares)
        if state.pearl[square] != NONE and not member[square]
    ]
    return sorted(found, key=lambda bank: (-bank.worth, bank.squares))


def bank_at(game: Game, position: Position, square: int) -> Bank:
    """The bank that a pearl lies in."""
    return _bank(game, position.fields, square, [0] * MOST_SQUARES)


def _bank(game: Game, state: State, square: int, member: list[int]) -> Bank:
    tables = game.tables
    bank = [0] * MOST_SQUARES
    n = gather_bank(tables, state, square, bank, member)
    empty = empty_around(tables, state, bank, n, [0] * MOST_SQUARES)
    squares = tuple(sorted(bank[:n]))
    owners = [state.boat[s] for s in squares]
    boats = {seat: owners.count(seat) for seat in sorted(set(owners))}
    most = max(boats.values())
    shares = {seat: share(held, most, n * empty) for seat, held in boats.items()}
    colour = COLOURS[state.pearl[square]]
    return Bank(colour, squares, empty, boats, shares)
