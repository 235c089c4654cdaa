"""Outlines that look cut by hand, for the games' drawings."""

from __future__ import annotations

import math
import random

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""


def hand_cut(box: Box, radius: float, shake: float, seed: int, step: float = 26) -> str:
    """Return a closed, slightly uneven outline round a box, always the same for the same
    ``seed``."""
    x, y, width, height = box
    right, bottom, nip = x + width, y + height, radius * 0.3
    chance = random.Random(seed)
    points = [
        *_spread(x + radius, y, right - radius, y, step),
        (right - nip, y + nip),
        *_spread(right, y + radius, right, bottom - radius, step),
        (right - nip, bottom - nip),
        *_spread(right - radius, bottom, x + radius, bottom, step),
        (x + nip, bottom - nip),
        *_spread(x, bottom - radius, x, y + radius, step),
        (x + nip, y + nip),
    ]
    return smooth(
        [
            (px + chance.uniform(-shake, shake), py + chance.uniform(-shake, shake))
            for px, py in points
        ]
    )


def smooth(points: list[Point]) -> str:
    """Return a closed curve through all points."""
    n = len(points)
    drawn = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for i in range(n):
        (ax, ay), (bx, by) = points[i - 1], points[i]
        (cx, cy), (dx, dy) = points[(i + 1) % n], points[(i + 2) % n]
        drawn += f"C{bx + (cx - ax) / 6:.1f} {by + (cy - ay) / 6:.1f} "
        drawn += f"{cx - (dx - bx) / 6:.1f} {cy - (dy - by) / 6:.1f} {cx:.1f} {cy:.1f}"
    return drawn + "Z"


def ripples(box: Box, seed: int, number: int) -> str:
    """Return small waves scattered over a box."""
    x, y, width, height = box
    chance = random.Random(seed)
    drawn = ""
    for _ in range(number):
        left, top = chance.uniform(x, x + width - 26), chance.uniform(y, y + height)
        drawn += f"M{left:.0f} {top:.0f}q6 -6 12 0t12 0"
    return drawn


def _spread(x0: float, y0: float, x1: float, y1: float, step: float) -> list[Point]:
    n = max(2, round(math.hypot(x1 - x0, y1 - y0) / step))
    return [(x0 + (x1 - x0) * k / n, y0 + (y1 - y0) * k / n) for k in range(n)]
