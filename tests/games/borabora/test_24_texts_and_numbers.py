"""Labels give effect and price; refusals give reason and rule; observations have the right
names."""

from __future__ import annotations

import random
import re

import pytest

from proa.engine.core.view_types import SPECTATOR
from proa.engine.messages import localize

NAMES = ("Hina", "Teva", "Moana", "Manu")


def labelled(position, *codes):
    """Return the labels of choices."""
    return [position.game.label(position, code) for code in codes]


@pytest.mark.rule("BB-6.1", "BB-16.9", "BB-16.11")
def test_labels_of_dice_name_the_gods_they_need(scene):
    s = scene(4).seat(0, dice=[2, 3, 5], regions=["CM"], god_tiles=2)
    position = s.placed(1, ("water", 3)).load()
    assert labelled(position, "place:helper-3", "place:water-2", "place:water-5") == [
        "Place the 3 for Helper",
        "Place the 2 for Water Path, with a White God",
        "Place the 5 for Water Path, with a Blue God",
    ]
    both = labelled(position, "place:water-3")[0]
    assert both == "Place the 3 for Water Path, with a Blue and a White God"


@pytest.mark.rule("BB-6.1", "BB-8.3", "BB-14.2", "BB-15.2", "BB-15.3")
def test_labels_say_effect_and_price(scene):
    helper = scene(4).persons(0, man=["land-b"]).action("helper", left=2).load()
    assert labelled(helper, "tattoo:2", "offering", "point") == [
        "Tattoo a man: 2 status steps (costs 1 Helper point)",
        "Take an offering (costs 2 Helper points)",
        "1 point (costs 1 Helper point)",
    ]
    build = scene(4).seat(0, materials_on_spaces=["1", "2"]).action("build", limit=6).load()
    assert labelled(build, "build:4") == ["Build tile 4: 10 points"]
    jewelry = scene(3).phase("jewelry").seat(0, shells=6).load()
    assert labelled(jewelry, "buy:4") == ["Buy necklace (9 points) for 6 shells"]
    task = scene(3).phase("task").seat(0, tasks=["T31", "T32"], offerings=4, shells=4, god_tiles=1)
    assert labelled(task.load(), "complete:T31", "yellow:T32") == [
        "Complete “4 offerings”: 6 points",
        "With a Yellow God complete “5 shells”: 4 points",
    ]


@pytest.mark.rule("BB-16.26", "BB-16.21")
def test_labels_of_uses_name_the_green_god(scene, play):
    s = scene(4).phase("men and women").seat(0, god_tiles=1, materials_on_spaces=["1", "2"])
    s.seat(0, buildings={"1": "5-9", "2": "6-10", "3": "7-11"}).persons(
        0, man=["build-a", "shell-a"]
    )
    position = s.load()
    assert labelled(position, "use:man-build", "use:man-shell") == [
        "Use 1 man of type Build, with a Green God: build a tile up to 6",
        "Use 1 man of type Shell: take 1 shell",
    ]
    position = play(position, "use:man-shell", "no")
    assert labelled(position, "use:man-build")[0].count("with a Green God") == 1


def refused(position):
    """Return reason and rule of each greyed choice."""
    view = position.game.view(position, position.to_move)
    return {choice["code"]: (choice["reason"]["say"], choice["rule"]) for choice in view["greyed"]}


@pytest.mark.rule("BB-3.5", "BB-3.7", "BB-5.6", "BB-8.5")
def test_refusals_of_dice(scene):
    s = scene(4).seat(0, dice=[1, 3, 5], regions=["CM"]).placed(1, ("temple", 3))
    s.seat(0, huts_on_12th_space=2, huts_on_normal_spaces=9)
    s.persons(0, man=["god-a"], woman=["god-a"])
    why = refused(s.load())
    assert why["place:temple-5"] == ("The die must be lower than {n}.", "BB-3.5")
    assert why["place:water-3"] == ("This needs at least a {n}.", "BB-3.7")
    assert why["place:woman-5"] == ("You have no free person space.", "BB-5.6")
    assert why["place:build-5"][1] == "BB-8.5"


@pytest.mark.rule("BB-4.2", "BB-14.2", "BB-15.4", "BB-15.8")
def test_refusals_of_regions_jewelry_and_tasks(scene):
    land = scene(4).seat(0, regions=["CM"]).action("expand", path="land", limit=2).load()
    assert refused(land) == {"region:CP": ("The path needs a {n}.", "BB-4.2")}
    jewelry = scene(3).phase("jewelry").seat(0, shells=1).load()
    assert set(refused(jewelry)) == {"buy:2", "buy:3", "buy:4"}
    task = scene(3).phase("task").seat(0, tasks=["T31", "T32"], offerings=4).load()
    why = refused(task)
    assert why["complete:T32"][1] == "BB-15.8"
    assert why["surrender:T32"][1] == "BB-15.4"


@pytest.mark.rule("BB-1.25")
def test_observations_say_what_their_names_say(game, scene):
    s = scene(3).seat(1, regions=["EF", "NB"], offerings=3, shells=7, hand={"red": 2, "blue": 1})
    s.seat(1, known_cards={"red": 1}, tasks=["T31"], jewelry=["ring-d"], status_steps=10)
    s.persons(1, woman=["land-a", "land-c"], man=["shell-b"], shifted=["woman land-c"])
    s.seat(1, materials_on_spaces=["3"], materials_beside={"sand": 3}, buildings={"6": "1-2"})
    s.set(temple=[None, 1, None, None, 0, None], status_order=[1, 0, 2], round=3)
    position = s.load()
    for seat, who in ((0, "left 1"), (1, "me"), (2, "left 2")):
        seen = dict(zip(game.observation_names(), game.observation(position, seat), strict=True))
        assert seen["round"] == pytest.approx(3 / 6)
        assert seen["asked: place a die"] == 1
        assert seen[f"present: {who}"] == 1
        assert seen[f"offerings: {who}"] == pytest.approx(0.3)
        assert seen[f"shells: {who}"] == pytest.approx(0.7)
        assert seen[f"status steps: {who}"] == pytest.approx(10 / 20)
        assert seen[f"God cards: {who}"] == pytest.approx(0.3)
        assert seen[f"known cards: {who}, red"] == pytest.approx(0.2)
        assert seen[f"hand: {who}, red"] == pytest.approx(0.4 if who == "me" else 0)
        assert seen[f"persons: {who}, woman, land"] == pytest.approx(2 / 3)
        assert seen[f"not shifted: {who}, woman, 1"] == pytest.approx(1 / 4)
        assert seen[f"not shifted: {who}, woman, 3"] == 0
        assert seen[f"persons: {who}, man, shell"] == pytest.approx(1 / 3)
        assert seen[f"regions: {who}, NB"] == 1
        assert seen[f"regions: {who}, CM"] == 0
        assert seen[f"materials: {who}, 3"] == 1
        assert [seen[f"built over: {who}, {space}"] for space in (1, 2, 3)] == [1, 1, 0]
        assert seen[f"beside: {who}, sand"] == 1
        assert seen[f"buildings: {who}, 6"] == 1
        assert seen[f"jewelry: {who}, ring-d"] == 1
        assert seen[f"tasks: {who}, T31"] == 1
        assert seen[f"dice: {who}, 5"] == pytest.approx(1 / 3)
        assert seen[f"building space: NB, {who}"] == 1
        assert seen["fish kind: NB, boxfish"] == 1
        assert seen[f"temple: 2, {who}"] == 1
        assert seen["person: woman, 2, water"] == 1
        assert seen["open tasks: T49"] == 1
        assert seen["jewelry to come: anklet-a"] > 16 / 24
        assert seen["draw pile"] == pytest.approx((60 - 5 - 3) / 60)
        assert (seen["present: left 3"], seen["dice: left 3, 5"]) == (0, 0)


def test_a_position_stays_small(game):
    assert game.spec.state.itemsize < 1000


def test_points_and_tasks_are_named_in_words(game):
    """Nobody at the table reads "VP" or a task's number: points are points, a task is what it
    asks."""
    chance, position, heard = random.Random(24), game.start(3, seed=24), []
    while not position.is_over:
        heard += [game.label(position, code) for code in game.codes(position)]
        code = chance.choice(game.codes(position))
        after = game.play(position, code)
        heard += [localize(m, "en", NAMES) for m in game.story(position, code, after, SPECTATOR)]
        position = after
    assert any("points" in sentence for sentence in heard)
    assert any(sentence.startswith("Complete “") for sentence in heard)
    assert not [sentence for sentence in heard if re.search(r"\bVP\b|\bT\d\d\b", sentence)]
