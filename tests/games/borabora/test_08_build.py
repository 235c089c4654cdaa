"""Chapter 8: building; 10: the Fire Bonus."""

from __future__ import annotations

import pytest


@pytest.mark.rule("BB-8.1", "BB-1.18")
def test_tiles_up_to_the_die(scene, codes):
    s = scene(4).seat(0, materials_on_spaces=["1", "2"], buildings={"2": "3-4"})
    s.action("build", limit=4)
    assert codes(s.load()) == ["build:1", "build:3", "build:4"]


@pytest.mark.rule("BB-8.2")
def test_two_adjacent_materials_make_way(scene, codes, play, me):
    s = scene(4).seat(0, materials_on_spaces=["1", "2", "5", "7"]).action("build", limit=6)
    position = play(s.load(), "build:6")
    assert codes(position) == ["site:1-2", "site:1-5"]
    position = play(position, "site:1-5")
    assert me(position).filled == 1 << 1 | 1 << 6
    assert me(position).building[5] != -1
    across = scene(4).seat(0, materials_on_spaces=["4", "5"], dice=[6, 6, 6])
    assert codes(across.load(), "place:build") == []  # the end of a row and the next one's start


@pytest.mark.rule("BB-8.3")
@pytest.mark.parametrize(("round_", "worth"), [(1, 10), (2, 10), (3, 7), (4, 7), (5, 4), (6, 4)])
def test_points_by_round_whatever_the_tile(scene, play, points, round_, worth):
    for tile in ("build:1", "build:6"):
        s = scene(4).seat(0, materials_on_spaces=["1", "2"]).set(round=round_)
        position = play(s.action("build", limit=6).load(), tile, "site:1-2")
        assert points(position, "building") == worth


@pytest.mark.rule("BB-8.4", "BB-10.1", "BB-10.2")
def test_a_building_brings_a_fire_bonus(scene, play, codes, me):
    s = scene(4).seat(0, materials_on_spaces=["1", "2"]).action("build", limit=6)
    position = play(s.load(), "build:1", "site:1-2")
    assert codes(position)[:2] == ["offering", "card:deck"]
    position = play(position, "offering", "shell")
    assert (me(position).offerings, me(position).shells) == (1, 1)
    assert position.to_move == 1


@pytest.mark.rule("BB-8.5")
def test_what_building_needs(scene, codes):
    def values(**fields):
        position = scene(4).seat(0, dice=[1, 3, 6], **fields).load()
        return [code[-1] for code in codes(position, "place:build")]

    assert values() == []
    assert values(materials_on_spaces=["1", "3"]) == []
    assert values(materials_on_spaces=["1", "2"]) == ["1", "3", "6"]
    built = {"1": "9-10", "2": "11-12", "3": "5-6"}
    assert values(materials_on_spaces=["1", "2"], buildings=built) == ["6"]
    everything = {"1": "1-5", "2": "2-6", "3": "3-7", "4": "4-8", "5": "9-10", "6": "11-12"}
    assert values(buildings=everything) == []


@pytest.mark.rule("BB-8.6", "BB-8.7")
def test_covered_spaces_never_open_and_single_ones_only_take_materials(scene, play, me, codes):
    s = scene(4).seat(0, buildings={"1": "1-2", "2": "5-9"}, materials_on_spaces=["6"])
    position = play(s.action("helper", left=4).load(), "material:sand")
    assert codes(position) == ["space:4", "space:11"]  # 1 is covered, 6 is filled
    full = scene(4).seat(0, buildings={"1": "2-3", "2": "5-6", "3": "4-8"}, dice=[6, 6, 6])
    full.seat(0, materials_on_spaces=["1"])
    assert codes(full.load(), "place:build") == []
    full.seat(0, materials_on_spaces=[]).action("helper", left=2)
    position = play(full.load(), "material:sand", "space:1")
    assert me(position).filled == 1


@pytest.mark.rule("BB-10.2", "BB-10.3", "BB-10.4")
def test_example_a_card_and_a_shell(scene, play, codes, me):
    position = play(scene(4).action("temple", limit=3).load(), "temple:3")
    gifts = [f"card:{god}" for god in ("deck", "blue", "white", "red", "green", "yellow")]
    assert codes(position) == ["offering", *gifts]
    position = play(position, "card:blue", "god:red")
    assert codes(position) == ["status", "shell"]
    position = play(position, "shell")
    assert (sum(me(position).hand), me(position).shells, me(position).offerings) == (1, 1, 0)
    assert position.fields.row[2] == 2
    assert position.to_move == 1
