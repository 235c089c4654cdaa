"""Chapters 11 and 12: the end of the game, the last chance, scoring."""

import pytest

from proa.engine.messages import text

ONE_OF_EACH = ("RRR/Y pepper", "RRR/Y cinnamon", "RRR/Y cloves", "RRR/Y nutmeg")
TWO_OF_EACH = (*ONE_OF_EACH, "RRR/G pepper", "RRR/G cinnamon", "RRR/G cloves", "YYY/G nutmeg")


@pytest.fixture
def last_harbor(scene, play, s):
    """Return a maker of scenes: seat 1 completes a harbor when the harbor deck is empty, and takes
    both goods for seat 0."""

    def make(setting=None, rows="0a"):
        setting = setting or scene()
        setting.set(phase="shipment", to_decide=1, turn_of=1, harbor_deck=[])
        setting.row("red", rows).hand(1, "RRR/G nutmeg", "GGG/B nutmeg")
        position = setting.harbor("H01", "RRR/B nutmeg").load()
        position = play(position, f"ship:{s('RRR/G nutmeg')}", "at:H01")
        for name in ("RRR/B nutmeg", "RRR/G nutmeg"):
            position = play(position, f"take:{s(name)}")
        return position

    return make


@pytest.mark.rule("BO-11.1", "BO-11.2", "BO-11.4")
def test_the_game_ends_when_no_harbor_can_be_turned_up(last_harbor, words):
    position = last_harbor()
    assert position.is_over
    state = words(position)
    assert not any(seat["hand"] for seat in state["seats"])
    assert all(slot == {"harbor": None, "pile": []} for slot in state["open_harbors"])
    assert state["seats"][0]["harbors"] == ["H01"]
    assert len(state["seats"][0]["shipments"]) == 2


@pytest.mark.rule("BO-11.1")
@pytest.mark.parametrize("seed", range(12))
def test_that_is_when_the_tenth_harbor_is_completed(game, seed):
    import random

    choose = random.Random(seed)
    position = game.start(3 + seed % 3, seed=seed)
    turned_up = 0
    while not position.is_over:
        code = choose.choice(game.codes(position))
        position, drawn = game.play_with_outcomes(position, code)
        turned_up += sum(code.startswith("harbor:") for code in drawn)
    if position.fields.harbor_deck == 0:
        assert turned_up == 9


@pytest.mark.rule("BO-11.4")
def test_hands_and_harbors_on_the_table_count_for_nothing(game, last_harbor):
    position = last_harbor()
    assert game.sheet(position, 1) == {"shipments": 0, "harbors": 0, "missions": 0}


@pytest.mark.rule("BO-11.5", "BO-11.6")
def test_each_has_a_last_chance_from_the_left_of_the_last_player(game, scene, last_harbor, play):
    setting = scene().warehouse(0, *ONE_OF_EACH)
    setting.warehouse(1, *(f"RRR/G {good}" for good in ("pepper", "cinnamon", "cloves")), "H04")
    setting.warehouse(2, *(f"YYY/G {good}" for good in ("pepper", "cinnamon", "cloves", "nutmeg")))
    position = last_harbor(setting)
    seats = []
    while not position.is_over:
        seats.append(position.to_move)
        assert game.codes(position)[:2] == ["pass", "mission:one_of_each"]
        position = play(position, "pass")
    assert seats == [2, 0, 1]


@pytest.mark.rule("BO-11.5")
def test_only_one_mission_at_the_last_chance(game, scene, last_harbor, play):
    position = last_harbor(scene().warehouse(2, *TWO_OF_EACH))
    position = play(position, "mission:one_of_each")
    while not position.is_over:
        position = play(position, game.codes(position)[0])
    assert game.sheet(position, 2) == {"shipments": 4, "harbors": 0, "missions": 6}


@pytest.mark.rule("BO-11.7")
def test_whoever_comes_earlier_may_take_the_last_of_a_kind(game, scene, last_harbor, play):
    setting = scene().warehouse(0, *ONE_OF_EACH).missions(1, one_of_each=2)
    setting.warehouse(2, *(f"YYY/G {good}" for good in ("pepper", "cinnamon", "cloves", "nutmeg")))
    position = last_harbor(setting)
    assert position.to_move == 2
    position = play(position, "mission:one_of_each")
    while position.fields.mission:
        position = play(position, game.codes(position)[0])
    assert position.is_over


# -- 12. scoring -----------------------------------------------------------------------------


@pytest.mark.rule("BO-12.1", "BO-12.2", "BO-12.3", "BO-12.7")
def test_the_scoring_of_the_example(game, scene):
    setting = scene().warehouse(0, *ONE_OF_EACH[:3], "RYG/B pepper", "YRB/G pepper", "H07", "H10")
    position = setting.missions(0, one_of_each=1, four_of_one=1).load()
    assert game.sheet(position, 0) == {"shipments": 5, "harbors": 2, "missions": 14}
    assert game.scores(position)[0] == 21


@pytest.mark.rule("BO-12.4")
def test_most_points_win(game, scene):
    position = scene().warehouse(1, "RRR/Y pepper").load()
    assert game.returns(position) == [0, 1, 0]


@pytest.mark.rule("BO-12.5", "BO-12.8")
def test_more_missions_break_a_tie(game, scene):
    five = ("RRR/Y pepper", "RRR/G pepper", "RRR/B pepper", "YYY/R pepper", "YYY/G pepper")
    setting = scene().warehouse(0, *five, "H07", "H10").missions(0, one_of_each=1, four_of_one=1)
    setting.warehouse(1, "RRR/Y nutmeg").missions(1, eight_of_one=1)
    position = setting.load()
    assert game.scores(position)[:2] == [21, 21]
    assert game.returns(position) == [1, 0, 0]
    tie = game.spec.texts.tie(game, position, [0, 1])
    told = "Hina and Teva tie for most points. More completed missions win: Hina with 2."
    assert text(tie["text"], names=("Hina", "Teva", "Moana")) == told
    assert tie["rule"] == "BO-12.5"


@pytest.mark.rule("BO-12.6")
def test_equal_in_both_they_share_the_victory(game, scene):
    setting = scene().missions(0, one_of_each=1).missions(2, one_of_each=1)
    position = setting.load()
    assert game.returns(position) == [0.5, 0, 0.5]
    tie = game.spec.texts.tie(game, position, [0, 2])
    assert "with 1 missions each" not in text(tie["text"])
    assert "share the win" in text(tie["text"])
    assert tie["rule"] == "BO-12.6"
