"""What is noted while people play: decisions, requests, bytes, troubles."""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

WEIGHED = 0.125
"""The share of answers that are unpacked to learn what they weigh without packing."""


@dataclass
class Decision:
    """One decision: when it was due by the clock, and what became of it."""

    table: str
    due: float
    posted: float | None = None
    answered: float | None = None
    seat: int = -1
    frame: int = -1
    """The frame of the seat that it answered."""
    code: str = ""
    spent: float | None = None
    """The server's processor time when it was due, where that is measured."""
    phase: int | None = None
    """The phase of its game, when that is known."""


@dataclass(frozen=True)
class Weight:
    """Bytes of one answer, headers and all: on the wire, and of some answers also unpacked."""

    wire: int
    plain: int | None


@dataclass
class Tally:
    """All that one run notes; requests and bytes only while ``is_open``."""

    seed: int = 0
    is_open: bool = False
    decisions: list[Decision] = field(default_factory=list)
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Milliseconds of requests and of whole errands, by name."""
    pages: list[Weight] = field(default_factory=list)
    """What whole pages of a table weighed, those before the measurement too."""
    troubles: Counter[str] = field(default_factory=Counter)
    finished: int = 0
    """Games that ended."""

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def asked(self, what: str, began: float) -> None:
        """A request was answered, or an errand done."""
        if self.is_open:
            self.times[what].append(1000 * (time.perf_counter() - began))

    def weigh(self, wire: int, plain: Callable[[], int]) -> Weight:
        """What an answer weighs; only some are unpacked to learn ``plain``."""
        return Weight(wire, plain() if self._random.random() < WEIGHED else None)

    def trouble(self, what: str) -> None:
        """Something went wrong that must not; always noted."""
        self.troubles[what] += 1
