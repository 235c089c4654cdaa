"""Chapter 3: rolling and placing dice; 9: Fishing; 18: two and three players."""

from __future__ import annotations

import pytest

from proa.engine.core.verbs import CHANCE


def places(codes, position, tile):
    """Return the values that can be placed for an action."""
    return [int(code[-1]) for code in codes(position, f"place:{tile}-")]


@pytest.mark.rule("BB-3.1", "BB-3.3", "BB-12.1")
def test_the_course_of_a_round(game, scene, play):
    position = scene(2).load()
    seats = []
    for _ in range(6):
        seats.append(position.to_move)
        fishing = next(code for code in game.codes(position) if "fishing" in code)
        position = play(position, fishing)
    assert seats == [0, 1] * 3
    assert game.codes(position)[0].startswith("complete") or game.codes(position)[0].startswith(
        "surrender"
    )  # nobody has persons or shells: phase B and jewelry ask nothing


@pytest.mark.rule("BB-3.2")
def test_dice_are_rolled_in_the_open(game, scene, play):
    position = scene(2).phase("roll").load()
    assert position.to_move == CHANCE
    weights = game.outcomes(position)
    assert len(weights) == 56
    assert sum(weights.values()) == 216
    assert (weights["roll:111"], weights["roll:112"], weights["roll:123"]) == (1, 3, 6)
    position = play(position, "roll:136", "roll:444")
    assert list(position.fields.player[0].die) == [1, 3, 6]
    assert list(position.fields.player[1].die) == [4, 4, 4]
    assert position.to_move == 0


@pytest.mark.rule("BB-3.4")
def test_any_die_on_any_tile(scene, codes, play, me):
    position = scene(4).seat(0, dice=[2, 3, 3]).load()
    assert places(codes, position, "helper") == [2, 3]
    after = play(position, "place:helper-3")
    assert list(me(after).spot) == [-1, 4, -1]
    assert codes(after, "point") == ["point"]  # the action comes at once


@pytest.mark.rule("BB-3.5", "BB-3.6")
def test_lower_than_the_lowest(scene, codes):
    scene4 = scene(4).seat(0, dice=[1, 2, 3]).placed(1, ("helper", 5)).placed(2, ("helper", 3))
    assert places(codes, scene4.load(), "helper") == [1, 2]
    scene4 = scene(4).seat(0, dice=[4, 5, 6]).placed(1, ("helper", 5)).placed(2, ("helper", 3))
    assert places(codes, scene4.load(), "helper") == []
    assert places(codes, scene(4).seat(0, dice=[4, 5, 6]).load(), "helper") == [4, 5, 6]


@pytest.mark.rule("BB-3.5")
def test_the_players_own_dice_count_as_well(scene, codes):
    position = scene(4).seat(0, dice=[2, 3, 5], dice_on=[None, "temple", None]).load()
    assert places(codes, position, "temple") == [2]


@pytest.mark.rule("BB-3.7", "BB-4.7", "BB-5.4", "BB-5.6", "BB-7.5", "BB-8.5")
def test_no_die_only_to_block(scene, codes):
    empty = {"woman": [None] * 6, "man": [None] * 5 + ["land-a"]}
    position = scene(4).seat(0, dice=[1, 4, 6], regions=["CM"]).set(persons=empty).load()
    assert places(codes, position, "woman") == []
    assert places(codes, position, "man") == [6]
    assert places(codes, position, "build") == []
    assert places(codes, position, "land") == [4, 6]  # CB takes a 2, so 1 does not do
    assert places(codes, position, "water") == [4, 6]
    busy = scene(4).seat(0, dice=[6, 6, 6]).set(temple=[0, 0, 0, 0, None, None])
    assert places(codes, busy.load(), "temple") == []


@pytest.mark.rule("BB-3.8")
def test_nobody_is_ever_stuck(scene, codes):
    nothing = {"woman": [None] * 6, "man": [None] * 6}
    stuck = scene(3).seat(0, dice=[6, 6, 6], regions=["CM"]).set(persons=nothing)
    stuck.placed(1, ("land", 1)).placed(2, ("helper", 1)).set(temple=[0, 0, 0, 0, None, None])
    assert codes(stuck.load()) == ["place:fishing-6"]


@pytest.mark.rule("BB-3.9", "BB-16.13")
def test_gods_that_an_action_needs_must_all_be_payable(scene, codes):
    def land(**pays):
        # EB is settled; from CM only SP is left by water, path 5; a 1 lies on the tile
        s = scene(4).seat(0, dice=[1, 3, 3], regions=["CM", "EB", "SF"], **pays)
        s.seat(0, regions=["CM"]).placed(1, ("water", 1))
        return places(codes, s.load(), "water")

    assert land() == []
    assert land(offerings=1, hand={"blue": 1}) == []
    assert land(offerings=2, hand={"blue": 1, "white": 1}) == [1, 3]
    assert land(offerings=1, hand={"blue": 1, "white": 1}) == []
    assert land(offerings=1, god_tiles=1, hand={"white": 1}) == [1, 3]
    assert land(god_tiles=2) == [1, 3]
    assert land(offerings=2, hand={"red": 2, "white": 1}) == [1, 3]
    assert land(offerings=2, hand={"red": 3}) == []
    assert land(offerings=2, hand={"red": 4}) == [1, 3]


@pytest.mark.rule("BB-3.10", "BB-15.14")
def test_dice_lie_until_the_round_ends(game, scene, play):
    position = scene(2).seat(0, dice=[1, 2, 3]).load()
    position = play(position, "place:fishing-3")
    assert list(position.fields.player[0].spot) == [-1, -1, 7]
    last = scene(2).phase("new task", turn=1).load()
    position = game.play(last, game.codes(last)[0])
    while position.fields.phase != 1:
        position = game.play(position, game.codes(position)[0])
    assert list(position.fields.player[0].spot) == [-1] * 3
    assert set(position.fields.lowest) == {7}
    assert position.fields.round == 2


@pytest.mark.rule("BB-9.1", "BB-9.2", "BB-9.3")
def test_fishing_takes_any_die(scene, codes, play, points):
    s = scene(2).seat(0, dice=[1, 5, 6], god_tiles=2).placed(1, ("fishing", 1))
    position = s.load()
    assert places(codes, position, "fishing") == [1, 5, 6]
    after = play(position, "place:fishing-5")
    assert points(after, "fishing") == 2
    assert after.to_move == 1  # no God was offered
    again = play(position, "place:fishing-1")
    assert points(again, "fishing") == 2


@pytest.mark.rule("BB-18.3", "BB-18.4")
def test_combined_tiles(scene, codes, play):
    position = scene(2).seat(0, dice=[3, 3, 3]).seat(1, dice=[1, 2, 4], offerings=0).load()
    position = play(position, "place:woman-3", "woman:2")
    assert position.to_move == 1
    assert places(codes, position, "woman") == [1, 2]
    assert places(codes, position, "man") == [1, 2]
    three = scene(3).seat(0, dice=[3, 3, 3]).seat(1, dice=[1, 2, 4]).load()
    three = play(three, "place:woman-3", "woman:2")
    assert places(codes, three, "man") == [1, 2, 4]
    paths = scene(3).seat(0, dice=[2, 3, 4], regions=["CM"]).placed(1, ("land", 3))
    assert places(codes, paths.load(), "water") == []  # the paths by water take a 4
    four = scene(4).seat(0, dice=[2, 3, 4], regions=["CM"]).placed(1, ("land", 3))
    assert places(codes, four.load(), "water") == [4]
