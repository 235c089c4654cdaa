"""Editions and dumped positions are checked: file or path, and the reason."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

import proa

STANDARD = Path(proa.__file__).parent / "games" / "borabora" / "components.toml"


@pytest.fixture
def edition(tmp_path):
    """A changed edition: ``edition("old text", "new text")``."""

    def changed(old, new):
        content = STANDARD.read_text(encoding="utf-8")
        assert old in content
        path = tmp_path / "other.toml"
        path.write_text(content.replace(old, new, 1), encoding="utf-8")
        return proa.game("borabora", path)

    return changed


REFUSED = [
    ('["CM", "CP", 4]', '["CM", "XX", 4]', "map.paths.land[0]"),
    ('["CM", "CP", 4]', '["CM", "CP", 7]', "map.paths.land[0]"),
    ('["CM", "CP", 4]', '["CM", "CP"]', "map.paths.land[0]"),
    ('plains = "offering"', 'plains = "gold"', "map.resources.plains"),
    ("tuna = [1, 2, 6]", "tuna = [2, 2, 6]", "fish"),
    ("spaces = [6, 5, 4, 3, 2, 1]", "spaces = [6, 6, 4, 3, 2, 1]", "temple.spaces"),
    ("tiles = 6 ", "tiles = 2 ", "temple.tiles"),
    ("necklace = [[1, 1],", "necklace = [[1, -1],", "jewelry.necklace[0]"),
    ("cards = 12", "cards = 1", "gods.cards"),
    ("huts = [0, 1,", "huts = [2, 1,", "player.huts"),
    ("huts = [0, 1,", "huts = [1, 1,", "player.huts"),
    ('["sand", "wood", "stone", "sand"]', '["sand", "wood", "gold", "sand"]', "player.ceremony[0]"),
    ('["woman", "man"]]', '["woman", "land"]]', "action_tiles.2[1]"),
    ('["woman", "man"]]', '["woman", "fishing"]]', "action_tiles.2[1]"),
    ('what = "priests", count = 3', 'what = "priest", count = 3', "tasks.T04.needs[0].what"),
    ('which = "blue", count = 2', 'which = "pink", count = 2', "tasks.T11.needs[0].which"),
    ("primary = [0, 1, 2,", "primary = [0, 2, 1,", "status.primary"),
    ("priests = 4 ", "priest = 4 ", "player.priests"),
    ("[tasks.T60]", "[tasks.T61]", "tasks.T60"),
    ("crane = true", "crane = 1", "tasks.T01.crane"),
]


@pytest.mark.rule("BB-1.6")
@pytest.mark.parametrize(("old", "new", "where"), REFUSED)
def test_a_bad_edition_is_refused_with_file_key_and_reason(edition, old, new, where):
    with pytest.raises(proa.BadDocument, match=r"other\.toml") as error:
        edition(old, new)
    assert where in str(error.value)


def test_an_edition_may_change_what_pictures_show(edition):
    other = edition("necklace = [[1, 1],", "necklace = [[2, 3],")
    assert other.tables.jewelry_cost[0] == 2
    assert other.start(2, seed=1).players == 2
    assert tomllib.loads(STANDARD.read_text(encoding="utf-8"))["gods"]["cards"] == 12


def test_a_short_deck_of_cards_leaves_nobody_stuck(edition):
    small = edition("cards = 12", "cards = 3")
    for seed in range(6):
        choose = random.Random(seed)
        position = small.start(4, seed=seed)
        while not position.is_over:
            position = small.play(position, choose.choice(small.codes(position)))


ROLLED = {"phase": "roll", "turn": 1, "pending": [{"ask": "roll"}]}
BROKEN = [
    ({"discard_pile": {"blue": 60}}, {}, "God cards"),
    ({"draw_pile": {"blue": 1}}, {}, "God cards"),
    ({}, {"completed": ["T24"]}, "T24 is in two places"),
    ({"task_pile": ["T24"]}, {}, "T24 is in two places"),
    ({}, {"shifted": {"woman": ["land-a"], "man": []}}, "shifted down"),
    ({}, {"huts_on_normal_spaces": 12}, "12 huts"),
    ({}, {"huts_on_normal_spaces": 11, "huts_on_12th_space": 0}, None),
    ({}, {"known_cards": {"red": 1}}, "known_cards"),
    ({}, {"status_steps": 3}, None),
    ({"status_order": [1, 0]}, {"status_steps": 3}, "status_order"),
    ({"turn_order": [0, 0]}, {}, "turn_order"),
    ({"turn": 6}, {}, "turn"),
    ({"round": 0}, {}, "phase"),
    ({"phase": "deal fish"}, {}, "phase"),
    ({"pending": []}, {}, "pending"),
    ({"pending": [{"ask": "expand", "path": "land", "limit": 1}]}, {}, "has no legal answer"),
    ({"pending": [{"ask": "expand", "path": "air", "limit": 1}]}, {}, "pending[0].path"),
    ({"temple": [0] * 5 + [3]}, {}, "belongs to no player"),
    ({"temple": [0] * 6}, {}, "priests"),
    ({"fish": {"CM": "tuna-a"}}, {}, "fish"),
    ({}, {"buildings": {"1": "1-2", "2": "2-3"}}, "two places"),
    ({}, {"dice": [3, 2, 1]}, "dice"),
    (ROLLED, {"dice": [2, 5, 0]}, "dice"),
    (ROLLED, {"dice": [2, 5, 5]}, None),
    ({}, {"person_on_12th_space": True}, "12th space"),
    ({"building_spaces": {"CB": 0}}, {}, None),
]


@pytest.mark.rule("BB-4.6", "BB-1.20")
@pytest.mark.parametrize(("position", "seat", "why"), BROKEN)
def test_an_impossible_position_is_refused(scene, position, seat, why):
    s = scene(2).set(**position).seat(0, **seat)
    if "fish" in position:
        s.position["fish"] = position["fish"]
    if why is None:
        assert s.load()
        return
    with pytest.raises(proa.BadDocument) as error:
        s.load()
    assert why in str(error.value)


LAND = {"ask": "expand", "path": "land", "limit": 4}
TRADES = {"ask": "helper", "left": 2}
USES = {"ask": "men and women"}
PILES = [
    # a question that another phase asks, or that nothing leads to
    ("place a die", [{"ask": "jewelry"}], "jewelry can't be asked there"),
    ("place a die", [{"ask": "fire gift"}], "fire gift can't be asked there"),
    ("place a die", [{"ask": "place a die"}, LAND], "expand can't be asked there"),
    ("place a die", [TRADES, {"ask": "fire gift"}], "fire gift can't be asked there"),
    ("place a die", [{"ask": "place a die"}, {"ask": "roll"}], "roll can't be asked there"),
    ("men and women", [LAND], "expand can't be asked there"),
    ("men and women", [USES, TRADES], "helper can't be asked there"),
    ("men and women", [USES, LAND, {"ask": "white god", "needed": False}], "can't be asked there"),
    ("task", [{"ask": "task"}, {"ask": "task"}], "task can't be asked there"),
    # a question about what is not so
    ("place a die", [{"ask": "red god", "region": "EF"}], "the new hut must be in the region"),
    ("place a die", [{"ask": "site", "tile": "1"}], "the tile is built already"),
    ("task", [{"ask": "yellow god", "task": "T60"}], "the task must be on the player board"),
    ("place a die", [LAND | {"limit": 7}], "pending[0].limit"),
    ("place a die", [{"ask": "helper", "left": 7}], "pending[0].left"),
    # a question that the game would not stop at
    ("place a die", [{"ask": "helper", "left": 0}], "nothing is left to ask for helper"),
    ("men and women", [USES], "nothing is left to ask for men and women"),
    (
        "men and women",
        [USES, {"ask": "gain", "type": "shell", "power": 1}],
        "nothing is left to ask for gain",
    ),
]
"""Phase, questions from the lowest to the one that is asked, and why they can't be."""


@pytest.mark.parametrize(("phase", "pending", "why"), PILES)
def test_questions_that_can_t_lie_so_are_refused(scene, phase, pending, why):
    s = scene(2).phase(phase).set(pending=pending).seat(0, buildings={"1": "1-2"}, god_tiles=1)
    with pytest.raises(proa.BadDocument) as error:
        s.load()
    assert why in str(error.value)


DICE = [
    # the phase and its turn, the dice of the first and of the second player, and why not
    (("place a die", 0), [None, None, None], [None, None, "temple"], "Seat 2: 0 dice"),
    (("place a die", 1), [None, None, None], [None, None, None], "Seat 1: 1 dice"),
    (("place a die", 3), [None, "land", "helper"], ["temple", None, None], None),
    (("place a die", 4), [None, "land", "helper"], ["temple", None, None], "Seat 2: 2 dice"),
    (("men and women", 0), ["land", "man", "helper"], ["temple", None, None], "Seat 2: 3 dice"),
    (("roll", 0), [None, None, None], [None, None, None], "must be 0 before the roll"),
]


@pytest.mark.rule("BB-3.3", "BB-3.4")
@pytest.mark.parametrize(("when", "first", "second", "why"), DICE)
def test_dice_lie_as_many_as_turns_are_over(game, scene, when, first, second, why):
    s = scene(2).seat(0, god_tiles=1, hand={"blue": 1}).persons(0, man=["shell-a"])
    document = game.dump(s.load())
    position = document["position"]
    position["phase"], position["turn"] = when
    position["pending"] = [{"ask": when[0]}]
    for seat, on in zip(position["seats"], (first, second), strict=True):
        seat["dice"], seat["dice_on"] = [2, 3, 5], on
    if why is None:
        assert game.load(document)
        return
    with pytest.raises(proa.BadDocument, match=why):
        game.load(document)


def test_a_second_green_god_is_refused(scene):
    pending = [USES, LAND, {"ask": "green god", "mode": "may double", "power": 6}]
    s = scene(2).phase("men and women", pending=pending).seat(0, god_tiles=1)
    s = s.persons(0, man=["land-a"])
    assert s.load()
    with pytest.raises(proa.BadDocument, match="green_used"):
        s.set(green_used=True).load()


def test_every_pile_of_questions_of_a_game_survives(game):
    """Every pile that comes up in a game, read back from its document."""
    chance, position, seen = random.Random(3), game.start(2, seed=3, chance=False), set()
    while not position.is_over:
        state = position.fields
        pile = tuple(question.kind for question in state.question[: state.depth])
        if pile not in seen:
            seen.add(pile)
            assert game.load(game.dump(position)) == position
        codes = game.codes(position)
        taken = [code for code in codes if code != "no" and "fishing" not in code]
        position = game.play(position, chance.choice(taken or codes), chance=False)
    assert len(seen) > 35


def test_a_position_in_the_middle_of_the_preparation_survives(game):
    position = game.start(3, seed=4, chance=False)
    for _ in range(70):
        assert game.load(game.dump(position)) == position
        position = game.play(position, game.codes(position)[-1], chance=False)


@pytest.mark.parametrize("sex", ["woman", "man"])
def test_a_deal_ends_when_its_pile_is_empty(game, sex):
    """Compiled code would deal what is not there."""
    choose, position = random.Random(1), game.start(2, seed=1)
    while True:
        after = game.play(position, choose.choice(game.codes(position)))
        if after.fields.round == 2:
            break
        position = after
    document = game.dump(position)
    document["position"]["person_piles"][sex] = []
    loaded = game.load(document)
    dealt = game.dump(game.play(loaded, game.codes(loaded)[0]))["position"]
    other = {"woman": "man", "man": "woman"}[sex]
    assert dealt["persons"][sex] == [None] * 6
    assert None not in dealt["persons"][other]
