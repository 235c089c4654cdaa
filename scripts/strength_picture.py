"""The picture of docs/strength.md: ratings by game, and the effect of more simulations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log10

from proa.arena.ratings import Rating
from proa.arena.strength import ClaimResult

WIDTH, HEIGHT = 760, 420
TOP, BOTTOM = 44, 372
COLUMN = 148
"""Width of a game's ratings."""
CURVES = 500, 738
"""The left and the right end of the budgets."""
APART = 14
"""Smallest distance of two names."""
LEVEL, HAND, GRID, QUIET, INK = "#1f7a8c", "#a08a52", "#e3dcc8", "#5c5848", "#222"
COLOURS = {"tahiti": "#c2543a", "borneo": "#3f7d3a", "borabora": "#1f6fae"}


def picture(
    titles: Mapping[str, str],
    found: Mapping[str, Mapping[str, Rating]],
    levels: Sequence[str],
    curves: Mapping[str, Sequence[tuple[int, ClaimResult]]],
) -> str:
    """Return an SVG. ``titles`` are the games' names, ``curves`` each budget's results by game."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf6"/>',
        *_ratings(titles, found, levels),
        *_curves(titles, curves),
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _text(x: float, y: float, words: str, fill: str = QUIET, **more: str) -> str:
    rest = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
    return f'<text x="{x:.0f}" y="{y:.0f}" fill="{fill}"{rest}>{words}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, stroke: str, width: float = 1) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{stroke}" stroke-width="{width}"/>'


def _ratings(
    titles: Mapping[str, str], found: Mapping[str, Mapping[str, Rating]], levels: Sequence[str]
) -> Iterator[str]:
    ends = [
        end for known in found.values() for one in known.values() for end in (one.low, one.high)
    ]
    low, high = min(ends) // 100 * 100, -(-max(ends) // 100) * 100

    def y(points: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (points - low) / (high - low)

    for points in range(int(low), int(high) + 1, 100):
        yield _line(38, y(points), 38 + COLUMN * len(found), y(points), GRID)
        yield _text(34, y(points) + 4, str(points), text_anchor="end", font_size="11")
    for column, (game, known) in enumerate(found.items()):
        x = 52 + COLUMN * column
        yield _text(x - 6, 24, titles[game], INK, font_weight="bold", font_size="14")
        places = apart({name: y(one.points) for name, one in known.items()})
        for name, one in known.items():
            colour = LEVEL if name in levels else HAND
            yield _line(x, y(one.low), x, y(one.high), colour, 2)
            yield f'<circle cx="{x}" cy="{y(one.points):.1f}" r="4" fill="{colour}"/>'
            yield _line(x + 5, y(one.points), x + 14, places[name], colour)
            yield _text(x + 17, places[name] + 4, f"{name} {one.points:.0f}", colour)
    yield _text(46, 400, "Rating: levels, and handmade bots (their mean: 1000), 95 %")


def apart(places: dict[str, float]) -> dict[str, float]:
    """Spread names that would overlap around their mean."""
    names = sorted(places, key=places.__getitem__)
    groups: list[list[str]] = []
    for name in names:
        groups.append([name])
        while len(groups) > 1 and _start(groups[-1], places) < _end(groups[-2], places) + APART:
            last = groups.pop()
            groups[-1] += last
    return {
        name: _start(group, places) + APART * i for group in groups for i, name in enumerate(group)
    }


def _start(group: list[str], places: dict[str, float]) -> float:
    return sum(places[name] for name in group) / len(group) - APART * (len(group) - 1) / 2


def _end(group: list[str], places: dict[str, float]) -> float:
    return _start(group, places) + APART * (len(group) - 1)


def _curves(
    titles: Mapping[str, str], curves: Mapping[str, Sequence[tuple[int, ClaimResult]]]
) -> Iterator[str]:
    budgets = sorted({budget for row in curves.values() for budget, _ in row})
    start, end = CURVES
    least, most = log10(budgets[0]), log10(budgets[-1])

    def x(budget: float) -> float:
        return start + 14 + (end - start - 28) * (log10(budget) - least) / (most - least)

    def y(share: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * share

    for percent in range(0, 101, 20):
        yield _line(start, y(percent / 100), end, y(percent / 100), GRID)
        words = f"{percent} %"
        yield _text(start - 4, y(percent / 100) + 4, words, text_anchor="end", font_size="11")
    for budget in budgets:
        yield _text(x(budget), BOTTOM + 14, f"{budget:,}", text_anchor="middle", font_size="11")
    for n, (game, row) in enumerate(curves.items()):
        colour, shift = COLOURS[game], 4 * (n - 1)
        points = " ".join(f"{x(budget) + shift:.1f},{y(one.share):.1f}" for budget, one in row)
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for budget, one in row:
            lower, upper = one.interval
            yield _line(x(budget) + shift, y(lower), x(budget) + shift, y(upper), colour)
            middle = f'cx="{x(budget) + shift:.1f}" cy="{y(one.share):.1f}"'
            yield f'<circle {middle} r="4" fill="{colour}"/>'
        seats = row[0][1].claim.players
        key = f"{titles[game]}, {seats} players: equals {1 / seats:.0%}".replace("%", " %")
        yield f'<circle cx="{start + 12}" cy="{BOTTOM - 52 + 18 * n}" r="4" fill="{colour}"/>'
        yield _text(start + 20, BOTTOM - 48 + 18 * n, key, INK)
    yield _text(start, 24, "Won against expert:200", INK, font_weight="bold", font_size="14")
    yield _text(start, 400, "by expert with so many simulations, 95 %")
