"""The geometry of Borneo's drawing, in its own units: harbors, cards, the hand, the rows.

The board is one picture: three jetties with their harbor cards, below them the beach with the hand.
The companies' rows are a second picture, as one column and, for narrow windows, two by two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from proa.games.shapes import ripples

Point = tuple[float, float]

WIDTH = 756
HARBORS = 558
"""The upper edge of the beach with the hand."""
SHORE = 200
"""Its upper edge when the harbors are gone."""
HEIGHT = 754
VIEW_BOX = f"0 0 {WIDTH} {HEIGHT}"

CARD = (212, 190)
STRIP = 50
"""The visible part of a covered card."""
PITCH = 258
SIGN = (240, 124)
NAME = 164
"""The maximal width of the name on a harbor card."""
TOP = 160
"""The upper edge of the first shipment of a harbor."""

WAVES = ripples((0, 150, WIDTH, 380), 7, 26)

COAST = (
    "M16 60C4 40 14 22 40 20 90 16 130 6 190 8S300 22 372 10 470 2 540 8 650 16 706 14C738 14 752 "
    "40 740 62 720 76 660 74 600 80S470 74 390 84 240 72 160 80 40 78 16 60Z"
)
FOREST = (
    "M28 46C20 30 48 27 80 26 128 24 142 13 196 15S300 29 372 17 476 8 540 15 652 23 700 22C730 22 "
    "740 40 728 52 600 62 200 60 28 46Z"
)
HILLS = (
    "M100 25C130 23 146 14 196 15 170 20 160 30 140 44H90ZM420 12C476 8 520 12 540 15 520 22 500 "
    "34 490 46H440Z"
)
PALMS = ((228, -10, 34), (250, 8, 26), (484, -12, 36), (508, 10, 24), (30, -8, 30), (698, -10, 32))
BEACH = (
    "M-14 1200V240C-16 150 -12 96 34 70 84 42 134 40 200 42S340 24 420 32 560 46 640 32 740 40 790 "
    "26C900 20 1000 34 1200 26V1200Z"
)


# -- harbors ---------------------------------------------------------------------------------


def harbor_x(slot: int) -> float:
    """Return the left edge of a harbor's jetty and card."""
    return slot * PITCH


def strip(limit: int) -> float:
    """Return how far each card lies below the one before, so that a full harbor fits."""
    return min(STRIP, 200 / max(limit - 1, 1))


def laid_at(slot: int, place: int, limit: int) -> Point:
    """Return the upper left corner of the card laid as number ``place``, counted from 0."""
    return harbor_x(slot) + 14, TOP + strip(limit) * place


def jetty_end(limit: int) -> float:
    """Return the lower end of a jetty, whose length depends on its card limit."""
    return TOP + strip(limit) * (limit - 1) + CARD[1] + 8


@cache
def jetty(limit: int) -> tuple[str, str, str]:
    """Return the outline of a jetty, the gaps between its planks, the nails; from its left edge."""
    end = jetty_end(limit)
    outline = f"M4 90H236V{end - 6:g}Q236 {end:g} 230 {end:g}H10Q4 {end:g} 4 {end - 6:g}Z"
    heights = range(TOP + 24, int(end) - 8, 26)
    planks = "".join(f"M5 {y}H235" for y in heights)
    nails = "".join(f"M9 {y + 13}h.1M225 {y + 13}h.1" for y in heights[:-1])
    return outline, planks, nails


def posts(limit: int) -> list[Point]:
    """Return the places of the two posts at the end of a jetty."""
    end = jetty_end(limit)
    return [(12, end - 12), (228, end - 12)]


COUNT = (40.5, 114)
"""The place of a company's number of flags on a harbor card."""


def cell(company: int) -> float:
    """Return the left edge of a company's place on a harbor card, relative to the card."""
    return 13 + 54.5 * company


def boxes(number: int) -> list[float]:
    """Return the left edges of the boxes there, one for each flag needed."""
    return [50 / number * i + 0.8 for i in range(number)]


def box(number: int) -> float:
    """Return the width of such a box."""
    return max(50 / number - 1.8, 1.5)


def corners(x: float, y: float, width: float, height: float) -> str:
    """Return four brackets round a box."""
    a, r = 26, 12
    right, bottom = x + width, y + height
    return (
        f"M{x:g} {y + a:g}V{y + r:g}Q{x:g} {y:g} {x + r:g} {y:g}H{x + a:g}"
        f"M{right - a:g} {y:g}H{right - r:g}Q{right:g} {y:g} {right:g} {y + r:g}V{y + a:g}"
        f"M{right:g} {bottom - a:g}V{bottom - r:g}Q{right:g} {bottom:g} {right - r:g} {bottom:g}"
        f"H{right - a:g}M{x + a:g} {bottom:g}H{x + r:g}Q{x:g} {bottom:g} {x:g} {bottom - r:g}"
        f"V{bottom - a:g}"
    )


def window(board: Mapping[str, Any], last: Mapping[str, Any]) -> str:
    """Return the part of the board where the last event happened, as a view box; else all of it."""
    slots = [mark["slot"] for mark in last.get("laid", [])] + list(last.get("turned_up", []))
    if board["sharing"]:
        slots.insert(0, board["sharing"]["slot"])
    if not slots:
        return VIEW_BOX
    width = 270
    left = min(max(harbor_x(slots[0]) + 120 - width / 2, 0), WIDTH - width)
    return f"{left:g} 14 {width} {0.865 * width:g}"


# -- the hand --------------------------------------------------------------------------------

HAND_SCALE = 0.675


@dataclass(frozen=True)
class Held:
    """A card of the hand: its middle, its rotation in degrees, the width that the next leaves
    visible."""

    x: float
    y: float
    turn: float
    free: float


@cache
def held(place: int, cards: int) -> Held:
    """Return a card's place in the fan: side by side while there is room, then overlapping."""
    width = CARD[0] * HAND_SCALE
    step = min(122.0, (WIDTH - width - 12) / max(cards - 1, 1))
    t = place - (cards - 1) / 2
    bend = 6 / max(cards, 6)
    free = width if place == cards - 1 else min(step, width)
    return Held(WIDTH / 2 + t * step, HARBORS + 104 + 2.4 * bend * t * t, 2 * bend * t, free)


# -- the companies' rows ---------------------------------------------------------------------

LEAST = 0.6
"""How small merchants of a long row become before they lie over each other."""


@dataclass(frozen=True)
class Rows:
    """The four rows, in one column or two by two; ``long`` counts the merchants of each."""

    columns: int
    long: tuple[int, ...]
    height: float
    banner: float
    tile: Point
    """The width and height of a merchant."""

    WIDTH = 300.0
    GAP = 7.0
    HEAD = 22.0

    @property
    def head(self) -> float:
        """The height above for the names of the ranks; only a single column has it."""
        return self.HEAD if self.columns == 1 else 0.0

    @property
    def view_box(self) -> str:
        across = self.columns * (self.WIDTH + self.GAP) - self.GAP
        down = 4 // self.columns * (self.height + self.GAP) - self.GAP + self.head
        return f"0 0 {across:g} {down:g}"

    def row(self, company: int) -> Point:
        """Return the upper left corner of a company's row."""
        down, across = divmod(company, self.columns)
        return across * (self.WIDTH + self.GAP), self.head + down * (self.height + self.GAP)

    def pitch(self, company: int) -> float:
        """Return the distance between merchants of a row: side by side with room for one more, or
        over each other in a very long row."""
        room = self.WIDTH - self.banner - self.tile[0] - 4
        return min(self.tile[0] + 6, room / max(self.long[company], 1))

    @property
    def in_line(self) -> bool:
        """Whether ranks are aligned in all rows."""
        return all(self.pitch(company) == self.tile[0] + 6 for company in range(4))

    def place(self, company: int, rank: int) -> Point:
        """Return the upper left corner of the merchant of a rank, counted from 1."""
        x, y = self.row(company)
        x += self.banner + self.pitch(company) * (rank - 1)
        return round(x), round(y + (self.height - self.tile[1]) / 2)

    def way(self, company: int, start: int, end: int) -> tuple[str, str]:
        """Return the path from one rank of a row to another, above the merchants, and its arrow
        head."""
        (x0, y), (x1, _) = self.place(company, start), self.place(company, end)
        half, low, high = self.tile[0] / 2, y + 4, y - 22
        ends = f"{x0:g} {high:g} {x1 + 2 * half:g} {high:g} {x1 + half:g} {low:g}"
        tip = x1 + half
        head = f"M{tip - 8:g} {low - 5:g}L{tip - 2:g} {low + 11:g} {tip + 9:g} {low - 2:g}Z"
        return f"M{x0 + half:g} {low:g}C{ends}", head


def rows(columns: int, companies: Sequence[Mapping[str, Any]]) -> Rows:
    """Return the rows of a board as one column of four, or two by two."""
    return _rows(columns, tuple(len(company["merchants"]) for company in companies))


@cache
def _rows(columns: int, long: tuple[int, ...]) -> Rows:
    height, banner, (w, h) = (80, 72, (44, 53)) if columns == 1 else (82, 58, (50, 60.4))
    most = max(long)
    fits = (Rows.WIDTH - banner - 4 - most) / (most + 1)
    scale = min(1, max(LEAST, fits / w))
    return Rows(columns, long, height, banner, (round(w * scale, 1), round(h * scale, 1)))
