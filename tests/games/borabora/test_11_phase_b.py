"""Chapter 11: using men and women; 16: the Green God."""

from __future__ import annotations

import pytest

from proa.games.borabora.state import PEOPLE, TYPES


@pytest.fixture
def phase_b(scene):
    """Return a maker of scenes in phase B, seat 0 to move, with persons by type: ``man=["land",
    "land"]``."""

    def make(woman=(), man=(), players=4, **fields):
        def tiles(kinds):
            return [f"{kind}-{'abc'[list(kinds[:i]).count(kind)]}" for i, kind in enumerate(kinds)]

        s = scene(players).phase("men and women").seat(0, **fields)
        return s.persons(0, woman=tiles(woman), man=tiles(man))

    return make


@pytest.mark.rule("BB-11.1", "BB-11.3", "BB-11.4")
def test_one_type_of_each_sex_in_either_order(phase_b, codes, play, points):
    s = phase_b(woman=["points", "shell"], man=["points", "points", "status"])
    position = s.load()
    uses = ["use:woman-points", "use:woman-shell", "use:man-points", "use:man-status"]
    assert codes(position) == ["no", *uses]
    position = play(position, "use:man-points")
    assert points(position, "men_and_women") == 4  # two men, not the woman
    assert codes(position) == ["no", *uses[:2]]
    position = play(position, "use:woman-points")
    assert points(position, "men_and_women") == 6
    assert position.to_move == 1 or position.fields.phase != PEOPLE


@pytest.mark.rule("BB-11.1")
def test_each_player_takes_one_turn_in_turn_order(scene, play):
    s = scene(2).phase("men and women").persons(0, man=["shell-a"]).persons(1, man=["shell-b"])
    position = s.load()
    assert position.to_move == 0
    position = play(position, "use:man-shell")
    assert position.to_move == 1
    assert position.fields.phase == PEOPLE


@pytest.mark.rule("BB-11.2")
def test_nobody_has_to_use_anything(phase_b, play, me):
    position = phase_b(woman=["shell"], man=["offering"]).load()
    assert play(position, "no").fields.phase != PEOPLE
    position = play(position, "use:woman-shell", "no")
    assert me(position).shells == 1
    assert me(position).offerings == 0
    assert position.fields.phase != PEOPLE


@pytest.mark.rule("BB-11.5")
def test_shifted_persons_work_and_stay_as_they_are(scene, play, me, points):
    s = (
        scene(4)
        .phase("men and women")
        .persons(0, man=["points-a", "points-b"], shifted=["man points-a"])
    )
    before = s.load()
    after = play(before, "use:man-points")
    assert points(after, "men_and_women") == 4
    assert list(me(after).persons) == list(me(before).persons)
    assert list(me(after).shifted) == list(me(before).shifted)


def asked(position):
    """Return the two arguments of the question."""
    question = position.fields.question[position.fields.depth - 1]
    return question.a, question.b


AMOUNTS = {
    "land": (2, 4, 6),
    "water": (2, 4, 6),
    "woman": (3, 6, 6),
    "man": (3, 6, 6),
    "build": (3, 6, 6),
    "material": (1, 2, 3),
    "move": (1, 2, 3),
    "points": (2, 4, 6),
    "god": (1, 2, 3),
    "offering": (1, 2, 3),
    "status": (1, 2, 3),
    "shell": (1, 2, 3),
}


@pytest.mark.rule("BB-11.6", "BB-16.21", "BB-16.22")
def test_the_table_of_types(game):
    tables = game.tables
    for i, kind in enumerate(TYPES):
        assert tuple(tables.power[i][1:]) == AMOUNTS[kind]
        limits = {"land": (4, 6, 6), "water": (4, 6, 6), "woman": 3 * (6,), "man": 3 * (6,)}
        limits["build"] = 3 * (6,)
        doubled = limits.get(kind, tuple(2 * n for n in AMOUNTS[kind]))
        assert tuple(tables.doubled[i][1:]) == doubled


@pytest.mark.rule("BB-11.7", "BB-11.20", "BB-11.21")
def test_example_two_pathfinders(phase_b, play, codes, regions):
    # From CB: CM by land 2, CF by land 5; from CM then CP by land 4.
    fields = {"regions": ["CM"]}
    one = play(phase_b(man=["land"], **fields).load(), "use:man-land")
    assert codes(one) == ["region:CB"]
    s = phase_b(man=["land", "land"], woman=["land"], **fields)
    s.persons(0, man=["land-a", "land-b"], woman=["land-a"], shifted=["man land-a"])
    two = play(s.load(), "use:man-land")
    assert codes(two) == ["region:CP", "region:CB"]
    two = play(two, "region:CP", "hut:normal", "no")
    assert regions(two) == ["CP", "CM"]
    # One expansion, not two; the woman may expand once more, but need not.
    assert codes(two) == ["no", "use:woman-land"]
    again = play(two, "use:woman-land")
    assert codes(again) == ["region:CB"]
    again = play(again, "region:CB", "hut:normal", "no")
    assert regions(again) == ["CP", "CM", "CB"]
    three = phase_b(man=["land"] * 3, regions=["CB"])
    assert codes(play(three.load(), "use:man-land")) == ["region:CF", "region:CM"]


@pytest.mark.rule("BB-11.8")
def test_water_path(phase_b, play, codes):
    s = phase_b(man=["water"], regions=["CP"])
    assert codes(play(s.load(), "use:man-water")) == ["region:EF"]
    s = phase_b(man=["water"] * 3, regions=["CP"])
    assert codes(play(s.load(), "use:man-water")) == ["region:EF", "region:NM"]


@pytest.mark.rule("BB-11.9", "BB-11.10")
def test_taking_women_and_men(phase_b, play, codes):
    assert codes(play(phase_b(woman=["woman"]).load(), "use:woman-woman")) == ["woman:1", "woman:2"]
    two = phase_b(woman=["woman", "woman"]).load()
    assert codes(play(two, "use:woman-woman")) == [f"woman:{i}" for i in (1, 2, 4, 5, 6)]
    three = phase_b(man=["man"] * 3, regions=["CM", "CB"]).load()
    assert codes(play(three, "use:man-man")) == [f"man:{i}" for i in (1, 2, 3, 5, 6)]


@pytest.mark.rule("BB-11.11", "BB-10.1")
def test_building(phase_b, play, codes, points):
    fields = {"materials_on_spaces": ["1", "2"]}
    position = play(phase_b(man=["build"], **fields).load(), "use:man-build")
    assert codes(position) == ["build:1", "build:2", "build:3"]
    position = play(position, "build:3", "site:1-2")
    assert points(position, "building") == 10
    assert "offering" in codes(position)
    position = play(position, "offering", "shell")
    assert position.fields.phase != PEOPLE
    two = play(phase_b(man=["build"] * 2, **fields).load(), "use:man-build")
    assert codes(two) == [f"build:{i}" for i in range(1, 7)]


@pytest.mark.rule("BB-11.12", "BB-11.19")
def test_building_materials(phase_b, play, me, codes):
    position = play(phase_b(man=["material"] * 2).load(), "use:man-material")
    both = play(position, "material:sand", "space:1", "material:wood", "space:2")
    assert me(both).filled == 0b11
    assert both.fields.phase != PEOPLE
    one = play(position, "material:sand", "space:1", "no")
    assert me(one).filled == 0b1
    assert one.fields.phase != PEOPLE


@pytest.mark.rule("BB-11.13", "BB-11.19")
def test_moving_huts(phase_b, play, me, codes):
    position = phase_b(man=["move"] * 3, regions=["CM"]).load()
    last = me(position).last
    position = play(position, "use:man-move", "move", "move")
    assert me(position).last == last + 2
    assert codes(position) == ["no", "move"]
    assert me(play(position, "move")).last == last + 3


@pytest.mark.rule("BB-11.14", "BB-11.16", "BB-11.17", "BB-11.18")
@pytest.mark.parametrize("tiles", [1, 2, 3])
def test_points_offerings_steps_and_shells(phase_b, play, me, points, tiles):
    fields = {"regions": ["CM", "CB"]}
    position = play(phase_b(man=["points"] * tiles, **fields).load(), "use:man-points")
    assert points(position, "men_and_women") == 2 * tiles
    position = play(phase_b(man=["offering"] * tiles, **fields).load(), "use:man-offering")
    assert me(position).offerings == tiles
    position = play(phase_b(man=["shell"] * tiles, **fields).load(), "use:man-shell")
    assert me(position).shells == tiles
    s = phase_b(man=["status"] * tiles, woman=["status"], **fields)
    assert me(play(s.load(), "use:man-status")).steps == tiles


@pytest.mark.rule("BB-11.15", "BB-11.19")
def test_god_cards(phase_b, play, me, codes):
    position = play(phase_b(woman=["god"] * 2).load(), "use:woman-god")
    assert codes(position)[:2] == ["no", "card:deck"]
    two = play(position, "card:red", "god:blue", "card:deck", "god:blue")
    assert list(me(two).hand) == [1, 0, 1, 0, 0]
    assert two.fields.phase != PEOPLE
    assert sum(me(play(position, "card:deck", "god:red", "no")).hand) == 1


@pytest.mark.rule("BB-11.22")
def test_a_person_taken_in_the_same_turn_counts(phase_b, play, codes):
    s = phase_b(woman=["man"], man=["points"])
    s.set(persons={"woman": [None] * 6, "man": ["points-b", *[None] * 5]})
    position = play(s.load(), "use:woman-man", "man:1")
    position = play(position, "use:man-points")
    assert position.game.sheet(position, 0)["men_and_women"] == 4


GREEN = {"offerings": 1, "hand": {"green": 1}}


@pytest.mark.rule("BB-16.19", "BB-16.20", "BB-16.24")
def test_example_eight_points(phase_b, play, codes, points):
    position = play(phase_b(woman=["points"] * 2, **GREEN).load(), "use:woman-points")
    assert codes(position) == ["no", "pay:card"]
    assert points(play(position, "no"), "men_and_women") == 4
    assert points(play(position, "pay:card"), "men_and_women") == 8


@pytest.mark.rule("BB-16.21", "BB-16.25", "BB-3.9")
def test_example_the_doubled_building(phase_b, play, codes, me):
    fields = {"materials_on_spaces": ["1", "2", "3", "4"], **GREEN}
    position = play(phase_b(man=["build"], **fields).load(), "use:man-build", "pay:card")
    assert codes(position) == [f"build:{i}" for i in range(1, 7)]
    position = play(position, "build:3", "site:1-2", "offering", "shell")
    assert position.fields.phase != PEOPLE  # no second building
    # If nothing up to 3 is left, Green is a must.
    built = {"1": "5-9", "2": "6-10", "3": "7-11"}
    s = phase_b(man=["build"], buildings=built, **fields)
    position = play(s.load(), "use:man-build")
    assert codes(position) == ["pay:card"]
    assert codes(play(position, "pay:card")) == ["build:4", "build:5", "build:6"]
    poor = phase_b(man=["build"], buildings=built, materials_on_spaces=["1", "2"], offerings=1)
    poor.seat(0, hand={"red": 1})  # it is asked, since a card and an offering are there for all
    assert codes(poor.load()) == ["no"]


@pytest.mark.rule("BB-16.21")
def test_doubled_paths_and_positions(phase_b, play, codes):
    s = phase_b(man=["land"], regions=["CM"], **GREEN)
    position = play(s.load(), "use:man-land", "pay:card")
    assert codes(position) == ["region:CP", "region:CB"]
    s = phase_b(man=["land"] * 2, regions=["CB"], **GREEN)
    position = play(s.load(), "use:man-land", "pay:card")
    assert codes(position) == ["region:CF", "region:CM"]
    s = phase_b(man=["woman"], **GREEN)
    position = play(s.load(), "use:man-woman", "pay:card")
    assert codes(position) == [f"woman:{i}" for i in range(1, 7)]


@pytest.mark.rule("BB-16.22")
@pytest.mark.parametrize(
    ("kind", "tiles", "field", "amount"),
    [
        ("offering", 3, "offerings", 6),
        ("shell", 1, "shells", 2),
        ("status", 2, "steps", 4),
    ],
)
def test_doubled_amounts(phase_b, play, me, kind, tiles, field, amount):
    s = phase_b(man=[kind] * tiles, woman=["build"], god_tiles=1, regions=["CM", "CB"])
    s.seat(0, materials_on_spaces=["1", "2"])
    position = play(s.load(), f"use:man-{kind}", "pay:tile")
    assert getattr(me(position), field) == amount


@pytest.mark.rule("BB-16.23")
def test_a_green_god_just_drawn_cannot_double_that_draw(phase_b, play, codes):
    s = phase_b(man=["god", "shell"], offerings=1)
    position = play(s.load(), "use:man-god")
    assert codes(position)[:2] == ["no", "card:deck"]  # no card yet, so Green was not asked for
    position = play(position, "card:deck", "god:green")
    assert codes(position) == ["no", "use:man-shell"]  # but for one more type it is


@pytest.mark.rule("BB-16.26", "BB-16.27", "BB-11.1", "BB-16.19")
def test_example_green_drawn_and_played_for_another_type(phase_b, play, codes, me, regions):
    s = phase_b(woman=["land", "land", "man"], man=["god", "offering"], offerings=1)
    s.seat(0, regions=["CM"])
    position = play(s.load(), "use:woman-land", "region:CP", "hut:normal", "no")
    position = play(position, "use:man-god", "card:deck", "god:green")
    assert codes(position) == ["no", "use:woman-man", "use:man-offering"]
    position = play(position, "use:woman-man")
    assert codes(position) == ["pay:card"]
    position = play(position, "pay:card")
    assert me(position).offerings == 0
    position = play(position, "man:1")
    assert me(position).persons[1].bit_count() == 3
    assert position.fields.phase != PEOPLE  # only one Green God


@pytest.mark.rule("BB-16.19", "BB-16.28")
def test_only_one_green_god(phase_b, play, codes):
    s = phase_b(woman=["points", "shell"], man=["points"], offerings=5, hand={"green": 5})
    position = play(s.load(), "use:woman-points", "pay:card", "use:man-points")
    assert position.game.sheet(position, 0)["men_and_women"] == 4 + 2
    assert position.fields.phase != PEOPLE  # neither doubled again nor a further type


@pytest.mark.rule("BB-11.1", "BB-16.26")
def test_one_more_type_is_a_different_one(phase_b, play, codes):
    s = phase_b(woman=["points", "shell"], god_tiles=1)
    position = play(s.load(), "use:woman-points", "no")
    assert codes(position) == ["no", "use:woman-shell"]
    # One more type cannot be doubled as well.
    position = play(position, "use:woman-shell", "pay:tile")
    assert position.fields.player[0].shells == 1


def test_doubling_that_changes_nothing_is_not_asked(phase_b, play, codes):
    s = phase_b(man=["land"] * 3, regions=["CB"], god_tiles=1)
    assert codes(play(s.load(), "use:man-land"))[0].startswith("region:")
