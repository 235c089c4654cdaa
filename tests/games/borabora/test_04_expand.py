"""Chapter 4: expanding."""

from __future__ import annotations

import pytest


def reach(scene, codes, path, limit, regions=("CM",), **fields):
    """Return where an expansion can lead."""
    s = scene(4).seat(0, regions=list(regions), **fields).action("expand", path=path, limit=limit)
    return [code.removeprefix("region:") for code in codes(s.load())]


@pytest.mark.rule("BB-4.1", "BB-4.2", "BB-4.4")
def test_water_from_the_central_mountain(scene, codes):
    assert reach(scene, codes, "water", 6) == ["EB", "SP"]
    assert reach(scene, codes, "water", 5) == ["EB", "SP"]
    assert reach(scene, codes, "water", 4) == ["EB"]
    for value in (1, 2, 3):
        dice = scene(4).seat(0, dice=[value] * 3).load()
        assert codes(dice, "place:water") == []


@pytest.mark.rule("BB-4.2", "BB-4.3", "BB-4.5")
def test_land_from_the_central_mountain(scene, codes):
    for value in (4, 5, 6):
        assert reach(scene, codes, "land", value) == ["CP", "CB"]
    for value in (2, 3):
        assert reach(scene, codes, "land", value) == ["CB"]
    assert codes(scene(4).seat(0, dice=[1, 1, 1]).load(), "place:land") == []
    found = {*reach(scene, codes, "land", 6), *reach(scene, codes, "water", 6)}
    assert not found & {"CF", "EF", "SF"}


@pytest.mark.rule("BB-4.6")
def test_one_hut_in_a_region(scene, codes):
    assert reach(scene, codes, "land", 6, regions=("CM", "CB")) == ["CF", "CP"]
    # Other players' huts do not matter.
    s = scene(4).seat(1, regions=["CB"]).seat(2, regions=["CB", "CP"])
    s.action("expand", path="land", limit=6)
    assert codes(s.load()) == ["region:CP", "region:CB"]


@pytest.mark.rule("BB-4.7")
def test_a_hut_must_be_left(scene, codes):
    most = ["CF", "CP", "CM", "CB", "EF", "EB", "SF", "SP", "NB", "NM", "WP"]
    s = scene(4).seat(0, dice=[6, 6, 6], regions=most, huts_on_12th_space=1)
    assert codes(s.load(), "place:land") == ["place:land-6"]
    everywhere = scene(4).seat(0, dice=[6, 6, 6], regions=[*most, "WM"], huts_on_12th_space=0)
    assert codes(everywhere.load(), "place:land") == []
    assert codes(everywhere.load(), "place:water") == []


@pytest.mark.rule("BB-4.8", "BB-4.9", "BB-1.20")
def test_which_hut_leaves(scene, codes, play, me):
    huts = {"huts_on_normal_spaces": 10, "huts_on_12th_space": 1}
    s = scene(4).seat(0, regions=["CM"], **huts)
    position = play(s.action("expand", path="land", limit=2).load(), "region:CB")
    assert codes(position) == ["hut:normal", "hut:12th"]
    normal, last = play(position, "hut:normal"), play(position, "hut:12th")
    assert (me(normal).normal, me(normal).last) == (9, 1)
    assert (me(last).normal, me(last).last) == (10, 0)
    huts = {"huts_on_normal_spaces": 11, "huts_on_12th_space": 0}
    empty = scene(4).seat(0, regions=["CM"], **huts)
    position = play(empty.action("expand", path="land", limit=2).load(), "region:CB")
    assert codes(position) == ["hut:normal"]


@pytest.mark.rule("BB-4.10", "BB-4.11", "BB-17.4")
def test_the_newest_hut_stands_on_the_building_space(scene, play, points, codes):
    s = scene(4).seat(0, regions=["CM"]).seat(1, regions=["EF", "CB"])
    position = s.action("expand", path="land", limit=2).load()
    assert points(position, "fish", 1) == 1 + 3
    position = play(position, "region:CB", "hut:12th", "no")
    assert position.fields.owner[3] == 0
    assert points(position, "fish", 1) == 1
    assert points(position, "fish", 0) == 1 + 3
    # The hut moved aside still counts for adjacency: CB-WM by water 5.
    s = scene(4).seat(1, regions=["CB"]).seat(0, regions=["CB", "CM"])
    s.set(building_spaces={"CB": 0, "CM": 0}, turn=1).action("expand", path="water", limit=6)
    assert codes(s.load()) == ["region:SF", "region:WM"]


@pytest.mark.rule("BB-4.12", "BB-4.13")
def test_the_resource_may_be_declined(scene, codes, play, me):
    position = scene(4).seat(0, regions=["CM"]).action("expand", path="land", limit=4).load()
    position = play(position, "region:CP", "hut:normal")
    assert codes(position) == ["no", "take"]
    assert me(play(position, "take")).offerings == 1
    assert me(play(position, "no")).offerings == 0
    position = scene(4).seat(0, regions=["CM"]).action("expand", path="land", limit=2).load()
    position = play(position, "region:CB", "hut:normal", "take")
    assert codes(position) == ["space:1", "space:4", "space:6", "space:11"]
    assert me(play(position, "space:6")).filled == 1 << 5


@pytest.mark.rule("BB-4.13", "BB-4.14", "BB-8.5")
def test_a_material_without_a_space_lies_beside_the_board(scene, play, me, codes):
    full = ["1", "4", "6", "11"]
    s = scene(4).seat(0, regions=["CM"], materials_on_spaces=full, dice=[6, 6, 6])
    position = play(s.action("expand", path="land", limit=2).load(), "region:CB", "hut:normal")
    position = play(position, "take")
    assert list(me(position).beside) == [1, 0, 0]
    assert me(position).filled == sum(1 << int(space) - 1 for space in full)
    beside = scene(4).seat(0, dice=[6, 6, 6], materials_beside={"sand": 3, "wood": 3})
    assert codes(beside.load(), "place:build") == []


@pytest.mark.rule("BB-4.15", "BB-16.16")
def test_the_moment_for_the_red_god(scene, codes, play, points):
    pays = {"offerings": 0, "hand": {"red": 1}}
    s = scene(4).seat(0, regions=["CM"], **pays).action("expand", path="land", limit=4)
    position = play(s.load(), "region:CP", "hut:normal")
    # The offering just taken may pay.
    taken = play(position, "take")
    assert codes(taken) == ["no", "pay:card"]
    assert points(play(taken, "pay:card"), "red") == 3
    # Without it there is nothing to pay with: it is not asked, and never again.
    assert play(position, "no").to_move == 1
    # After a material is placed, before anything else.
    s = scene(4).seat(0, regions=["CM"], god_tiles=1).action("expand", path="land", limit=2)
    position = play(s.load(), "region:CB", "hut:normal", "take", "space:1")
    assert codes(position) == ["no", "pay:tile"]
    assert play(position, "no").to_move == 1
