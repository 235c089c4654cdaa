"""Chapter 5: taking men and women."""

from __future__ import annotations

import pytest

FULL = ["land-b", "water-b", "woman-b", "man-b", "build-b", "material-b"]


@pytest.mark.rule("BB-5.1", "BB-5.2", "BB-5.3")
def test_positions_up_to_the_die(scene, codes, play):
    position = scene(4).seat(0, dice=[4, 4, 4]).load()
    assert codes(play(position, "place:woman-4")) == [f"woman:{i}" for i in (1, 2, 3, 4)]
    assert codes(play(position, "place:man-4")) == [f"man:{i}" for i in (1, 2, 3, 4)]


@pytest.mark.rule("BB-5.4")
def test_positions_are_not_refilled(scene, codes, play):
    position = scene(4).seat(0, dice=[1, 1, 2]).seat(1, dice=[1, 1, 1]).load()
    position = play(position, "place:woman-2", "woman:1")
    assert position.fields.display[0][0] == -1
    assert codes(position, "place:woman") == []  # position 1 is empty


@pytest.mark.rule("BB-5.5", "BB-5.9", "BB-5.10", "BB-11.5")
def test_a_person_lies_on_the_player_board_and_does_nothing_yet(scene, play, me):
    position = scene(4).seat(0, dice=[2, 2, 2]).load()
    after = play(position, "place:woman-2", "woman:2")
    assert after.to_move == 1
    assert me(after).persons[0] == 1 << 3  # water-a
    assert me(after).shifted[0] == 0
    assert me(after).shells == 0
    assert me(after).normal == me(position).normal


@pytest.mark.rule("BB-5.6", "BB-4.9", "BB-1.21")
def test_a_free_space_is_needed(scene, codes):
    # One hut out from a normal space leaves two free spaces: two persons fill them.
    huts = {"huts_on_12th_space": 2, "huts_on_normal_spaces": 9}
    two = scene(4).seat(0, regions=["CM"], **huts)
    assert codes(two.persons(0, woman=["god-a"]).load(), "place:woman")
    assert not codes(two.persons(0, woman=["god-a"], man=["god-a"]).load(), "place:woman")
    assert not codes(two.load(), "place:man")


@pytest.mark.rule("BB-5.7", "BB-5.8")
def test_the_12th_space_comes_last_and_is_closed_for_good(scene, play, me, codes):
    s = scene(4).seat(0, regions=["CM", "CB"], huts_on_12th_space=0)
    s.seat(0, huts_on_normal_spaces=10).persons(0, man=["god-a"])
    position = s.action("person", sex="woman", limit=6).load()
    position = play(position, "woman:1")
    assert me(position).closed == 1
    helper = scene(4).seat(0, regions=["CM", "CB"], huts_on_12th_space=0, huts_on_normal_spaces=10)
    helper.persons(0, man=["god-a"], woman=["god-a"]).seat(0, person_on_12th_space=True)
    helper.action("helper", left=2)
    assert "move" not in codes(helper.load())
    free = scene(4).seat(0, regions=["CM", "CB"], huts_on_12th_space=0, huts_on_normal_spaces=10)
    free.persons(0, man=["god-a"]).action("helper", left=2)
    assert "move" in codes(free.load())
    # With a normal space free the 12th stays open.
    s = scene(4).seat(0, regions=["CM", "CB"], huts_on_12th_space=0, huts_on_normal_spaces=10)
    assert me(play(s.action("person", sex="man", limit=1).load(), "man:1")).closed == 0
