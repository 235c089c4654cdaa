"""The page of a contest: one file, in both languages."""

from __future__ import annotations

import re

import pytest

from proa.arena.contest import Contest
from proa.arena.report import report_of
from proa.web.contest import page
from proa.web.plots import Course, Intervals, Row, Scale


@pytest.fixture(scope="module")
def report():
    import proa

    return report_of(Contest(proa.game("tahiti"), ("easy", "random", "search:3"), 3, 12, 1), 1)


@pytest.mark.parametrize(("locale", "word"), [("en", "Share of wins"), ("ru", "Доля побед")])
def test_the_page_needs_no_other_file(report, locale, word):
    html = page(report, locale)
    assert word in html
    for bot in report.contest.bots:
        assert bot in html
    addresses = re.findall(r"(?:src|href)=|url\((?!data:)", html)
    assert not addresses


def test_a_single_deal_has_a_page_too(report):
    alone = report_of(Contest(report.contest.game, ("easy", "random"), 2, 1, 1), 1)
    assert "<svg" in page(alone)


def test_scales_have_round_lines():
    assert [value for value, _ in Scale(0, 1, 0, 100).lines] == pytest.approx(
        [0, 0.2, 0.4, 0.6, 0.8, 1]
    )
    assert Scale(-7, 43, 0, 100)(18) == 50


def test_plots_hold_all_they_show():
    rows = [Row("a", 0.4, 0.2, 0.6, "sky", "40 %"), Row("b", 0.9, 0.9, 0.9, "rust", "90 %")]
    plot = Intervals(rows, 0.5)
    assert plot.x(0.2) > plot.x.start
    assert plot.x(0.9) < plot.x.end
    assert plot.y(1) < plot.height
    course = Course([1.0, 0.0], [0.0, 0.1], [1.0, 0.9], 0.5)
    assert course.line.count("L") == 1
    assert course.y(0.5) == pytest.approx((course.y(0) + course.y(1)) / 2, abs=0.1)
