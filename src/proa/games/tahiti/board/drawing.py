"""The geometry of Tahiti's drawing, in its own units: positions and outlines.

The border track is a ring of pads round a sandy frame with the sea inside it. All functions take a
:class:`Plan`, which is made once for each board size and number of spaces.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from proa.games.shapes import Point, hand_cut, ripples

CELL = 84.0
BAND = 27.0
PAD_WIDTH, PAD_HEIGHT = 126.0, 94.0
CORNER_WIDTH, LEAST_WIDTH = 196.0, 230.0
"""The width of a corner, if the spaces between two corners then are at least ``LEAST_WIDTH`` wide.
"""
GAP = 5.0
LETTER = 24.0
"""The diameter of the disc with a piece's letter, with its outline and a small margin."""
LANE = 22.0
"""The distance from the outer edge to the lane of passing yachts."""


@dataclass(frozen=True)
class Pad:
    """A track space: its box and the side of the ring it lies on."""

    x: float
    y: float
    width: float
    height: float
    shape: str
    """``corner``, ``wide`` (above or below the sea) or ``tall`` (left or right of it)."""
    turn: int
    """The direction of the next space in degrees: 0 right, 90 down, 180 left, 270 up."""

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Plan:
    """The layout for a board of ``size`` lines and ``spaces`` track spaces."""

    size: int
    spaces: int

    @property
    def left(self) -> float:
        """The left edge of the sea."""
        return PAD_WIDTH + BAND

    @property
    def top(self) -> float:
        """The upper edge of the sea."""
        return PAD_HEIGHT + BAND

    @property
    def width(self) -> float:
        return 2 * self.left + self.size * CELL

    @property
    def height(self) -> float:
        return 2 * self.top + self.size * CELL

    @property
    def view_box(self) -> str:
        return f"0 0 {self.width:g} {self.height:g}"

    def cell(self, square: int) -> Point:
        """Return the upper left corner of a square."""
        row, column = divmod(square, self.size)
        return self.left + column * CELL, self.top + row * CELL

    @cached_property
    def pads(self) -> list[Pad]:
        """The track spaces, clockwise from the upper left corner."""
        return _pads(self)

    @cached_property
    def waves(self) -> list[str]:
        """A few ripples for each pad."""
        return [_waves(pad, number) for number, pad in enumerate(self.pads)]

    @cached_property
    def reef(self) -> str:
        """The outline of the sand round the sea."""
        width, height = self.width - 2 * PAD_WIDTH - 2, self.height - 2 * PAD_HEIGHT - 2
        return hand_cut((PAD_WIDTH + 1, PAD_HEIGHT + 1, width, height), 26, 2.2, 4)

    @cached_property
    def shore(self) -> str:
        """The outline of the sea."""
        side = self.size * CELL + 10
        return hand_cut((self.left - 5, self.top - 5, side, side), 24, 1.6, 9)

    @cached_property
    def dark_squares(self) -> list[int]:
        """Every second square."""
        return [s for s in range(self.size**2) if sum(divmod(s, self.size)) % 2]

    @cached_property
    def arrows(self) -> list[tuple[float, float, int]]:
        """The arrows between neighbouring pads: x, y and direction in degrees."""
        found = []
        for pad in self.pads:
            x, y = pad.middle
            if pad.shape == "corner" and pad.turn % 180:
                x = PAD_WIDTH / 2 if self._is_left(pad) else self.width - PAD_WIDTH / 2
            edge = {
                0: (pad.x + pad.width + GAP, y),
                90: (x, pad.y + pad.height + GAP),
                180: (pad.x - GAP, y),
                270: (x, pad.y - GAP),
            }[pad.turn]
            found.append((*edge, pad.turn))
        return found

    @cached_property
    def line_signs(self) -> list[tuple[int, float, float]]:
        """The places of each line's letter on all four sides: line, x, y."""
        signs = []
        for line in range(self.size):
            middle = line * CELL + CELL / 2
            signs.append((line, self.left + middle, PAD_HEIGHT + 15))
            signs.append((line, self.left + middle, self.height - PAD_HEIGHT - 13))
            signs.append((line, PAD_WIDTH + 14, self.top + middle))
            signs.append((line, self.width - PAD_WIDTH - 8, self.top + middle))
        return signs

    # -- the track --------------------------------------------------------------------------

    def letter_at(self, space: int) -> Point:
        """Return the place of a space's letter."""
        pad = self.pads[space]
        if pad.shape == "wide":
            return pad.x + 24, pad.y + pad.height / 2
        if pad.shape == "tall":
            return pad.x + pad.width / 2, pad.y + 34
        return pad.x + (pad.width - 24 if self._is_left(pad) else 24), pad.y + 25

    def pearl_at(self, space: int) -> Point:
        """Return the upper left corner of the pearl printed on a space."""
        pad = self.pads[space]
        if pad.shape == "wide":
            return pad.x + 44, pad.y + pad.height / 2 - 17
        if pad.shape == "tall":
            return pad.x + pad.width / 2 - 17, pad.y + 60
        return pad.x + (pad.width - 42 if self._is_left(pad) else 8), pad.y + 47

    def berth(self, space: int, place: int, pieces: int) -> Point:
        """Return the corner of a box of 74 for the ``place``-th of the pieces on a space."""
        pad = self.pads[space]
        if pad.shape == "tall":
            step = _pitch(pad.height - 104 - 80, pieces)
            x, y = pad.x + pad.width / 2 - 37, pad.y + 104 + step * place
            return x + _beside(step, place), y
        if pad.shape == "wide":
            step = _pitch(pad.width - 84 - 78, pieces)
            x, y = pad.x + 84 + step * place, pad.y + pad.height / 2 - 38
        else:
            step = _pitch(pad.width - 48 - 76, pieces)
            x, y = pad.x + (8 if self._is_left(pad) else 46) + step * place, pad.y + 4
        return x, y + _beside(step, place)

    def guest(self, space: int, pieces: int) -> Point:
        """Return the place of one more piece while the others stay where they lie: next in the row,
        or, if the row is full, between the last two and moved out far enough to cover no letter."""
        following = self.berth(space, pieces, pieces + 1)
        lying = [self.berth(space, place, pieces) for place in range(pieces)][-2:]
        if len(lying) < 2 or math.dist(lying[-1], following) >= LETTER:
            return following
        (x1, y1), (x2, y2) = lying
        half = math.dist(*lying) / 2
        out = math.sqrt(max(LETTER**2 - half**2, 0.0)) / half / 2
        return (x1 + x2) / 2 - out * (y2 - y1), (y1 + y2) / 2 + out * (x2 - x1)

    def _is_left(self, pad: Pad) -> bool:
        """Return whether a corner is on the left: its letter goes to the right, clear of the
        lane."""
        return pad.x < self.width / 2

    def lane(self, space: int) -> Point:
        """Return the point where a yacht passes a space."""
        pad = self.pads[space]
        x, y = pad.middle
        if pad.shape == "corner":
            return self._near_edge(x, self.width), self._near_edge(y, self.height)
        if pad.shape == "wide":
            return x, self._near_edge(y, self.height)
        return self._near_edge(x, self.width), y

    def _near_edge(self, at: float, whole: float) -> float:
        return LANE if at < whole / 2 else whole - LANE

    def passage(self, start: int, steps: int) -> list[int]:
        """Return the spaces passed, the last one being the space reached."""
        return [(start + k) % self.spaces for k in range(1, steps + 1)]

    def way(self, start: int, steps: int) -> str:
        """Return the path of a yacht along the lane, with rounded corners."""
        points = [self.lane(space) for space in (start, *self.passage(start, steps))]
        return _rounded(points, 28)

    # -- banks ------------------------------------------------------------------------------

    def outline(self, squares: Collection[int]) -> str:
        """Return the outline of a bank, slightly inside its squares, with rounded corners."""
        return _outline(self, frozenset(squares))

    def tag_at(self, squares: Sequence[int]) -> Point:
        """Return the middle of the upper edge of a bank's tag, which shows its value and its
        leaders.

        The tag hangs between two columns, at the right of the bank's uppermost square, where
        neither pearls nor letters lie. No two squares have the same right edge, so tags never
        overlap.
        """
        square = min(squares, key=lambda s: (s // self.size, -(s % self.size)))
        x, y = self.cell(square)
        return x + CELL, y + 2


@cache
def plan(size: int, spaces: int) -> Plan:
    """Return the plan of a board; the result is cached."""
    return Plan(size, spaces)


def corners(x: float, y: float) -> str:
    """Return four brackets round a square with this upper left corner."""
    drawn = ""
    for a in (-1, 1):
        for b in (-1, 1):
            mx, my = x + 42, y + 42
            drawn += f"M{mx + a * 45:g} {my + b * 22:g}V{my + b * 33:g}"
            drawn += f"Q{mx + a * 45:g} {my + b * 45:g} {mx + a * 33:g} {my + b * 45:g}"
            drawn += f"H{mx + a * 22:g}"
    return drawn


# -- calculation -------------------------------------------------------------------------------


def _pads(plan: Plan) -> list[Pad]:
    """Return four corners, and the other spaces distributed evenly over the sides."""
    ring: list[Pad] = []
    inner = max(plan.spaces - 4, 0)
    counts = [inner // 4 + (side < inner % 4) for side in range(4)]
    right, bottom = plan.width - PAD_WIDTH, plan.height - PAD_HEIGHT
    broad = max(PAD_WIDTH, min(CORNER_WIDTH, (plan.width - LEAST_WIDTH * counts[0]) / 2))
    inside = plan.width - broad
    corner = [(0.0, 0.0), (inside, 0.0), (inside, bottom), (0.0, bottom)]
    for side in range(4):
        ring.append(_pad(*corner[side], broad, PAD_HEIGHT, "corner", side))
        count = counts[side]
        for k in range(count):
            if side % 2 == 0:
                length = (plan.width - 2 * broad) / count
                place = k if side == 0 else count - 1 - k
                x, y = broad + place * length, 0.0 if side == 0 else bottom
                ring.append(_pad(x, y, length, PAD_HEIGHT, "wide", side))
            else:
                length = (plan.height - 2 * PAD_HEIGHT) / count
                place = k if side == 1 else count - 1 - k
                x, y = right if side == 1 else 0.0, PAD_HEIGHT + place * length
                ring.append(_pad(x, y, PAD_WIDTH, length, "tall", side))
    return ring[: plan.spaces]


def _pad(x: float, y: float, width: float, height: float, shape: str, side: int) -> Pad:
    return Pad(x + GAP, y + GAP, width - 2 * GAP, height - 2 * GAP, shape, 90 * side)


def _pitch(room: float, pieces: int) -> float:
    return min(80.0, max(room, 0.0) / (pieces - 1)) if pieces > 1 else 0.0


def _beside(step: float, place: int) -> float:
    """Return how far a piece lies outside the row: if pieces lie close together, every second one
    is moved out so that no letter is hidden."""
    return 12.0 * (place % 2 * 2 - 1) if 0 < step < LETTER else 0.0


def _waves(pad: Pad, seed: int) -> str:
    box = (pad.x + 10, pad.y + 12, pad.width - 24, pad.height - 22)
    return ripples(box, seed, max(3, round(pad.width * pad.height / 4200)))


def _rounded(points: list[Point], radius: float) -> str:
    """Return a line through the points with rounded corners."""
    drawn = f"M{points[0][0]:g} {points[0][1]:g}"
    for i in range(1, len(points) - 1):
        before, here, after = points[i - 1], points[i], points[i + 1]
        start, end = _towards(here, before, radius), _towards(here, after, radius)
        drawn += f"L{start[0]:g} {start[1]:g}Q{here[0]:g} {here[1]:g} {end[0]:g} {end[1]:g}"
    return drawn + f"L{points[-1][0]:g} {points[-1][1]:g}"


def _towards(here: Point, other: Point, distance: float) -> Point:
    length = math.dist(here, other) or 1
    share = min(distance / length, 0.5)
    return here[0] + (other[0] - here[0]) * share, here[1] + (other[1] - here[1]) * share


@cache
def _outline(plan: Plan, squares: frozenset[int]) -> str:
    return "".join(_loop(plan, loop) for loop in _loops(plan.size, squares))


def _loops(size: int, squares: frozenset[int]) -> list[list[tuple[int, int]]]:
    """Return the edges of a set of squares as closed loops of grid points, inside on the right."""
    cells = {divmod(square, size) for square in squares}
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for y, x in cells:
        for start, end, beyond in (
            ((x, y), (x + 1, y), (y - 1, x)),
            ((x + 1, y), (x + 1, y + 1), (y, x + 1)),
            ((x + 1, y + 1), (x, y + 1), (y + 1, x)),
            ((x, y + 1), (x, y), (y, x - 1)),
        ):
            if beyond not in cells:
                edges.setdefault(start, []).append(end)
    loops = []
    while edges:
        loops.append(_walk(edges, min(edges)))
    return loops


def _walk(
    edges: dict[tuple[int, int], list[tuple[int, int]]], start: tuple[int, int]
) -> list[tuple[int, int]]:
    """Follow edges back to the start; turn right where squares meet only at a corner."""
    loop = [start]
    here, way = start, (0, 0)
    while True:
        right = (here[0] - way[1], here[1] + way[0])
        ends = edges[here]
        end = right if right in ends else ends[0]
        ends.remove(end)
        if not ends:
            del edges[here]
        way = (end[0] - here[0], end[1] - here[1])
        here = end
        if here == start:
            return loop
        loop.append(here)


def _loop(plan: Plan, points: list[tuple[int, int]], inset: float = 5, radius: float = 20) -> str:
    drawn = ""
    n = len(points)
    for i, (px, py) in enumerate(points):
        into = (px - points[i - 1][0], py - points[i - 1][1])
        out = (points[(i + 1) % n][0] - px, points[(i + 1) % n][1] - py)
        if into == out:
            continue
        x = plan.left + px * CELL + inset * (-into[1] - out[1])
        y = plan.top + py * CELL + inset * (into[0] + out[0])
        drawn += f"{'L' if drawn else 'M'}{x - into[0] * radius:g} {y - into[1] * radius:g}"
        drawn += f"Q{x:g} {y:g} {x + out[0] * radius:g} {y + out[1] * radius:g}"
    return drawn + "Z"


def window(board: Mapping[str, Any], last: Mapping[str, Any]) -> str:
    """Return the part of the board where the last event happened, as a view box."""
    here = plan(board["size"], len(board["spaces"]))
    side = 310.0
    if last.get("squares"):
        x, y = here.cell(last["squares"][0]["square"])
        x, y = x + CELL / 2, y + CELL / 2
    elif last.get("yachts"):
        x, y = here.pads[last["yachts"][0]["end"]].middle
    else:
        x, y = here.width / 2, here.height / 2
    left = min(max(x - side / 2, 0), here.width - side)
    top = min(max(y - side * 0.46, 0), here.height - side * 0.92)
    return f"{left:g} {top:g} {side:g} {side * 0.92:g}"


def berths(players: Sequence[Mapping[str, Any]]) -> dict[int, list[tuple[str, int]]]:
    """Return what lies at each space of the track, boats first: a word and a seat per piece."""
    found: dict[int, list[tuple[str, int]]] = {}
    for craft, field in (("boat", "waiting"), ("yacht", "yacht")):
        for player in players:
            if player[field] is not None:
                found.setdefault(player[field], []).append((craft, player["seat"]))
    return found
