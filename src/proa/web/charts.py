"""Charts of points: lines over the steps of a game, as paths for an SVG template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

WIDTH, HEIGHT = 480.0, 364.0
LEFT, RIGHT, TOP, BOTTOM = 36.0, 132.0, 14.0, 30.0
APART = 24.0
"""The minimal distance of two numbers under the chart."""


@dataclass(frozen=True)
class Chart:
    """Points over steps, in a box of 480 by 364."""

    history: Sequence[Sequence[int]]
    """The points of every seat after each step."""
    turns: Sequence[int]
    """The steps at which a turn begins."""

    @cached_property
    def steps(self) -> int:
        return max(len(self.history) - 1, 1)

    @cached_property
    def highest(self) -> int:
        """Return the upper end of the scale."""
        most = max((max(row) for row in self.history), default=0)
        return max(self.grid, -(-most // self.grid) * self.grid)

    @cached_property
    def lowest(self) -> int:
        """Return the lower end of the scale: 0 unless points can be lost."""
        least = min((min(row) for row in self.history), default=0)
        return min(0, least // self.grid * self.grid)

    @cached_property
    def grid(self) -> int:
        """Return the distance of two lines of the scale, so that there are at most seven."""
        most = max((max(row) for row in self.history), default=0)
        return next(step for step in (2, 5, 10, 20, 50, 100, 200, 500, 1000) if most <= 7 * step)

    @property
    def scale(self) -> list[tuple[int, float]]:
        """Return each line of the scale: points and y."""
        return [(n, self.y(n)) for n in range(self.lowest, self.highest + 1, self.grid)]

    @property
    def marks(self) -> list[tuple[int, float]]:
        """Return every fifth turn, or every turn if there are few: its number and x.

        Numbers that would touch the previous one are left out.
        """
        every = 5 if len(self.turns) > 9 else 1
        marks: list[tuple[int, float]] = []
        for n, at in enumerate(self.turns, 1):
            x = self.x(at)
            if n % every == 0 and (not marks or x - marks[-1][1] >= APART):
                marks.append((n, x))
        return marks

    def x(self, step: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * step / self.steps, 1)

    def y(self, points: float) -> float:
        share = (points - self.lowest) / (self.highest - self.lowest)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)

    def line(self, seat: int) -> str:
        """Return the path of a seat."""
        points = []
        last = None
        for step, row in enumerate(self.history):
            if row[seat] != last or step == self.steps:
                if last is not None:
                    points.append(f"{self.x(step)} {self.y(last)}")
                points.append(f"{self.x(step)} {self.y(row[seat])}")
            last = row[seat]
        return "M" + "L".join(points)

    def flag(self, seat: int, number: int) -> tuple[float, float]:
        """Return the place of a seat's letter on its line: the ``number``-th of the seats."""
        step = round(self.steps * (0.3 + 0.14 * seat + 0.07 * number))
        step = min(step, len(self.history) - 1)
        return self.x(step), self.y(self.history[step][seat])

    def ends(self, gap: float = 26) -> list[dict[str, Any]]:
        """Return the labels at the right, best first, spread so that they don't overlap."""
        final = self.history[-1]
        order = sorted(range(len(final)), key=lambda seat: (-final[seat], seat))
        wanted = [self.y(final[seat]) for seat in order]
        spread = list(wanted)
        for _ in range(60):
            for i in range(len(spread) - 1):
                if spread[i + 1] - spread[i] < gap:
                    middle = (spread[i] + spread[i + 1]) / 2
                    spread[i], spread[i + 1] = middle - gap / 2, middle + gap / 2
        return [
            {"seat": seat, "points": final[seat], "from": y, "y": round(at, 1)}
            for seat, y, at in zip(order, wanted, spread, strict=True)
        ]


class Swing(NamedTuple):
    """A step that changed the winner's lead, and by how many points."""

    at: int
    size: int


def turning_points(
    history: Sequence[Sequence[int]], winners: Sequence[int], most: int = 3
) -> list[Swing]:
    """Return the steps that changed a winner's lead over the best other seat most, in order.

    Swings below a quarter of the largest don't count.
    """
    if not winners or len(history[0]) < 2:
        return []
    winner = winners[0]
    leads = [row[winner] - max(row[:winner] + row[winner + 1 :]) for row in map(list, history)]
    swings = [Swing(at, abs(new - old)) for at, (old, new) in enumerate(pairwise(leads), 1)]
    found = sorted(swings, key=lambda swing: (-swing.size, -swing.at))[:most]
    return sorted(swing for swing in found if 4 * swing.size >= max(found[0].size, 1))
