"""scripts/fit_evaluation.py finds what things are worth."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import proa
from proa.games.tahiti.ai.evaluation_features import NAMES


@pytest.fixture
def script():
    path = Path(__file__).parents[1] / "scripts" / "fit_evaluation.py"
    spec = importlib.util.spec_from_file_location("worth_script", path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_worths_are_found_whatever_a_moment_brings_to_all(script):
    rng = np.random.default_rng(1)
    n, worth = 4000, np.array([[2.0, 0.5], [-1.0, 3.0]])
    moment = np.repeat(np.arange(n), 3)
    time, has = np.repeat(rng.random(n), 3), rng.normal(size=(3 * n, 2))
    now = rng.normal(size=3 * n)
    ends = worth[:, 0] + time[:, None] * (worth[:, 1] - worth[:, 0])
    end = now + (ends * has).sum(axis=1) + np.repeat(rng.normal(scale=20, size=n), 3)
    rows = np.c_[np.zeros(3 * n), moment, end, now, time, has]
    assert script.fitted(rows) == pytest.approx(worth, abs=0.2)
    assert script.error(rows, worth) == pytest.approx(0, abs=1e-9)


def test_a_game_is_kept_moment_by_moment(script):
    game = proa.game("tahiti")
    rows = script.played(game, 3, [1, 7], ["random"], 0.1)
    assert rows.shape[1] == 5 + len(NAMES)
    moments = rows[:, 1].reshape(-1, 3)
    assert (moments == np.arange(len(moments))[:, None]).all()
    assert (rows[:, 0] == 7).all()
    assert 0 <= rows[:, 4].min() <= rows[:, 4].max() <= 1
    assert len({tuple(ends) for ends in rows[:, 2].reshape(-1, 3)}) == 1
