"""Chapter 6: the Helper."""

from __future__ import annotations

import pytest


@pytest.fixture
def helper(scene):
    """Return a maker of scenes in which seat 0 has Helper points to trade."""

    def make(left, **fields):
        return scene(4).seat(0, **fields).action("helper", left=left)

    return make


@pytest.mark.rule("BB-6.1", "BB-6.9", "BB-6.10")
def test_trades_and_prices(helper, codes, play, points):
    people = helper(2).persons(0, woman=["land-a"], man=["land-b", "water-c"])
    assert codes(people.load()) == [
        "no",
        "shells:1",
        "tattoo:2",
        "tattoo:3",
        "point",
        "offering",
        "card:deck",
        *(f"card:{god}" for god in ("blue", "white", "red", "green", "yellow")),
        "material:sand",
        "material:wood",
        "material:stone",
        "move",
    ]
    one = helper(1).persons(0, woman=["land-a"])
    assert codes(one.load()) == ["no", "shells:1", "point"]
    position = play(helper(5).load(), "point", "offering")
    assert position.fields.question[0].b == 2
    assert points(play(position, "point", "point"), "helper") == 3


@pytest.mark.rule("BB-6.1", "BB-6.2")
def test_one_may_stop_with_points_left(helper, play):
    assert play(helper(6).load(), "no").to_move == 1
    assert play(helper(6).load(), "offering", "no").to_move == 1


@pytest.mark.rule("BB-6.3", "BB-6.4")
def test_tattooing_once_for_each_man(helper, play, me, codes):
    position = helper(4).persons(0, man=["land-b", "water-c"]).load()
    position = play(position, "tattoo:2")
    assert me(position).steps == 2
    assert codes(position, "tattoo") == ["tattoo:3"]
    position = play(position, "tattoo:3")
    assert me(position).steps == 5
    assert codes(position, "tattoo") == []


@pytest.mark.rule("BB-6.5", "BB-12.4")
def test_later_arrivals_are_ahead(helper, play):
    s = helper(2).persons(0, man=["land-a", "water-a"])
    s.seat(1, status_steps=1).seat(2, status_steps=2).set(status_order=[2, 1, 0, 3])
    position = play(s.load(), "tattoo:1")
    assert list(position.fields.status) == [2, 0, 1, 3]
    position = play(position, "tattoo:1")
    assert list(position.fields.status) == [0, 2, 1, 3]


@pytest.mark.rule("BB-6.6", "BB-6.4")
def test_collecting_shells_once_for_each_woman(helper, play, me, codes):
    position = helper(4).persons(0, woman=["land-c", "water-c"]).load()
    position = play(position, "shells:3")
    assert me(position).shells == 3
    assert codes(position, "shells") == ["shells:3"]
    position = play(position, "shells:3")
    assert me(position).shells == 6
    assert codes(position, "shells") == []


@pytest.mark.rule("BB-6.7", "BB-6.8")
def test_example_five_status_symbols_three_shells_and_an_offering(game, helper, play, me):
    s = helper(5).persons(0, man=["land-b", "water-c"], woman=["land-c"])
    position = play(s.load(), "tattoo:2", "tattoo:3")
    track = game.tables.status_points
    assert me(position).steps == 5
    assert (track[5], track[4]) == (4, 3)  # the first space below the 4
    position = play(position, "shells:3", "offering")
    assert me(position).shells == 3
    assert me(position).offerings == 1
    assert position.to_move == 1


@pytest.mark.rule("BB-6.11", "BB-1.25")
def test_god_cards_from_the_pile_or_the_row(game, helper, play, me, codes):
    position = helper(4).set(open_cards={"blue": 3, "red": 2}).load()
    assert codes(position, "card:") == ["card:deck", "card:blue", "card:red"]
    opened = play(position, "card:blue")
    assert me(opened).hand[0] == 1
    assert me(opened).known[0] == 1
    assert sum(opened.fields.row) == 4
    assert sum(game.outcomes(opened).values()) == 60 - 5
    opened = play(opened, "god:green")  # replaced at once
    assert opened.fields.row[3] == 1
    assert opened.to_move == 0
    drawn = play(position, "card:deck", "god:yellow")
    assert me(drawn).hand[4] == 1
    assert me(drawn).known[4] == 0
    assert sum(drawn.fields.row) == 5


@pytest.mark.rule("BB-6.12")
def test_materials_of_ones_choice(helper, play, me, codes):
    position = play(helper(4).load(), "material:stone")
    assert codes(position) == ["space:3", "space:5", "space:8", "space:10"]
    position = play(position, "space:8", "material:wood", "space:7")
    assert me(position).filled == 1 << 7 | 1 << 6
    full = helper(2, materials_on_spaces=["3", "5", "8", "10"])
    assert me(play(full.load(), "material:stone")).beside[2] == 1


@pytest.mark.rule("BB-6.13", "BB-6.14")
def test_moving_huts_to_the_12th_space(helper, play, me):
    position = helper(6, regions=["CM"], huts_on_12th_space=2).load()
    after = play(position, "move", "move")
    assert (me(after).normal, me(after).last) == (7, 4)
    assert me(after).regions == me(position).regions


@pytest.mark.rule("BB-6.15")
def test_example_wood_tattoo_shells_and_two_points(helper, play, points, me):
    s = helper(6).persons(0, man=["land-a"], woman=["land-a"])
    position = play(s.load(), "material:wood", "space:2", "tattoo:1", "shells:1", "point", "point")
    assert points(position, "helper") == 2
    assert position.to_move == 1


@pytest.mark.rule("BB-6.16")
def test_example_card_offering_and_material(helper, play, me):
    position = play(helper(6).load(), "card:deck", "god:red", "offering", "material:sand")
    position = play(position, "space:1")
    assert (me(position).offerings, sum(me(position).hand), me(position).filled) == (1, 1, 1)
    assert position.to_move == 1


@pytest.mark.rule("BB-6.17")
def test_example_six_persons_shifted(helper, play, me):
    s = helper(6, regions=["CM", "CB", "CP", "CF", "SF", "WP"], huts_on_12th_space=1)
    women = ["land-a", "water-a", "god-a"]
    s.persons(0, woman=women, man=women)
    position = play(s.load(), *["tattoo:1"] * 3, *["shells:1"] * 3)
    assert me(position).shifted[0].bit_count() + me(position).shifted[1].bit_count() == 6
    assert position.to_move == 1


@pytest.mark.rule("BB-6.18")
def test_example_two_cards_and_two_points(helper, play, me, points):
    position = play(helper(6).load(), "card:deck", "god:red", "card:deck", "god:red")
    position = play(position, "point", "point")
    assert me(position).hand[2] == 2
    assert points(position, "helper") == 2
    assert position.to_move == 1


@pytest.mark.rule("BB-6.1", "BB-5.2")
def test_the_die_gives_the_points(scene, play):
    for value in (1, 4, 6):
        position = play(scene(4).seat(0, dice=[value] * 3).load(), f"place:helper-{value}")
        question = position.fields.question[position.fields.depth - 1]
        assert question.b == value
