"""Intervals, confidence sequences, the gain of pairing, ratings."""

from __future__ import annotations

import math

import numpy as np
import pytest

from proa.arena.ratings import ratings
from proa.arena.statistics import (
    confidence_sequence,
    correlation_of_luck,
    mean_interval,
    saved_by_pairing,
    share_interval,
    student,
)


@pytest.mark.parametrize(
    ("freedom", "expected"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042)]
)
def test_students_quantiles(freedom, expected):
    assert student(freedom) == pytest.approx(expected, rel=3e-3)


def test_intervals_of_shares_hold_in_95_of_100_runs():
    rng = np.random.default_rng(1)
    for deals, truth in ((6, 0.5), (40, 0.25), (40, 0.9)):
        runs = (rng.random((600, deals, 2)) < truth).mean(axis=2)
        bounds = [share_interval(run, 0.5) for run in runs]
        assert np.mean([low <= truth <= high for low, high in bounds]) >= 0.93


def test_a_few_equal_results_are_no_certainty():
    low, high = share_interval(np.ones(8), 0.5)
    assert low < 0.9
    assert high == 1.0
    assert mean_interval(np.array([3.0])) is None


def test_a_confidence_sequence_holds_for_all_deals_at_once():
    rng = np.random.default_rng(2)
    runs = (rng.random((300, 200)) < 0.4).astype(float)
    missed = 0
    for run in runs:
        low, high = confidence_sequence(run)
        missed += bool((low > 0.4).any() or (high < 0.4).any())
    assert missed / len(runs) <= 0.05
    low, high = confidence_sequence(np.tile([1.0, 0.8], 100))
    assert low[-1] > 0.6
    assert (np.diff(low) >= 0).all()
    assert (np.diff(high) <= 0).all()


def test_a_confidence_sequence_depends_on_the_past_alone():
    shares = np.random.default_rng(3).random(50)
    whole = confidence_sequence(shares)
    part = confidence_sequence(shares[:20])
    assert np.allclose(whole[0][:20], part[0])
    assert np.allclose(whole[1][:20], part[1])


def test_what_pairing_saves():
    rng = np.random.default_rng(4)
    luck, noise = rng.normal(size=(500, 1)), rng.normal(size=(500, 2))
    assert saved_by_pairing(noise) == pytest.approx(0, abs=0.15)
    against = np.hstack([luck, -luck]) + 0.5 * noise
    assert saved_by_pairing(against) == pytest.approx(0.8, abs=0.05)
    assert saved_by_pairing(np.ones((5, 2))) is None
    assert saved_by_pairing(noise[:1]) is None


def test_the_correlation_of_luck():
    rng = np.random.default_rng(5)
    luck, noise = rng.normal(size=(400, 1, 3)), rng.normal(size=(400, 4, 3))
    strength = np.arange(4)[None, :, None]
    assert correlation_of_luck(noise + strength) == pytest.approx(0, abs=0.05)
    assert correlation_of_luck(luck + noise + strength) == pytest.approx(0.5, abs=0.05)


def test_ratings_find_the_odds():
    """Three bots drawn by odds of 4 : 2 : 1."""
    rng = np.random.default_rng(6)
    odds = np.array([4.0, 2.0, 1.0])
    deals = []
    for _ in range(800):
        # who waits least by exponential times comes first: Plackett and Luce's model
        times = rng.exponential(size=3) / odds
        deals.append([np.argsort(times).tolist()])
    found = ratings(deals, 3)
    assert found[0].points - found[1].points == pytest.approx(400 * math.log10(2), abs=30)
    assert found[1].points - found[2].points == pytest.approx(400 * math.log10(2), abs=30)
    assert all(one.low < one.points < one.high for one in found)
    assert sum(one.points for one in found) == pytest.approx(0, abs=1e-6)


def test_ratings_of_one_who_always_wins_are_finite():
    found = ratings([[[0, 1]]] * 10, 2)
    assert 200 < found[0].points - found[1].points < 1500


def test_equals_at_one_table():
    """One bot against three of one kind, twice as strong as each."""
    rng = np.random.default_rng(7)
    odds, kinds = np.array([2.0, 1.0, 1.0, 1.0]), [0, 1, 1, 1]
    deals = [
        [[kinds[place] for place in np.argsort(rng.exponential(size=4) / odds)]] for _ in range(800)
    ]
    found = ratings(deals, 2)
    assert found[0].points - found[1].points == pytest.approx(400 * math.log10(2), abs=35)
