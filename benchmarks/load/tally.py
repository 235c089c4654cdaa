"""The record of a run: decisions, requests, bytes, errors."""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

WEIGHED = 0.125
"""The share of responses that are decoded to learn their size."""


@dataclass
class Decision:
    """One decision: when it was due by the clock, and its result."""

    table: str
    due: float
    posted: float | None = None
    answered: float | None = None
    seat: int = -1
    frame: int = -1
    """The frame of the seat that it answered."""
    code: str = ""
    spent: float | None = None
    """The server's processor time when it was due, if measured."""
    phase: int | None = None
    """The phase of its game, when that is known."""


@dataclass(frozen=True)
class Weight:
    """Bytes of one response with headers: on the wire, and for some responses also decoded."""

    wire: int
    plain: int | None


@dataclass
class Tally:
    """The records of one run; requests and bytes only while ``is_open``."""

    seed: int = 0
    is_open: bool = False
    decisions: list[Decision] = field(default_factory=list)
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Milliseconds of requests and of longer operations, by name."""
    pages: list[Weight] = field(default_factory=list)
    """The sizes of whole pages of a table, also those before the measurement."""
    troubles: Counter[str] = field(default_factory=Counter)
    finished: int = 0
    """Games that ended."""

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def asked(self, what: str, began: float) -> None:
        """Record the duration of a request or an operation."""
        if self.is_open:
            self.times[what].append(1000 * (time.perf_counter() - began))

    def weigh(self, wire: int, plain: Callable[[], int]) -> Weight:
        """Return the size of a response; only some are decoded to learn ``plain``."""
        return Weight(wire, plain() if self._random.random() < WEIGHED else None)

    def trouble(self, what: str) -> None:
        """Record an error that must not happen, at any time."""
        self.troubles[what] += 1
