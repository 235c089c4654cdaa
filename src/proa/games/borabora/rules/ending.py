"""The end of the game: points by source, totals, the winner (BB-17)."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora.rules.bits import size
from proa.games.borabora.rules.materials import covered
from proa.games.borabora.rules.persons import number_of_persons
from proa.games.borabora.rules.requirements import buildings_of
from proa.games.borabora.state import (
    BUILDINGS,
    FINAL_POINTS,
    JEWELRY,
    MOST_PLAYERS,
    POINTS,
    REGIONS,
    SPACES,
)

GOD_TILE_POINTS = 2
BONUS = 6
MANY_TASKS = 9
MANY_JEWELRY = 6

# The lines of the final points, after those of ``state.POINTS``.
GOD_TILES = len(POINTS)
FISH = GOD_TILES + 1
JEWELRY_LINE = FISH + 1
FIRST_BONUS = JEWELRY_LINE + 1
LINES = GOD_TILES + len(FINAL_POINTS)


@rule
def sheet(rules, state, seat, out):
    """Fill ``out`` with points by source, as if the game had ended now: God tiles (BB-17.3), fish
    (BB-17.4), jewelry (BB-17.5) and bonuses; nothing else that is left (BB-17.12)."""
    me = state.player[seat]
    for line in range(len(POINTS)):
        out[line] = me.points[line]
    out[GOD_TILES] = GOD_TILE_POINTS * me.god_tiles
    out[FISH] = 0
    for region in range(len(REGIONS)):
        if state.owner[region] == seat:
            out[FISH] += rules.fish_value[state.fish[region]]
    out[JEWELRY_LINE] = 0
    for tile in range(len(JEWELRY)):
        if me.jewelry >> tile & 1:
            out[JEWELRY_LINE] += rules.jewelry_points[tile]
    bonuses(rules, me, out)


@rule
def bonuses(rules, me, out):
    """Fill ``out`` with six points for each of the six goals: tasks (BB-17.6), jewelry (BB-17.7),
    ceremony spaces (BB-17.8), buildings (BB-17.9), regions (BB-17.10) and persons (BB-17.11)."""
    ceremony = size(me.filled | covered(rules, me))
    out[FIRST_BONUS] = BONUS if size(me.done) >= MANY_TASKS else 0
    out[FIRST_BONUS + 1] = BONUS if size(me.jewelry + 0) >= MANY_JEWELRY else 0
    out[FIRST_BONUS + 2] = BONUS if ceremony == SPACES else 0
    out[FIRST_BONUS + 3] = BONUS if buildings_of(me) == BUILDINGS else 0
    out[FIRST_BONUS + 4] = BONUS if size(me.regions + 0) == len(REGIONS) else 0
    out[FIRST_BONUS + 5] = BONUS if number_of_persons(me) > rules.normal_spaces else 0


@rule
def scores(rules, state, out):
    """Fill ``out`` with the points of every seat."""
    lines = np.zeros(LINES, np.int64)
    for seat in range(state.players):
        sheet(rules, state, whole(seat), lines)
        out[seat] = 0
        for line in range(LINES):
            out[seat] += lines[line]


@rule
def returns(rules, state, out):
    """Fill ``out``: the most points win (BB-17.13), in a tie the seat earlier in turn order
    (BB-17.14)."""
    totals = np.zeros(MOST_PLAYERS, np.int64)
    scores(rules, state, totals)
    winner = whole(0)
    best = whole(-1)
    for place in range(state.players):
        seat = max(state.order[place] + 0, 0)
        if totals[seat] > best:
            best = totals[seat]
            winner = seat
    for seat in range(state.players):
        out[seat] = 1.0 if seat == winner else 0.0
