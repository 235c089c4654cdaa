"""Seats in the games of a deal."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from proa.arena.seating import balanced_square, orders, tables


def test_one_bot_against_a_field_sits_everywhere():
    assert tables(["A", "B"], 4) == [[(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]]
    assert orders((0, 1, 2), ["A", "B", "B"]) == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]


@pytest.mark.parametrize(("bots", "games"), [("AB", 2), ("ABC", 6), ("AABB", 6), ("AA", 1)])
def test_few_bots_play_all_orders(bots, games):
    found = orders(tuple(range(len(bots))), bots)
    assert len(found) == len({tuple(bots[n] for n in order) for order in found}) == games


@pytest.mark.parametrize("n", [4, 5])
def test_more_bots_sit_everywhere_and_behind_each_other_equally_often(n):
    rows = orders(tuple(range(n)), "ABCDE"[:n])
    assert rows == balanced_square(n)
    seats = Counter((place, entrant) for row in rows for place, entrant in enumerate(row))
    behind = Counter(pair for row in rows for pair in pairwise(row))
    assert len(seats) == n * n
    assert len(set(seats.values())) == 1
    assert len(behind) == n * (n - 1)
    assert len(set(behind.values())) == 1


def test_more_bots_than_seats_meet_in_groups():
    found = tables(["A", "B", "C"], 2)
    assert found == [[(0, 1), (1, 0)], [(0, 2), (2, 0)], [(1, 2), (2, 1)]]
