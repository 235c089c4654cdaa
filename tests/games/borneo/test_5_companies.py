"""Chapter 5: places in the companies."""

import pytest


@pytest.mark.rule("BO-5.1")
def test_move_or_fight_or_neither(game, scene, play, words):
    position = scene().row("red", "1a 0a").row("yellow", "0b").load()
    codes = game.codes(position)
    assert codes[0] == "pass"
    assert set(codes[1:3]) == {"merchant:red:2", "merchant:yellow:1"}
    moved = play(position, "merchant:red:2", "to:green")
    assert words(moved)["phase"] == "shipment"
    assert words(play(position, "pass"))["phase"] == "shipment"


@pytest.mark.rule("BO-5.2")
def test_ranks_run_from_left_to_right(game, scene):
    position = scene().row("red", "1a 0a 2a").load()
    lines = [m["text"]["say"] for m in game.view(position, 0)["sections"][1]["lines"]]
    assert lines
    assert [game.code(a) for a in game.legal_actions(position)][1] == "merchant:red:2"


@pytest.mark.rule("BO-5.3", "BO-5.5")
def test_a_move_to_the_right_end_closes_the_old_row(scene, play, words):
    position = scene().row("red", "1a 0a 2a").row("yellow", "1b 2b").load()
    position = play(position, "merchant:red:2", "to:yellow")
    rows = words(position)["companies"]
    assert rows["red"] == ["1a", "2a"]
    assert rows["yellow"] == ["1b", "2b", "0a"]


@pytest.mark.rule("BO-5.4")
def test_no_move_within_the_same_company(game, scene, play):
    position = play(scene().row("red", "0a 1a 2a").load(), "merchant:red:1")
    assert game.codes(position) == ["to:yellow", "to:green", "to:blue"]
    refused = {choice["code"]: choice["rule"] for choice in game.view(position, 0)["greyed"]}
    assert refused["to:red"] == "BO-5.4"


@pytest.mark.rule("BO-5.6")
def test_first_in_an_empty_row(scene, play, words):
    position = scene().row("red", "1a 0a").row("green", "").load()
    position = play(position, "merchant:red:2", "to:green")
    assert words(position)["companies"]["green"] == ["0a"]
