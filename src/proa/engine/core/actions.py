"""A game's actions and outcomes: a table with one row each, in the order of their numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Names = Sequence[object] | Callable[[Any], Sequence[object]]
"""What stands behind the word in the codes of a row, one name a number: the same in all editions,
or from the tables."""


@dataclass(frozen=True)
class Action:
    """What a seat can choose, or chance can bring: a row of the game's table of actions."""

    word: str
    """The first word of its codes; several rows may share one."""
    rule: str
    """The number of the rule that it carries out."""
    numbers: range
    """One for each name; rules know the row by the first."""
    names: Names
    """Empty: the word is the code."""
    is_outcome: bool
    """Whether chance brings it."""

    @property
    def first(self) -> int:
        """The first of its numbers."""
        return self.numbers[0]

    def codes(self, tables: Any) -> list[str]:
        """The code of each number; empty for those that an edition does not use."""
        names = self.names(tables) if callable(self.names) else self.names
        codes = [f"{self.word}:{name}" for name in names] if self.names else [self.word]
        assert len(codes) <= len(self.numbers), f"{self.word}: more names than numbers"
        return codes + [""] * (len(self.numbers) - len(codes))


class Actions:
    """The table. A row is added with what its first number is called in the rules:

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
        """A row for what seats choose. Where its names come from an edition's tables there is
        ``room`` for so many; returns its first number."""
        return self._add(word, rule, names, room, is_outcome=False)

    def outcome(self, word: str, rule: str, names: Names = (), room: int = 0) -> int:
        """The same for what chance brings."""
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
        """The row of an action or outcome, by any of its numbers."""
        return self._of[action]

    def split(self, action: int) -> tuple[int, int]:
        """The first number of its row, which tells what it is, and its place in the row."""
        first = self._of[action].first
        return first, action - first

    def codes(self, tables: Any) -> list[str]:
        """The codes of all, in the order of their numbers."""
        return [code for row in self._rows for code in row.codes(tables)]
