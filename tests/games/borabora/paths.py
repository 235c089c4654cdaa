"""Bora Bora's paths, from the rule book and from the rules record."""

from __future__ import annotations

from proa.games.borabora.state import PATHS, REGIONS

PATH_TABLE = """
CM CP land 4
CM CB land 2
CF CP land 3
CF CB land 5
NB NM land 4
EF EB land 2
SF SP land 1
WP WM land 6
CM SP water 5
CM EB water 4
CP EF water 2
CP NM water 6
CF NB water 3
CF WP water 1
CB WM water 5
CB SF water 4
NM EF water 3
EB SP water 1
SF WM water 2
WP NB water 6
"""


def paths_of(game):
    """Return the paths as lines of the rule book's table, ends sorted."""
    tables = game.tables
    found = set()
    for kind, name in enumerate(PATHS):
        for i in range(tables.paths[kind]):
            ends = tables.path_ends[kind][i]
            joined = sorted(code for r, code in enumerate(REGIONS) if ends >> r & 1)
            found.add((*joined, name, tables.path_value[kind][i]))
    return found
