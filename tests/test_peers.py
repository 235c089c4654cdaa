"""The page that compares our games with others, made of figures."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from xml.etree import ElementTree

import pytest

PLACE = Path(__file__).parents[1] / "benchmarks" / "peers.py"
ROUNDS = {"proa: Toy, 3 players": [3.0, 2.0, 9.0], "Other: whist": [120.0, 110.0, 400.0]}
RESULT = {
    "values": dict.fromkeys(("decision", "copy", "batch", "games", "search"), ROUNDS),
    "missing": ["pgx (not there)"],
    "rounds": 3,
    "calibration": [1.5, 1.3, 2.0],
    "load": 0.1,
    "machine": "Model name Abacus",
    "versions": "Python 3.11",
}


@pytest.fixture(scope="module")
def peers():
    made = importlib.util.spec_from_file_location("peers", PLACE)
    module = importlib.util.module_from_spec(made)
    made.loader.exec_module(module)
    return module


def test_the_page_tells_medians_with_their_spread(peers):
    page = peers.written(RESULT)
    assert "| proa: Toy, 3 players | 3 | 2 to 9 |\n| Other: whist | 120 | 110 to 400 |" in page
    assert "1.50 ns; load when it began 0.1. Median of 3 rounds" in page
    assert "Could not be measured: pgx (not there)." in page
    busy = peers.written(RESULT | {"load": 3.0})
    assert "load when it began 3.0: others worked on the machine" in busy


def test_the_picture_has_a_bar_for_each(peers):
    picture = ElementTree.fromstring(peers.drawn(RESULT))
    texts = [each.text for each in picture.iter() if each.tag.endswith("text")]
    assert {"proa: Toy, 3 players", "Other: whist", "3", "120"} <= set(texts)
    bars = [e for e in picture.iter() if e.tag.endswith("rect") and e.get("height") == "18"]
    assert [float(bar.get("width")) > 0 for bar in bars] == [True, True]
