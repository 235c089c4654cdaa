"""Claims about strength: measured in parts, reported as they are; the script that checks them."""

from __future__ import annotations

import importlib.util
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest
import strength_archive
import strength_networks
import strength_picture

import proa
from bots.untrained import untrained
from proa.arena import strength
from proa.arena.ratings import Rating
from proa.arena.statistics import adjusted, beyond, share_chance, share_interval
from proa.arena.strength import Claim, ClaimResult, folder_of, measure, rated, result_of
from proa.bots.levels import LEVELS
from proa.bots.networks import PLACE, network_bytes, read_network
from proa.engine.core.search_settings import Strength

FOUR = Claim("hand", "tahiti", 2, "random", ("random", "saver"), 8, 10, odds=1.5)


def script():
    spec = importlib.util.spec_from_file_location(
        "strength_script", Path(__file__).parents[2] / "scripts" / "strength.py"
    )
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def result(claim, shares, **others):
    """Return a row whose games are all played."""
    known = {"games": claim.games, "is_whole": True, "margin": 1.0, "hours": 0.0}
    times = {"milliseconds": 2.0, "theirs": 2.0, "winners": np.array([100.0, 120.0])}
    return ClaimResult(claim, shares=np.array(shares), **{**known, **times, **others})


@pytest.mark.parametrize(("players", "share"), [(2, 0.6), (3, 0.4286), (4, 0.3333), (5, 0.2727)])
def test_shares_that_are_wanted_for_odds(players, share):
    assert replace(FOUR, players=players).wanted == pytest.approx(share, abs=1e-4)


@pytest.mark.parametrize(
    ("t", "freedom", "above"), [(2.571, 5, 0.025), (12.706, 1, 0.025), (1.645, 1e5, 0.05)]
)
def test_students_distribution(t, freedom, above):
    assert beyond(t, freedom) == pytest.approx(above, rel=3e-3)
    assert beyond(t, freedom) + beyond(-t, freedom) == pytest.approx(1)


def test_the_chance_agrees_with_the_interval():
    shares = np.array([1.0, 0.5] * 12 + [0.0, 0.5])
    low, _ = share_interval(shares, 0.5)
    assert share_chance(shares, low) > 0.015
    assert share_chance(shares, 0.5) < 0.025 < share_chance(shares, 0.6)


def test_chances_adjusted_for_a_table():
    assert adjusted([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert adjusted([0.9, 0.8]) == [1.0, 1.0]


def test_a_claim_is_measured_in_parts(tmp_path):
    assert result_of(FOUR, tmp_path) is None
    assert not measure(FOUR, tmp_path, until=time.monotonic())
    played = []
    assert measure(FOUR, tmp_path, tick=played.append)
    one = result_of(FOUR, tmp_path)
    assert (one.games, one.is_whole, len(one.shares)) == (8, True, 6)
    assert sum(played) == 8
    assert measure(FOUR, tmp_path, tick=lambda n: pytest.fail("played again"))
    assert one.share < 0.6
    assert not one.holds(one.chance)


def test_bots_that_play_otherwise_have_another_folder(tmp_path, monkeypatch):
    contest = replace(FOUR.contests[0], bots=("steady", "saver"))
    then = folder_of(contest, tmp_path)
    assert folder_of(contest, tmp_path) == then
    levels = proa.game("tahiti").spec.analysis.levels[2]
    monkeypatch.setitem(levels, "steady", Strength(123, 0.5))
    strength._mark.cache_clear()
    assert folder_of(contest, tmp_path) != then
    strength._mark.cache_clear()


def test_ratings_have_the_usual_bots_in_the_middle(tmp_path):
    measure(FOUR, tmp_path)
    found = rated([FOUR], tmp_path, ("saver", "rival"))
    assert found["saver"].points == 0
    assert found["random"].points < -100
    assert rated([FOUR], tmp_path, ("rival",)) == {}


def test_what_holds_is_said_in_words():
    made = script()
    claim = replace(FOUR, games=12)
    won, lost = [1.0] * 10 + [0.5] * 2, [0.5] * 12
    assert made.verdict(claim, result(claim, won), 0.01) == "holds"
    assert made.verdict(claim, result(claim, won), 0.06) == "**missed**"
    assert made.verdict(claim, result(claim, lost), 0.01) == "**missed**"
    part = result(claim, won, is_whole=False, games=6)
    assert made.verdict(claim, part, 0.01) == "holds so far, 12 games are to be played"
    timed = replace(claim, equal_time=True)
    assert made.verdict(timed, result(timed, won), 0.01) == "holds"
    assert made.verdict(timed, result(timed, won, milliseconds=3.0), 0.01) == "**missed**"
    for wanted, verdict in ((105, "holds"), (115, "**missed**")):
        points = replace(claim, odds=None, winners=wanted)
        assert made.verdict(points, result(points, lost), 1.0) == verdict


def test_the_table_names_what_is_not_made_yet(tmp_path):
    made = script()
    rows = list(made.claims())
    assert len({row.name for row in rows}) == len(rows)
    measure(FOUR, tmp_path)
    text = made.table([FOUR, rows[0]], tmp_path)
    assert "1 of 2 rows are whole" in text
    assert "| tahiti | 2 | `random` | `random`, `saver` | 8 |" in text
    assert f"Not made yet: `{rows[0].name}`." in text


def test_claims_are_about_bots_that_there_are():
    for claim in script().claims():
        for contest in claim.contests:
            contest.check()


def test_ratings_are_in_a_table_and_shown_where_they_are_known_well(monkeypatch, tmp_path):
    made = script()
    known = {name: Rating(50.0 * n, -10.0, 400.0) for n, name in enumerate([*LEVELS, "saver"])}
    monkeypatch.setattr(made, "rated", lambda rows, root, usual: known)
    found = made.level_ratings([], tmp_path)
    assert found["tahiti"]["keen"].points == 1100
    assert "| tahiti | `keen` | 1100 | 990 to 1400 |" in made.ratings_table(found)
    assert not made.is_shown("keen", found["tahiti"]["keen"])
    assert made.is_shown("keen", Rating(1100, 1020, 1180))
    assert not made.is_shown("saver", Rating(1100, 1020, 1180))


def test_names_in_the_picture_keep_apart_and_near_to_what_they_are_of():
    places = {"a": 100.0, "b": 103.0, "c": 101.0, "d": 200.0}
    found = strength_picture.apart(places)
    ordered = sorted(found.values())
    assert all(after - before >= 14 for before, after in pairwise(ordered))
    assert sorted(found, key=found.get) == ["a", "c", "b", "d"]
    assert found["d"] == 200
    assert all(abs(found[name] - places[name]) <= 15 for name in places)


def test_the_picture_shows_all_ratings_and_budgets():
    rating = Rating(1100.0, 1000.0, 1200.0)
    one = result(replace(FOUR, bot="expert:500"), [0.5, 1.0])
    svg = strength_picture.picture(
        {"tahiti": "Tahiti"},
        {"tahiti": {"keen": rating, "saver": rating}},
        list(LEVELS),
        {"tahiti": [(500, one), (2000, one)]},
    )
    words = [
        text.text for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert {"Tahiti", "keen 1100", "saver 1100", "500", "2,000"} <= set(words)
    assert "Tahiti, 2 players: equals 50 %" in words


def test_results_survive_the_archive(tmp_path):
    measure(FOUR, tmp_path / "played")
    folders = [folder_of(contest, tmp_path / "played") for contest in FOUR.contests]
    strength_archive.pack(folders, tmp_path / "archive")
    assert [file.name for file in (tmp_path / "archive").iterdir()] == ["tahiti.jsonl"]
    strength_archive.unpack(tmp_path / "archive", tmp_path / "again")
    before, after = (result_of(FOUR, tmp_path / name) for name in ("played", "again"))
    assert list(after.shares) == list(before.shares)
    assert list(after.winners) == list(before.winners)
    assert measure(FOUR, tmp_path / "again", tick=lambda n: n == 8 or pytest.fail("played again"))


def test_what_a_network_wins_comes_into_its_card(monkeypatch, tmp_path, toy):
    file = tmp_path / PLACE
    file.parent.mkdir()
    network = untrained(toy, strength=None)
    file.write_bytes(network_bytes(network.weights, network.card))
    number = read_network(file).number
    monkeypatch.setattr(strength_networks, "spec", lambda name: SimpleNamespace(folder=tmp_path))
    row = replace(FOUR, bot="learned", against=("saver",))
    won = result(row, [1.0, 0.5] * 6)
    assert "| tahiti | 2 | `saver` | 75 % | 55 to 91 | 8 |" in strength_networks.table([won])
    strength_networks.write_cards([won])
    (strength,) = read_network(file).card["strength"]
    assert (strength["against"], strength["players"]) == ("saver", 2)
    assert (strength["share"], strength["games"]) == (0.75, 8)
    assert read_network(file).number == number


def test_the_document_shows_the_levels_as_they_are():
    document = Path(__file__).parents[2] / "docs" / "strength.md"
    assert script().levels() in document.read_text(encoding="utf-8")
