"""Chapters 7 and 8: the end of the game and scoring."""

import pytest

import proa
from proa.engine.messages import text

SIX = ("AA", "AC", "AE", "CA", "CC", "CE")
FIVE = ("FA", "FC", "FM", "FE", "DE")


def nearly_over(scene):
    """Return a scene in which white is used up and one black pearl is left."""
    return scene.sea(**dict.fromkeys(SIX, "white 1")).sea(**dict.fromkeys(FIVE, "black 2"))


@pytest.mark.rule("TA-7.1", "TA-7.3", "TA-7.4")
def test_the_game_ends_when_the_last_pearl_goes_into_a_hand(game, scene, play):
    setting = nearly_over(scene()).auction(die=3).seat(0, chest=4).seat(1, boat_waits_at=7)
    position = play(setting.load(), "bid:1", "pass", "pass", "take:black")
    assert position.is_over
    assert game.codes(position) == []
    assert game.sheet(position, 0) == {"white": 0, "blue": 0, "green": 0, "black": 0, "chest": 4}


@pytest.mark.rule("TA-7.2")
def test_a_last_pearl_that_completes_a_pair_is_placed_first(game, scene, play):
    setting = nearly_over(scene()).auction(die=3).seat(0, boat_waits_at=9)
    position = play(setting.load(), "bid:1", "pass", "pass")
    assert not position.is_over
    assert "place:DD" in game.codes(position)
    position = play(position, "place:DD")
    assert position.is_over
    assert game.sheet(position, 0)["black"] > 0


@pytest.mark.rule("TA-7.1")
def test_one_colour_used_up_ends_nothing(game, scene, play):
    blacks = dict.fromkeys(FIVE, "black 2")
    setting = scene().sea(**blacks).auction(die=3)
    position = play(setting.load(), "bid:1", "pass", "pass", "take:black")
    assert not position.is_over


@pytest.mark.rule("TA-7.5")
def test_three_rounds_without_a_move_end_the_game(game, scene, play):
    position = scene(2).load()
    for turn in range(5):
        position = play(position, "roll:1", "pass", "pass")
        assert position.fields.idle == turn + 1
        assert not position.is_over
    moved = play(position, "roll:1", "bid:1", "pass", "boat")
    assert moved.fields.idle == 0
    assert play(position, "roll:1", "pass", "pass").is_over


@pytest.mark.rule("TA-7.5")
def test_the_page_counts_afresh_with_a_move_and_no_more_when_the_game_is_over(game, scene, play):
    position = scene(2).load()
    for _ in range(4):
        position = play(position, "roll:1", "pass", "pass")
    assert game.board(position, 0)["idle"] == {"turns": 4, "left": 2}
    moving = play(position, "roll:1", "bid:1", "pass")
    assert game.board(moving, 0)["idle"] == {"turns": 0, "left": 6}
    ended = play(position, *("roll:1", "pass", "pass") * 2)
    assert ended.is_over
    assert game.board(ended, 0)["idle"]["turns"] == 0


def bank(scene, *squares, colour="blue", seat=0):
    """Return a scene whose only pearls are one bank of a seat."""
    return scene.sea(**dict.fromkeys(squares, f"{colour} {seat}"))


@pytest.mark.parametrize(
    ("squares", "value"),
    [
        pytest.param("BB", 8, marks=pytest.mark.rule("TA-8.14", "TA-8.5")),
        pytest.param("CC", 7, marks=pytest.mark.rule("TA-8.15", "TA-8.7")),
        pytest.param("CM", 7, marks=pytest.mark.rule("TA-8.15", "TA-8.7")),
        pytest.param("AC", 5, marks=pytest.mark.rule("TA-8.16")),
        pytest.param("AA", 3, marks=pytest.mark.rule("TA-8.17")),
        pytest.param("BB BC", 20, marks=pytest.mark.rule("TA-8.18", "TA-8.6", "TA-8.8")),
        pytest.param("BB BC BM", 36, marks=pytest.mark.rule("TA-8.19")),
        pytest.param("BB BC CB", 36, marks=pytest.mark.rule("TA-8.20")),
        pytest.param("BB BC BM BD", 56, marks=pytest.mark.rule("TA-8.21")),
        pytest.param("BB BC CB CC", 44, marks=pytest.mark.rule("TA-8.23")),
        pytest.param("BB BC BM BD BE", 80, marks=pytest.mark.rule("TA-8.24")),
    ],
)
def test_example_worth_of_a_bank(game, scene, squares, value):
    position = bank(scene(), *squares.split()).load()
    assert game.sheet(position, 0)["blue"] == value
    assert game.scores(position) == [value, 0, 0]


@pytest.mark.rule("TA-8.22")
def test_example_a_square_of_four_in_open_water(tmp_path):
    """Only a larger board has room for it."""
    edition = tmp_path / "large.toml"
    edition.write_text(
        """
        board = {size = 9}
        track = {letters = ["A", "H"], pearls = ["white", "blue"]}
        die = {faces = [0, 1]}
        pearls = {white = 6, blue = 6}
        players = {boats = 15, money = 15, stash = 10}
        """
    )
    large = proa.game("tahiti", edition)
    document = large.dump(large.start(2, seed=1, chance=False))
    position = document["position"]
    for square in ("BB", "BC", "CB", "CC"):
        position["pearls"][square], position["boats"][square] = "blue", 0
    position["supply"]["blue"] = 2
    position["seats"][0]["boats_at_hand"] = 11
    position["seats"][0]["pairs"] = 4
    assert large.scores(large.load(document)) == [48, 0]


@pytest.mark.rule("TA-8.3")
def test_corners_do_not_link(game, scene):
    position = bank(scene(), "BB", "CC").load()
    # Two single pearls: BB touches seven empty squares (CC is taken), CC touches six.
    assert game.sheet(position, 0)["blue"] == 7 + 6


@pytest.mark.rule("TA-8.4", "TA-8.9", "TA-8.10", "TA-8.25")
def test_example_most_boats_take_all_others_half(game, scene):
    position = scene().sea(BB="blue 0", BC="blue 1", BM="blue 0", AB="black 2").load()
    assert game.sheet(position, 0)["blue"] == 33
    assert game.sheet(position, 1)["blue"] == 16
    assert game.sheet(position, 2)["blue"] == 0


@pytest.mark.rule("TA-8.11", "TA-8.26")
def test_example_a_tie_for_most_boats_gives_each_all(game, scene):
    position = scene().sea(BB="blue 0", BC="blue 1").load()
    assert game.scores(position) == [20, 20, 0]


@pytest.mark.rule("TA-8.11")
def test_behind_a_tie_others_get_half(game, scene):
    position = scene().sea(BB="blue 0", BC="blue 1", BM="blue 0", BD="blue 1", BE="blue 2").load()
    assert game.scores(position) == [80, 80, 40]


@pytest.mark.rule("TA-8.8", "TA-8.27")
def test_example_an_empty_square_counts_for_both_banks(game, scene):
    position = scene().sea(BA="white 0", BC="green 1").load()
    # BA: AA AB BB CA CB; BC: AB AC AM BB BM CB CC CM. AB, BB and CB count twice.
    assert game.sheet(position, 0)["white"] == 5
    assert game.sheet(position, 1)["green"] == 8


@pytest.mark.rule("TA-8.1", "TA-8.2")
def test_the_chest_counts_and_cash_does_not(game, scene):
    position = scene().sea(BB="blue 0").seat(0, chest=7, cash=30).load()
    assert game.sheet(position, 0) == {"white": 0, "blue": 8, "green": 0, "black": 0, "chest": 7}
    assert game.scores(position)[0] == 15


@pytest.mark.rule("TA-8.12", "TA-8.13")
def test_the_highest_score_wins_and_ties_share(game, scene):
    assert game.returns(scene().seat(1, chest=5).load()) == [0.0, 1.0, 0.0]
    tied = scene().seat(1, chest=5).seat(2, chest=5).load()
    assert game.returns(tied) == [0.0, 0.5, 0.5]
    assert tie(game, tied, [1, 2]) == ("B and C tie for most points and share the win.", "TA-8.13")


def tie(game, position, seats):
    """What is said of a tie, and the rule."""
    said = game.spec.texts.tie(game, position, seats)
    return text(said["text"], names="ABC"), said["rule"]


@pytest.mark.rule("TA-10.2")
def test_option_the_larger_chest_breaks_a_tie(scene, game):
    strict = proa.game("tahiti", tie="chest")
    setting = scene().sea(BB="blue 0").seat(1, chest=8)
    assert game.returns(setting.load()) == [0.5, 0.5, 0.0]
    position = strict.load(with_options(setting, strict))
    assert strict.returns(position) == [0.0, 1.0, 0.0]
    decided = "A and B tie for most points. The larger chest wins: B with $8."
    assert tie(strict, position, [0, 1]) == (decided, "TA-10.2")
    level = scene().seat(0, chest=3).seat(2, chest=3)
    position = strict.load(with_options(level, strict))
    assert strict.returns(position) == [0.5, 0.0, 0.5]
    shared = "A and C tie for most points, with $3 in each chest: they share the win."
    assert tie(strict, position, [0, 2]) == (shared, "TA-10.2")


def with_options(scene, game):
    """Return a scene's document for the same game with other options."""
    scene.load()
    return scene.document | {"options": dict(game.options)}
