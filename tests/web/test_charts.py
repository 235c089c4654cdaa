"""Charts of points: scale, lines, names that do not overlap, decisive moments."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from proa.web.charts import APART, BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Chart, turning_points

GAME = [[0, 0, 0], [4, 0, 0], [4, 9, 0], [13, 9, 0], [13, 9, 12]]


def points(path: str) -> list[tuple[float, float]]:
    """Return the corners of a path."""
    found = re.findall(r"[ML](\S+) ([-\d.]+)", path)
    return [(float(x), float(y)) for x, y in found]


def test_a_line_goes_from_the_first_step_to_the_last():
    chart = Chart(GAME, [0])
    for seat in range(3):
        corners = points(chart.line(seat))
        assert corners[0] == (LEFT, chart.y(0))
        assert corners[-1] == (WIDTH - RIGHT, chart.y(GAME[-1][seat]))


def test_a_line_steps_where_points_change_and_is_level_between():
    chart = Chart(GAME, [0])
    for (x0, y0), (x1, y1) in pairwise(points(chart.line(1))):
        assert x0 == x1 or y0 == y1
    assert (chart.x(2), chart.y(9)) in points(chart.line(1))


def test_numbers_of_short_turns_do_not_touch():
    chart = Chart([[0, 0]] * 200, [*range(20), *range(20, 200, 10)])
    marks = chart.marks
    assert all(after - before >= APART for (_, before), (_, after) in pairwise(marks))
    assert [n for n, _ in marks] == [5, 25, 30, 35]


@pytest.mark.parametrize("most", [0, 1, 7, 13, 14, 15, 36, 104, 320, 1999])
def test_the_scale_covers_all_points_in_few_lines(most):
    chart = Chart([[0, 0], [most, 0]], [])
    scale = chart.scale
    assert 2 <= len(scale) <= 8
    assert scale[0][0] == 0
    assert scale[-1][0] >= most
    assert scale[0][1] == HEIGHT - BOTTOM
    assert scale[-1][1] == TOP


def test_points_below_nothing_are_on_the_scale():
    chart = Chart([[0, 0], [30, -7]], [])
    assert chart.lowest <= -7
    assert chart.y(-7) <= HEIGHT - BOTTOM
    assert chart.scale[0][0] == chart.lowest


def test_a_game_without_a_decision_is_a_chart_too():
    chart = Chart([[0, 3]], [])
    assert [chart.flag(seat, 3) for seat in (0, 1)] == [(LEFT, chart.y(0)), (LEFT, chart.y(3))]


def test_names_at_the_right_keep_apart_and_in_order():
    ends = Chart([[50, 51, 49, 50, 12]], []).ends(gap=26)
    assert [end["seat"] for end in ends] == [1, 0, 3, 2, 4]
    for above, below in pairwise(ends):
        assert below["y"] - above["y"] >= 25.5


def test_few_turns_are_all_marked_and_many_by_fives():
    few, many = Chart(GAME, [0, 2, 3]), Chart([[0]] * 40, list(range(0, 36, 3)))
    assert few.marks == [(1, few.x(0)), (2, few.x(2)), (3, few.x(3))]
    assert [n for n, _ in many.marks] == [5, 10]


def test_turning_points_are_the_largest_swings_of_the_winners_lead():
    """Leads of seat 0: 0, 4, -5, 4, 1."""
    assert turning_points(GAME, [0], most=2) == [(2, 9), (3, 9)]
    assert turning_points(GAME, [0], most=3) == [(1, 4), (2, 9), (3, 9)]


def test_swings_that_are_small_beside_the_largest_decide_nothing():
    assert turning_points([[0, 0], [1, 0], [1, 40], [60, 40]], [0]) == [(2, 40), (3, 59)]


@pytest.mark.parametrize(
    ("history", "winners"), [([[3, 3], [3, 3]], [0]), ([[3, 3], [8, 3]], []), ([[1], [9]], [0])]
)
def test_where_nothing_moved_or_nobody_lost_there_are_none(history, winners):
    assert turning_points(history, winners) == []
