"""The context of the end page: the moments that changed the lead, in words and pictures."""

from __future__ import annotations

import pytest

import proa
from proa.arena.matches import play_game
from proa.server.pages import results
from proa.server.tables.replays import Replay
from proa.web.pages import render


@pytest.fixture(scope="module", params=[4, 5])
def replay(request) -> Replay:
    """Return a replay; in the second game a decision is followed by two throws of the next turn."""
    record = play_game(proa.game("tahiti"), 3, request.param, ["random"])
    record.seats = [{"name": name, "kind": "bot"} for name in ("Hina", "Teva", "Moana")]
    return Replay(record)


def test_moments_say_what_each_seat_gained(replay):
    moments = results.ended(replay, "en")["moments"]
    history = replay.history
    assert 1 <= len(moments) <= 3
    assert [moment["at"] for moment in moments] == sorted(moment["at"] for moment in moments)
    for moment in moments:
        before, after = history[moment["at"] - 1], history[moment["at"]]
        assert moment["deltas"] == [new - old for old, new in zip(before, after, strict=True)]
        assert any(moment["deltas"])
        assert moment["told"]


@pytest.mark.parametrize(
    ("winners", "scores", "places"),
    [
        ([1], [23, 23, 23, 2], [2, 1, 2, 4]),
        ([0, 2], [9, 5, 9], [1, 3, 1]),
        ([2], [4, 3, 9], [2, 3, 1]),
    ],
)
def test_those_with_equal_points_have_one_place_behind_the_winners(winners, scores, places):
    assert results.places_of({"winners": winners, "scores": scores}) == places


@pytest.mark.parametrize(
    ("viewer", "scores", "told"),
    [
        (0, [4, 23, 23], "You came 3rd, 19 points behind."),
        (2, [4, 23, 23], "You came 2nd, level with the winner."),
        (1, [4, 23, 22], "You won, 1 point ahead of Moana."),
        (1, [4, 23, 23], "You won."),
    ],
)
def test_the_end_speaks_to_its_reader(viewer, scores, told):
    result = {"winners": [1], "scores": scores}
    places = results.places_of(result)
    ranks = sorted(range(3), key=places.__getitem__)
    seats = [{"name": name} for name in ("Hina", "Teva", "Moana")]
    values = {"viewer": viewer, "result": result, "places": places, "ranks": ranks, "seats": seats}
    assert f"<p>{told}</p>" in render("_placed.html", **values)


def test_a_moment_knows_its_turn_and_tells_nothing_of_the_next(replay):
    for moment in results.ended(replay, "en")["moments"]:
        begun = [at for at in replay.turns if at < moment["at"]]
        assert moment["turn"] == len(begun)
        assert not any("throws" in sentence for sentence in moment["told"])


def test_a_moments_picture_is_the_position_after_it_with_its_marks(replay):
    for moment in results.ended(replay, "en")["moments"]:
        assert len(moment["view"]["board"]["pairs"]) > 0
        assert moment["view"]["last"]
        assert moment["view"]["actions"] == []
