"""Chapter 4: missions."""

import pytest

import proa

ONE_OF_EACH = ("RRR/Y pepper", "RRR/Y cinnamon", "RRR/Y cloves", "RRR/Y nutmeg")
TWO_OF_EACH = (*ONE_OF_EACH, "RRR/G pepper", "RRR/G cinnamon", "RRR/G cloves", "RRR/G nutmeg")
THREE_OF_EACH = (*TWO_OF_EACH, "RRR/B pepper", "RRR/B cinnamon", "RRR/B cloves", "RRR/B nutmeg")


@pytest.fixture
def missions(scene):
    """A scene in which seat 0 may complete a mission with the goods of a warehouse."""

    def make(*goods):
        return scene().warehouse(0, *goods).set(phase="mission")

    return make


def pay(play, s, position, *names):
    """Pay shipments by name, harbors by code."""
    return play(position, *(f"pay:{name if name[0] == 'H' else s(name)}" for name in names))


@pytest.mark.rule("BO-4.1", "BO-4.2", "BO-4.13", "BO-4.11")
def test_one_of_each_for_six_points(game, missions, play, s, words):
    position = play(missions(*ONE_OF_EACH).load(), "mission:one_of_each")
    position = pay(play, s, position, *ONE_OF_EACH)
    seat = words(position)["seats"][0]
    assert seat["shipments"] == []
    assert seat["missions"]["one_of_each"] == 1
    assert game.scores(position)[0] == 6
    assert words(position)["phase"] == "company"


@pytest.mark.rule("BO-4.1")
def test_only_one_mission_a_turn(missions, play, s, words):
    position = play(missions(*TWO_OF_EACH).load(), "mission:one_of_each")
    position = pay(play, s, position, *ONE_OF_EACH)
    assert words(position)["phase"] == "company"


@pytest.mark.rule("BO-4.14", "BO-4.15")
@pytest.mark.parametrize(
    ("mission", "goods", "points"), [("two", TWO_OF_EACH, 15), ("three", THREE_OF_EACH, 25)]
)
def test_two_and_three_of_each(game, missions, play, s, mission, goods, points):
    position = play(missions(*goods).load(), f"mission:{mission}_of_each")
    for name in goods[:-1]:
        position = pay(play, s, position, name)
        assert position.fields.mission > 0
    position = pay(play, s, position, goods[-1])
    assert game.scores(position)[0] == points


@pytest.mark.rule("BO-4.16", "BO-4.3")
def test_four_of_a_kind_with_two_doubles(game, missions, play, s):
    singles = ("RRR/Y nutmeg", "RRR/G nutmeg", "RRR/B nutmeg", "YYY/R nutmeg")
    position = play(missions(*singles).load(), "mission:four_of_one")
    assert game.scores(pay(play, s, position, *singles))[0] == 8
    doubles = ("YBG/R nutmeg", "GRY/B nutmeg")
    position = play(missions(*doubles).load(), "mission:four_of_one")
    position = pay(play, s, position, *doubles)
    assert position.fields.player[0].shipments == 0
    assert game.scores(position)[0] == 8


@pytest.mark.rule("BO-4.17", "BO-4.3", "BO-4.10")
def test_eight_pepper_with_doubles_and_a_harbor(game, missions, play, s, words):
    goods = ("RYG/B pepper", "YRB/G pepper", "GYB/R pepper", "RRR/Y pepper", "H07")
    position = play(missions(*goods).load(), "mission:eight_of_one")
    position = pay(play, s, position, *goods)
    assert game.scores(position)[0] == 20
    after = words(position)
    assert after["seats"][0]["shipments"] == after["seats"][0]["harbors"] == []
    assert set(after["discard_pile"]) == {s(name) for name in goods[:-1]}
    assert "H07" not in after["harbor_deck"]


@pytest.mark.rule("BO-4.18", "BO-4.8")
def test_no_change_is_given(game, missions, play, s):
    goods = ("RRR/Y pepper", "RRR/Y cinnamon", "RRR/Y cloves", "YBG/R nutmeg")
    position = play(missions(*goods).load(), "mission:one_of_each")
    position = pay(play, s, position, *goods)
    assert game.sheet(position, 0) == {"shipments": 0, "harbors": 0, "missions": 6}


@pytest.mark.rule("BO-4.4", "BO-4.5", "BO-4.7")
def test_hand_and_missions_cannot_pay(game, scene, missions):
    setting = missions(*ONE_OF_EACH[:3], "RRR/Y nutmeg").hand(0, "RRR/G nutmeg", "RRR/B nutmeg")
    setting.missions(0, four_of_one=1)
    assert game.codes(setting.load()) == ["pass", "mission:one_of_each"]
    setting.warehouse(0, *ONE_OF_EACH[:3])
    with pytest.raises(proa.BadDocument, match="can't be asked"):
        setting.load()


@pytest.mark.rule("BO-4.7")
def test_greyed_missions_say_what_is_short(game, missions):
    refused = game.view(missions(*ONE_OF_EACH).load(), 0)["greyed"]
    rules = {choice["code"]: choice["rule"] for choice in refused}
    assert rules["mission:two_of_each"] == "BO-4.7"
    with pytest.raises(proa.IllegalAction, match="needs 1 pepper, 1 cinnamon, 1 cloves and 1"):
        game.play(missions(*ONE_OF_EACH).load(), "mission:two_of_each")


@pytest.mark.rule("BO-4.6")
def test_all_goods_are_of_one_kind_that_is_there_in_full(game, missions, play, s):
    goods = ("YBG/R nutmeg", "GRY/B nutmeg", "RYG/B pepper", "YRB/G pepper", "RRR/Y cloves")
    position = play(missions(*goods).load(), "mission:four_of_one")
    assert f"pay:{s('RRR/Y cloves')}" not in game.codes(position)
    position = pay(play, s, position, "RYG/B pepper")
    assert game.codes(position) == [f"pay:{s('YRB/G pepper')}"]
    refused = {choice["rule"] for choice in game.view(position, 0)["greyed"]}
    assert refused == {"BO-4.6"}


@pytest.mark.rule("BO-4.9", "BO-4.8")
def test_each_card_must_reduce_what_is_lacking(game, missions, play, s):
    goods = (*ONE_OF_EACH, "RRR/G pepper", "RYG/B pepper")
    position = play(missions(*goods).load(), "mission:one_of_each")
    pepper = {"RRR/Y pepper", "RRR/G pepper", "RYG/B pepper"}
    assert {f"pay:{s(name)}" for name in pepper} <= set(game.codes(position))
    position = pay(play, s, position, "RYG/B pepper")
    assert not {f"pay:{s(name)}" for name in pepper} & set(game.codes(position))
    assert {choice["rule"] for choice in game.view(position, 0)["greyed"]} == {"BO-4.9"}


@pytest.mark.rule("BO-4.9")
def test_a_double_may_exceed_a_lack_of_one_among_many(game, missions, play, s):
    goods = ("RRR/Y pepper", "RRR/G pepper", "RRR/B pepper", "RYG/B pepper")
    position = play(missions(*goods).load(), "mission:four_of_one")
    position = pay(play, s, position, *goods)
    assert game.sheet(position, 0)["missions"] == 8


@pytest.mark.rule("BO-4.12")
def test_the_stack_is_limited(game, missions):
    setting = missions(*ONE_OF_EACH, "YBG/R nutmeg", "RRR/G nutmeg")
    setting.missions(1, one_of_each=2).missions(2, one_of_each=1)
    position = setting.load()
    assert game.codes(position) == ["pass", "mission:four_of_one"]
    refused = {choice["code"]: choice["rule"] for choice in game.view(position, 0)["greyed"]}
    assert refused["mission:one_of_each"] == "BO-4.12"


@pytest.mark.rule("BO-4.6")
def test_until_the_first_card_any_good_that_is_enough_is_asked_for(game, missions, play):
    goods = ("YBG/R nutmeg", "GRY/B nutmeg", "RYG/B pepper", "YRB/G pepper")
    position = play(missions(*goods).load(), "mission:four_of_one")
    hint = game.view(position, 0)["board"]["hint"]
    assert proa.engine.messages.text(hint) == "You still need 4 pepper or 4 nutmeg."
