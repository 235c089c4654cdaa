"""Chapter 7: the shipment."""

import pytest


@pytest.fixture
def lay(play, s):
    """Return a function that lays a card of the hand of seat 0, whose turn it is."""

    def make(position, name, harbor):
        return play(position, f"ship:{s(name)}", f"at:{harbor}")

    return make


@pytest.mark.rule("BO-7.1", "BO-7.2")
def test_any_card_at_any_open_harbor(game, scene, play, s):
    hand = ("RRR/Y pepper", "GGG/B pepper")
    setting = scene().hand(0, *hand).set(phase="shipment")
    setting.harbor("H01", "YYY/R pepper", "GGG/R cloves").harbor("H02").harbor("H03")
    position = setting.load()
    assert game.codes(position) == [f"ship:{s(name)}" for name in hand]
    position = play(position, f"ship:{s('RRR/Y pepper')}")
    assert game.codes(position) == ["at:H01", "at:H02", "at:H03"]


@pytest.mark.rule("BO-7.3", "BO-7.4", "BO-7.5", "BO-7.13", "BO-7.9")
def test_a_card_covers_the_lower_flag_of_the_one_before(scene, lay, words, visible):
    setting = scene().hand(0, "YYY/R pepper", "GGG/B pepper").set(phase="shipment")
    position = setting.harbor("H03", "RRR/B pepper").load()
    assert visible(position, 0) == {"red": 3, "yellow": 0, "green": 0, "blue": 1}
    position = lay(position, "YYY/R pepper", "H03")
    assert visible(position, 0) == {"red": 4, "yellow": 3, "green": 0, "blue": 0}
    assert words(position)["phase"] == "draw"
    assert words(position)["open_harbors"][0]["pile"] == ["S03", "S04"]


@pytest.mark.rule("BO-7.6", "BO-7.8")
@pytest.mark.parametrize("before", [["RRR/B pepper"], ["RRR/B pepper", "YYY/G pepper"]])
def test_enough_flags_are_a_monopoly_before_and_at_the_limit(scene, lay, words, before):
    setting = scene().row("red", "0a").hand(0, "RRR/G pepper", "GGG/B pepper")
    setting.set(phase="shipment")
    position = lay(setting.harbor("H01", *before).load(), "RRR/G pepper", "H01")
    assert words(position)["distribution"]["kind"] == "monopoly"
    assert words(position)["distribution"]["order"] == ["red"]


@pytest.mark.rule("BO-7.5", "BO-7.7", "BO-7.8")
def test_the_flag_that_is_covered_does_not_count(scene, lay, words):
    """Red would have five with the lower flag of the second card."""
    setting = scene().hand(0, "YYY/R pepper", "GGG/B pepper").set(phase="shipment")
    setting.row("red", "0a").harbor("H01", "RRR/B pepper", "GGG/R pepper")
    position = lay(setting.load(), "YYY/R pepper", "H01")
    assert words(position)["distribution"]["kind"] == "shared"


@pytest.mark.rule("BO-7.7")
def test_a_full_harbor_without_monopoly_is_shared_out(scene, lay, words):
    setting = scene().hand(0, "YYY/R pepper", "GGG/B pepper").set(phase="shipment")
    setting.harbor("H01", "RRR/B pepper", "BBB/R pepper")
    state = words(lay(setting.load(), "YYY/R pepper", "H01"))
    assert state["distribution"]["kind"] == "shared"
    assert state["phase"] == "pick"


@pytest.mark.rule("BO-7.10", "BO-7.11")
def test_owners_choose_one_after_another(game, scene, lay, play, s, words):
    setting = scene().row("red", "2a 1a 0a").hand(0, "RRR/G pepper", "GGG/B pepper")
    position = setting.set(phase="shipment").harbor("H01", "RRR/B cloves").load()
    position = lay(position, "RRR/G pepper", "H01")
    assert position.to_move == 2
    assert game.codes(position) == [f"take:{s('RRR/G pepper')}", f"take:{s('RRR/B cloves')}"]
    position = play(position, f"take:{s('RRR/B cloves')}")
    assert position.to_move == 1
    assert game.codes(position) == [f"take:{s('RRR/G pepper')}"]
    position = play(position, f"take:{s('RRR/G pepper')}")
    assert words(position)["seats"][2]["shipments"] == [s("RRR/B cloves")]
    assert words(position)["seats"][1]["shipments"] == [s("RRR/G pepper")]


@pytest.mark.rule("BO-7.12")
def test_a_new_harbor_is_turned_up(game, scene, lay, play, s, words):
    setting = scene().row("red", "0a").hand(0, "RRR/G pepper", "GGG/B pepper")
    position = setting.set(phase="shipment").harbor("H01", "RRR/B cloves").load()
    position = lay(position, "RRR/G pepper", "H01")
    position = play(position, *(f"take:{s(n)}" for n in ("RRR/B cloves", "RRR/G pepper")))
    assert len(game.outcomes(position)) == 9
    position = play(position, "harbor:H12")
    opened = [slot["harbor"] for slot in words(position)["open_harbors"]]
    assert sorted(opened) == ["H02", "H03", "H12"]
    assert len(words(position)["harbor_deck"]) == 8
    assert words(position)["phase"] == "draw"
