"""A game's actions and outcomes: a table with one row each, in the order of their numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Names = Sequence[object] | Callable[[Any], Sequence[object]]
"""The names after the word in a row's codes, one per number: fixed, or computed from the tables."""


@dataclass(frozen=True)
class Action:
    """What a seat can choose, or an outcome of chance: a row of the game's table of actions."""

    word: str
    """The first word of its codes; several rows may share one."""
    rule: str
    """The number of the rule that it carries out."""
    numbers: range
    """One for each name; rules know the row by the first."""
    names: Names
    """Empty: the word is the code."""
    is_outcome: bool
    """Whether it is an outcome of chance."""

    @property
    def first(self) -> int:
        """Return the first of its numbers."""
        return self.numbers[0]

    def codes(self, tables: Any) -> list[str]:
        """Return the code of each number; empty for those that an edition does not use."""
        names = self.names(tables) if callable(self.names) else self.names
        codes = [f"{self.word}:{name}" for name in names] if self.names else [self.word]
        assert len(codes) <= len(self.numbers), f"{self.word}: more names than numbers"
        return codes + [""] * (len(self.numbers) - len(codes))


class Actions:
    """The table of actions. Adding a row returns its first number, a constant for the rules:

    >>> ROWS = Actions()
    >>> PASS = ROWS.choice("pass", "TA-4.2")
    >>> BID = ROWS.choice("bid", "TA-4.2", range(4))
    >>> ROLL = ROWS.outcome("roll", "TA-3.2", ("blank", 1, 2))
    >>> ROWS[4].word, ROWS.split(4) == (BID, 3), ROWS.codes(None)[ROLL]
    ('bid', True, 'roll:blank')
    """

    def __init__(self) -> None:
        self._rows: list[Action] = []
        self._of: list[Action] = []

    def choice(self, word: str, rule: str, names: Names = (), room: int = 0) -> int:
        """Add a row for choices of seats and return its first number.

        If its names come from an edition's tables, ``room`` is the most there can be.
        """
        return self._add(word, rule, names, room, is_outcome=False)

    def outcome(self, word: str, rule: str, names: Names = (), room: int = 0) -> int:
        """Add a row for outcomes of chance and return its first number; see :meth:`choice`."""
        return self._add(word, rule, names, room, is_outcome=True)

    def _add(self, word: str, rule: str, names: Names, room: int, *, is_outcome: bool) -> int:
        first = len(self._of)
        many = room if callable(names) else max(len(names), 1)
        row = Action(word, rule, range(first, first + many), names, is_outcome)
        self._rows.append(row)
        self._of += [row] * many
        return first

    def __iter__(self) -> Iterator[Action]:
        return iter(self._rows)

    def __getitem__(self, action: int) -> Action:
        """Return the row of an action or outcome, by any of its numbers."""
        return self._of[action]

    def split(self, action: int) -> tuple[int, int]:
        """Return the first number of an action's row, and its index in the row."""
        first = self._of[action].first
        return first, action - first

    def codes(self, tables: Any) -> list[str]:
        """Return all codes, in the order of their numbers."""
        return [code for row in self._rows for code in row.codes(tables)]
