"""Chapter 17: the final tasks, final scoring, the winner."""

from __future__ import annotations

import pytest

from proa.engine.messages import text
from proa.games.borabora.state import FINAL, JEWELRY, REGIONS


@pytest.mark.rule("BB-15.11", "BB-17.1", "BB-17.2", "BB-16.34")
def test_the_last_three_tasks(scene, play, codes, points, me):
    s = scene(2).phase("final tasks", round=6)
    s.seat(0, tasks=["T31", "T32", "T45"], shells=4, offerings=4, god_tiles=1)
    s.seat(0, hand={"yellow": 1}, huts_on_12th_space=3, huts_on_normal_spaces=8)
    position = s.load()
    assert codes(position) == ["complete:T31", "yellow:T32", "yellow:T45"]
    position = play(position, "yellow:T32", "pay:tile")
    position = play(position, "complete:T31")
    assert codes(position) == ["no", "yellow:T45"]
    assert position.to_move == 0
    done = play(position, "yellow:T45", "pay:card")
    assert points(done, "tasks") == 4 + 6 + 4
    assert me(done).done.bit_count() == 3
    assert done.to_move == 1
    left = play(position, "no")
    assert points(left, "tasks") == 10
    assert left.to_move == 1


@pytest.mark.rule("BB-15.11", "BB-17.1")
def test_after_round_6_a_new_task_is_taken_first(scene, play, codes):
    s = scene(2).phase("new task", turn=1, round=6).seat(1, tasks=["T31", "T32"])
    position = play(s.load(), "choose:T49")
    assert position.fields.phase == FINAL
    assert position.fields.round == 6
    assert position.to_move == 0
    position = play(position, "no", "no")
    assert position.is_over


def ended(scene, players=2, **fields):
    """Return a finished game with these fields of seat 0."""
    s = scene(players).seat(0, **fields)
    s.position["pending"] = []
    s.set(phase="over", turn=0, round=6)
    for seat in range(players):
        s.seat(seat, points={})
    return s


@pytest.mark.rule("BB-17.3")
def test_god_tiles(scene, points):
    assert points(ended(scene, god_tiles=3).load(), "god_tiles") == 6


@pytest.mark.rule("BB-17.4", "BB-4.11", "BB-2.18")
def test_fish_on_building_spaces(scene, points):
    s = ended(scene, regions=["CM", "SP", "WM"]).seat(1, regions=["EF", "SP"])
    s.set(building_spaces={"CM": 0, "SP": 1, "WM": 0, "EF": 1})
    position = s.load()
    assert points(position, "fish", 0) == 1 + 6
    assert points(position, "fish", 1) == 5 + 1


@pytest.mark.rule("BB-17.5")
def test_jewelry_points(scene, points):
    position = ended(scene, jewelry=["necklace-a", "ring-d", "headdress-b"]).load()
    assert points(position, "jewelry") == 1 + 9 + 4


BONUSES = ("nine_tasks", "six_jewelry", "full_ceremony", "all_buildings", "all_regions")
BONUSES += ("all_persons",)


def bonuses(position, seat=0):
    """Return the bonuses of a seat."""
    sheet = position.game.sheet(position, seat)
    assert all(sheet[key] in (0, 6) for key in BONUSES)
    return [key for key in BONUSES if sheet[key]]


@pytest.mark.rule("BB-17.6")
def test_bonus_for_nine_tasks(scene):
    nine = [f"T{number:02}" for number in range(8, 17)]
    assert bonuses(ended(scene, completed=nine).load()) == ["nine_tasks"]
    assert bonuses(ended(scene, completed=nine[1:]).load()) == []


@pytest.mark.rule("BB-17.7")
def test_bonus_for_six_jewelry_tiles(scene):
    assert bonuses(ended(scene, jewelry=list(JEWELRY[:6])).load()) == ["six_jewelry"]
    assert bonuses(ended(scene, jewelry=list(JEWELRY[:5])).load()) == []


@pytest.mark.rule("BB-17.8")
def test_bonus_for_full_ceremony_spaces(scene):
    every = [str(space) for space in range(1, 13)]
    assert bonuses(ended(scene, materials_on_spaces=every).load()) == ["full_ceremony"]
    mixed = ended(scene, materials_on_spaces=every[2:], buildings={"3": "1-2"})
    assert bonuses(mixed.load()) == ["full_ceremony"]
    assert bonuses(ended(scene, materials_on_spaces=every[1:]).load()) == []


@pytest.mark.rule("BB-17.9", "BB-17.8")
def test_bonus_for_all_buildings(scene):
    sites = ["1-2", "3-4", "5-6", "7-8", "9-10", "11-12"]
    built = {str(i + 1): site for i, site in enumerate(sites)}
    assert bonuses(ended(scene, buildings=built).load()) == ["full_ceremony", "all_buildings"]
    del built["6"]
    assert bonuses(ended(scene, buildings=built).load()) == []


@pytest.mark.rule("BB-17.10")
def test_bonus_for_all_regions(scene):
    s = ended(scene, regions=list(REGIONS), huts_on_12th_space=0)
    s.set(building_spaces={"CM": 0, "EF": 1})
    assert bonuses(s.load()) == ["all_regions"]
    s = ended(scene, regions=list(REGIONS[1:]), huts_on_12th_space=1)
    assert bonuses(s.load()) == []


@pytest.mark.rule("BB-17.11")
def test_bonus_for_twelve_persons(scene):
    tiles = ["land-a", "land-b", "water-a", "water-b", "god-a", "god-b"]
    huts = {"huts_on_normal_spaces": 0, "huts_on_12th_space": 0, "regions": list(REGIONS)}
    s = ended(scene, **huts, person_on_12th_space=True).persons(0, woman=tiles, man=tiles)
    assert "all_persons" in bonuses(s.load())
    s = ended(scene, **huts).persons(0, woman=tiles, man=tiles[1:])
    assert "all_persons" not in bonuses(s.load())


@pytest.mark.rule("BB-17.12")
def test_leftovers_score_nothing(scene, game):
    rich = {"offerings": 9, "shells": 9, "hand": {"red": 5}, "materials_beside": {"sand": 4}}
    position = ended(scene, **rich, materials_on_spaces=["1", "2"]).load()
    assert game.scores(position) == [1, 1]  # the fish of the first huts


@pytest.mark.rule("BB-17.13", "BB-17.14")
def test_the_winner(scene, game):
    s = ended(scene, 3, god_tiles=2)
    assert game.returns(s.load()) == [1, 0, 0]
    s.seat(1, god_tiles=2).set(turn_order=[2, 1, 0])
    assert game.scores(s.load()) == [5, 5, 1]
    assert game.returns(s.load()) == [0, 1, 0]
    tie = game.spec.texts.tie(game, s.load(), [0, 1])
    assert text(tie["text"], names="ABC") == (
        "A and B tie for most points. B wins, being earliest in turn order."
    )
    assert tie["rule"] == "BB-17.14"


@pytest.mark.rule("BB-17.1", "BB-18.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_end_after_round_6(game, players):
    import random

    choose = random.Random(players)
    position = game.start(players, seed=players)
    while not position.is_over:
        position = game.play(position, choose.choice(game.codes(position)))
    fields = position.fields
    assert fields.round == 6
    given = sum(fields.player[seat].god_tiles for seat in range(players))
    assert fields.god_tiles == 0
    assert given <= 6 + players
    assert all(fields.player[seat].done.bit_count() <= 9 for seat in range(players))
    assert [pile.bit_count() for pile in fields.pile] == [0, 0]
