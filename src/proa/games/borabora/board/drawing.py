"""The geometry of the drawings: islands, ceremony spaces, status track; and the signs of tasks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from proa.games.borabora.state import GRID_COLUMNS
from proa.games.shapes import Box, Point, hand_cut, ripples

WIDTH, HEIGHT = 524.0, 508.0
VIEW_BOX = f"0 0 {WIDTH:g} {HEIGHT:g}"
CENTRE = (262.0, 254.0)

BOXES: dict[str, Box] = {
    "centre": (166, 160, 192, 188),
    "north": (156, 16, 212, 94),
    "south": (156, 398, 212, 94),
    "west": (18, 148, 98, 212),
    "east": (408, 148, 98, 212),
}
PARTS = {"centre": (2, 2), "north": (2, 1), "south": (2, 1), "west": (1, 2), "east": (1, 2)}
"""The number of regions of an island, across and down."""

MIDDLES: dict[str, Point] = {
    "CF": (214, 207),
    "CP": (310, 207),
    "CM": (310, 301),
    "CB": (214, 301),
    "NB": (209, 63),
    "NM": (315, 63),
    "SF": (209, 445),
    "SP": (315, 445),
    "WP": (67, 201),
    "WM": (67, 307),
    "EF": (457, 201),
    "EB": (457, 307),
}
"""The middle of each region's building space."""

ASHORE = {"C": "centre", "N": "north", "S": "south", "W": "west", "E": "east"}
PALMS: list[Point] = [(251, 5), (251, 464), (20, 236), (486, 252)]
SHADOWS = [
    ("ray", 366, 96, 46, 38),
    ("turtle", 118, 366, 34, -40),
    ("shark", 372, 366, 44, 20),
    ("turtle", 112, 104, 26, 60),
    ("turtle", 136, 124, 20, 75),
]
"""Animals under the water: symbol, left, top, size, rotation."""

HUT = 42.0
COAST = 8.0
"""How far a coast may extend beyond the box of its island."""


@dataclass(frozen=True)
class Island:
    """An island: its outlines and the seams between its regions."""

    name: str
    outline: str
    halo: str
    seams: list[str]


@dataclass(frozen=True)
class Region:
    """A region: its ground and the places of its pieces."""

    ground: Box
    middle: Point
    fish: Point
    """The middle of the fish tile, at the corner that points out to sea."""
    resource: Point
    faces_right: bool
    """Whether the fish swims to the right, away from the centre."""
    asides: list[Point]
    """The places of huts moved aside, first to last: the middle of each."""


@dataclass(frozen=True)
class Way:
    """A path: its line, an arrow head at each end (x, y, degrees) and the disc of its value."""

    line: str
    heads: list[tuple[float, float, float]]
    disc: Point


@cache
def lagoon() -> str:
    """Return the outline of the shallow water round all islands."""
    return hand_cut((-5, 3, WIDTH + 10, HEIGHT - 6), 110, 5, 12, 60)


@cache
def waves() -> str:
    """Return ripples all over the lagoon."""
    return ripples((20, 20, 506, 470), 5, 46)


@cache
def islands() -> list[Island]:
    """Return the five islands."""
    return [_island(name, seed) for seed, name in enumerate(BOXES, 3)]


@cache
def region(name: str) -> Region:
    """Return a region by its name in the rule book."""
    x, y = MIDDLES[name]
    out, down = _outward(x, CENTRE[0]), _outward(y, CENTRE[1])
    return Region(
        ground=_ground(name),
        middle=(x, y),
        fish=(x + out * 35, y + down * 36),
        resource=(x - out * 28, y - down * 28),
        faces_right=out > 0,
        asides=[
            (x - out * 28, y + down * 28),
            (x + out * 30, y - down * 27),
            (x + out * 35, y + down * 2),
        ],
    )


@cache
def way(start: str, end: str) -> Way:
    """Return the path between two regions, drawn as an arrow with two heads."""
    if ASHORE[start[0]] == ASHORE[end[0]]:
        return _straight(_between(MIDDLES[start], MIDDLES[end]), _lies_across(start, end), 18)
    if "C" in (start[0], end[0]):
        inner, outer = (start, end) if start[0] == "C" else (end, start)
        return _strait(inner, outer)
    top, side = (start, end) if start[0] in "NS" else (end, start)
    return _ring(top, side)


# -- calculation -------------------------------------------------------------------------------


def _island(name: str, seed: int) -> Island:
    x, y, width, height = BOXES[name]
    across, down = PARTS[name]
    seams = []
    if across == 2:
        seams.append(f"M{x + width / 2:g} {y - 9:g}V{y + height + 9:g}")
    if down == 2:
        seams.append(f"M{x - 9:g} {y + height / 2:g}H{x + width + 9:g}")
    return Island(
        name=name,
        outline=hand_cut((x, y, width, height), 34, 4, seed, 24),
        halo=hand_cut((x - 9, y - 9, width + 18, height + 18), 40, 4, seed, 24),
        seams=seams,
    )


def _ground(name: str) -> Box:
    """Return the part of the island's box that is this region, beyond the coast but not across a
    seam."""
    x, y, width, height = BOXES[ASHORE[name[0]]]
    across, down = PARTS[ASHORE[name[0]]]
    mx, my = MIDDLES[name]
    x, y, width, height = x - COAST, y - COAST, width + 2 * COAST, height + 2 * COAST
    if across == 2:
        width /= 2
        x += width * (mx > CENTRE[0])
    if down == 2:
        height /= 2
        y += height * (my > CENTRE[1])
    return x, y, width, height


def _outward(at: float, centre: float) -> int:
    return -1 if at < centre else 1


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _lies_across(a: str, b: str) -> bool:
    (ax, ay), (bx, by) = MIDDLES[a], MIDDLES[b]
    return abs(ax - bx) > abs(ay - by)


def _straight(disc: Point, across: bool, reach: float) -> Way:
    x, y = disc
    if across:
        line = f"M{x - reach:g} {y:g}H{x + reach:g}"
        return Way(line, [(x - reach, y, 180), (x + reach, y, 0)], disc)
    line = f"M{x:g} {y - reach:g}V{y + reach:g}"
    return Way(line, [(x, y - reach, -90), (x, y + reach, 90)], disc)


def _strait(inner: str, outer: str) -> Way:
    """Return a path over the water between the central island and another one."""
    x, y = MIDDLES[inner]
    if outer[0] in "WE":
        return _straight((141.0 if outer[0] == "W" else 383.0, y), True, 24)
    return _straight((x, 135.0 if outer[0] == "N" else 373.0), False, 24)


def _ring(top: str, side: str) -> Way:
    """Return a path round the outside, from an island in the north or south to one in the east or
    west."""
    (tx, ty), (sx, sy) = MIDDLES[top], MIDDLES[side]
    out, down = _outward(tx, CENTRE[0]), _outward(ty, CENTRE[1])
    start, end = (tx + out * 56, ty - down * 6), (sx + out * 4, sy + down * 56)
    bend = (end[0] - out * 12, start[1])
    line = f"M{start[0]:g} {start[1]:g}Q{bend[0]:g} {bend[1]:g} {end[0]:g} {end[1]:g}"
    disc = (
        (start[0] + 2 * bend[0] + end[0]) / 4,
        (start[1] + 2 * bend[1] + end[1]) / 4,
    )
    return Way(line, [_head(start, bend), _head(end, bend)], disc)


def _head(tip: Point, before: Point) -> tuple[float, float, float]:
    turn = math.degrees(math.atan2(tip[1] - before[1], tip[0] - before[0]))
    return round(tip[0], 1), round(tip[1], 1), round(turn, 1)


# -- the part of the picture that an event changed ---------------------------------------------

WINDOW = (248.0, 216.0)
TEMPLE = "-8 -8 168 142"
"""Six spaces of 48 by 60, three by three."""


def window(last: Mapping[str, Any]) -> str:
    """Return the part of the islands where the last event happened, as a view box; else all of
    them."""
    changed = [mark["region"] for mark in last.get("huts", [])] + list(last.get("fish", []))
    if not changed:
        return VIEW_BOX
    x, y = MIDDLES[changed[0]]
    width, height = WINDOW
    left = min(max(x - width / 2, 0), WIDTH - width)
    top = min(max(y - height / 2, 0), HEIGHT - height)
    return f"{left:g} {top:g} {width:g} {height:g}"


# -- the ceremony spaces: twelve squares of 48 -------------------------------------------------

SQUARE = 48


def space(number: int) -> tuple[int, int]:
    """Return the upper left corner of a ceremony space, counted from 0."""
    row, column = divmod(number, GRID_COLUMNS)
    return column * SQUARE, row * SQUARE


def site(name: str) -> tuple[int, int, int, int]:
    """Return the box over two ceremony spaces, named as in ``site:1-2``."""
    first, second = (int(part) - 1 for part in name.split("-"))
    x, y = space(first)
    across = second == first + 1
    return x, y, SQUARE * (2 if across else 1), SQUARE * (1 if across else 2)


def joint(name: str) -> tuple[float, float]:
    """Return the point where two ceremony spaces meet."""
    x, y, width, height = site(name)
    return x + width / 2, y + height / 2


# -- the status track ------------------------------------------------------------------------

TRACK_WIDTH = 292
MARGIN = 4
COIN = 7.8
PILE = 13.0
"""The distance between markers of one pile."""
TRACK_TOP = 60.0


@dataclass(frozen=True)
class Cell:
    """Adjacent spaces of the status track below one number of points."""

    points: int
    x: float
    width: float
    ticks: list[float]
    """The borders between spaces."""

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)


@dataclass(frozen=True)
class Track:
    """The status track."""

    width: int
    cells: list[Cell]


@dataclass(frozen=True)
class Marker:
    """The middle of a status marker."""

    seat: int
    x: float
    y: float


def _step(spaces: int) -> float:
    return (TRACK_WIDTH - 2 * MARGIN) / spaces


def track(points: list[int]) -> Track:
    """Return the track with these points above its spaces."""
    step = _step(len(points))
    cells: list[Cell] = []
    start = 0
    for end in range(1, len(points) + 1):
        if end == len(points) or points[end] != points[start]:
            x = MARGIN + start * step
            ticks = [round(x + step * k, 1) for k in range(1, end - start)]
            width = round((end - start) * step - 1.6, 1)
            cells.append(Cell(points[start], round(x + 0.8, 1), width, ticks))
            start = end
    return Track(TRACK_WIDTH, cells)


def markers(found: list[dict[str, int]], spaces: int) -> list[Marker]:
    """Return the places of the markers; ``found`` goes from the furthest ahead (on top) to the
    last."""
    placed = []
    for steps in dict.fromkeys(marker["steps"] for marker in found):
        pile = [marker["seat"] for marker in found if marker["steps"] == steps]
        x = round(max(MARGIN + (steps + 0.5) * _step(spaces), COIN + 2), 1)
        for height, seat in enumerate(reversed(pile)):
            placed.append(Marker(seat, x, TRACK_TOP - COIN - 3 - PILE * height))
    return placed


# -- the signs of tasks ------------------------------------------------------------------------

SIGNS = {
    "men": "bb-p-man",
    "women": "bb-p-woman",
    "man types": "bb-p-man",
    "woman types": "bb-p-woman",
    "men shifted": "bb-p-man",
    "women shifted": "bb-p-woman",
    "persons shifted": "bb-check",
    "persons of type": "bb-p-{which}",
    "regions": "bb-hut",
    "islands": "bb-hut",
    "terrain": "bb-{which}",
    "fish": "bb-{which}",
    "huts on the 12th space": "bb-p-move",
    "god cards": "bb-god-{which}",
    "equal god cards": "bb-god",
    "god colours": "bb-god",
    "god tiles": "bb-god-tile",
    "priests": "bb-priest",
    "turn order tile 1": "bb-first",
    "jewelry": "bb-necklace",
    "jewelry types": "bb-bracelet",
    "jewelry of type": "bb-{which}",
    "buildings": "bb-p-build",
    "material": "bb-{which}",
    "materials": "bb-p-material",
    "offerings": "bb-offering",
    "shells": "bb-shell",
}


def signs(needs: list[dict[str, Any]]) -> list[str]:
    """Return the symbol of each of a task's requirements."""
    return [SIGNS[need["what"]].format(which=need["which"]) for need in needs]
