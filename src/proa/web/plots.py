"""Plots of reports, as numbers for SVG: intervals side by side, the course of a mean, and lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

WIDTH = 620.0
LEFT, RIGHT = 190.0, 70.0
LETTER, MOST_LETTERS = 8.2, 36
"""The width of a letter, and the letters of a name that have room."""
ROW, HEAD, FOOT = 40.0, 10.0, 28.0
TALL = 260.0
"""The height of a course."""
STEPS = 6
"""The approximate number of lines of a scale."""


@dataclass(frozen=True)
class Row:
    """A value with its interval and name."""

    name: str
    value: float
    low: float
    high: float
    colour: str
    said: str
    """The value as text."""


@dataclass(frozen=True)
class Scale:
    """Maps values to a coordinate."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + (self.end - self.start) * min(1.0, max(0.0, share)), 1)

    @property
    def lines(self) -> Iterator[tuple[float, float]]:
        """Yield round values and their coordinates."""
        rough = (self.high - self.low) / STEPS
        power = 10 ** math.floor(math.log10(rough))
        step = next(n * power for n in (1, 2, 5, 10) if n * power >= rough)
        for n in range(math.ceil(self.low / step), math.floor(self.high / step) + 1):
            yield n * step, self(n * step)


@dataclass(frozen=True)
class Intervals:
    """Rows of values, and the value expected among equal players."""

    rows: Sequence[Row]
    parity: float

    @property
    def height(self) -> float:
        return HEAD + ROW * len(self.rows) + FOOT

    @property
    def left(self) -> float:
        """Return the room for names, and a gap."""
        longest = max(len(row.name) for row in self.rows)
        return max(LEFT, 20 + LETTER * min(MOST_LETTERS, longest))

    @cached_property
    def x(self) -> Scale:
        ends = [end for row in self.rows for end in (row.low, row.high, row.value)]
        low, high = min(*ends, self.parity), max(*ends, self.parity)
        room = 0.06 * (high - low) or 1.0
        return Scale(low - room, high + room, self.left, WIDTH - RIGHT)

    def y(self, row: int) -> float:
        return HEAD + ROW * (row + 0.5)


@dataclass(frozen=True)
class Course:
    """The mean after each deal, with bounds that hold for all deals at once."""

    shares: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    parity: float

    @property
    def height(self) -> float:
        return TALL

    @cached_property
    def x(self) -> Scale:
        return Scale(0, len(self.shares), 50, WIDTH - 20)

    @cached_property
    def y(self) -> Scale:
        return Scale(0, 1, TALL - FOOT, HEAD)

    @property
    def line(self) -> str:
        """Return the path of the mean."""
        total, points = 0.0, []
        for deal, share in enumerate(self.shares, 1):
            total += share
            points.append(f"{self.x(deal)} {self.y(total / deal)}")
        return "M" + "L".join(points)

    @property
    def band(self) -> str:
        """Return the area between the bounds."""
        deals = range(1, len(self.shares) + 1)
        upper = [f"{self.x(deal)} {self.y(self.high[deal - 1])}" for deal in deals]
        lower = [f"{self.x(deal)} {self.y(self.low[deal - 1])}" for deal in reversed(deals)]
        return "M" + "L".join(upper + lower) + "Z"


@dataclass(frozen=True)
class Line:
    """One line of a plot of lines."""

    name: str
    values: Sequence[float]
    colour: str


@dataclass(frozen=True)
class Lines:
    """Lines over the same places, as over the epochs of a training."""

    places: Sequence[float]
    lines: Sequence[Line]
    percent: bool = False

    @property
    def height(self) -> float:
        return TALL

    @cached_property
    def x(self) -> Scale:
        return Scale(0, max(self.places), 60, WIDTH - 20)

    @cached_property
    def y(self) -> Scale:
        values = [value for line in self.lines for value in line.values]
        room = 0.06 * (max(values) - min(values)) or 0.5 * abs(values[0]) or 1.0
        return Scale(min(values) - room, max(values) + room, TALL - FOOT, HEAD)

    def path(self, line: Line) -> str:
        """Return the path of a line."""
        points = zip(self.places, line.values, strict=True)
        return "M" + "L".join(f"{self.x(place)} {self.y(value)}" for place, value in points)


def signed(value: float, digits: int = 0) -> str:
    """Return a number with its sign."""
    return f"{value:+.{digits}f}".replace("-", "−")
