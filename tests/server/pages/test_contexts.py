"""The context of the end page: the moments that changed the lead, in words and pictures."""

from __future__ import annotations

import pytest

import proa
from proa.arena.matches import play_game
from proa.server.pages import contexts
from proa.server.tables.replays import Replay


@pytest.fixture(scope="module", params=[4, 5])
def replay(request) -> Replay:
    """Return a replay; in the second game a decision is followed by two throws of the next turn."""
    record = play_game(proa.game("tahiti"), 3, request.param, ["random"])
    record.seats = [{"name": name, "kind": "bot"} for name in ("Hina", "Teva", "Moana")]
    return Replay(record)


def test_moments_say_what_each_seat_gained(replay):
    moments = contexts.ended(replay, "en")["moments"]
    history = replay.history
    assert 1 <= len(moments) <= 3
    assert [moment["at"] for moment in moments] == sorted(moment["at"] for moment in moments)
    for moment in moments:
        before, after = history[moment["at"] - 1], history[moment["at"]]
        assert moment["deltas"] == [new - old for old, new in zip(before, after, strict=True)]
        assert any(moment["deltas"])
        assert moment["told"]


def test_a_moment_knows_its_turn_and_tells_nothing_of_the_next(replay):
    for moment in contexts.ended(replay, "en")["moments"]:
        begun = [at for at in replay.turns if at < moment["at"]]
        assert moment["turn"] == len(begun)
        assert not any("throws" in sentence for sentence in moment["told"])


def test_a_moments_picture_is_the_position_after_it_with_its_marks(replay):
    for moment in contexts.ended(replay, "en")["moments"]:
        assert len(moment["view"]["board"]["pairs"]) > 0
        assert moment["view"]["last"]
        assert moment["view"]["actions"] == []
