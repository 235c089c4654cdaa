"""Chapter 3: the order of a turn."""

import pytest


@pytest.mark.rule("BO-3.1", "BO-3.4")
def test_turns_go_clockwise(scene, play, lowest, s):
    position = scene().hand(0, "RRR/Y pepper").load()
    position = lowest(play(position, "pass", f"ship:{s('RRR/Y pepper')}", "at:H01"))
    assert position.to_move == position.fields.active == 1
    assert position.fields.turn == 6
    position = scene().set(to_decide=2, turn_of=2).hand(2, "RRR/Y pepper").load()
    position = lowest(play(position, "pass", f"ship:{s('RRR/Y pepper')}", "at:H01"))
    assert position.to_move == 0


@pytest.mark.rule("BO-3.2")
def test_mission_then_company_then_shipment_then_cards(game, scene, play, s):
    goods = ("RRR/Y pepper", "RRR/Y cinnamon", "RRR/Y cloves", "RRR/Y nutmeg")
    setting = scene().warehouse(0, *goods).hand(0, "RRR/G pepper", "RRR/B pepper")
    position = setting.set(phase="mission").load()
    assert game.codes(position) == ["pass", "mission:one_of_each"]
    position = play(position, "pass")
    assert all(code == "pass" or code.startswith("merchant:") for code in game.codes(position))
    position = play(position, "pass")
    assert game.codes(position) == [f"ship:{s('RRR/G pepper')}", f"ship:{s('RRR/B pepper')}"]
    position = play(position, f"ship:{s('RRR/G pepper')}", "at:H01")
    assert all(code.startswith("draw:") for code in game.codes(position))


@pytest.mark.rule("BO-3.2")
def test_a_mission_nobody_could_complete_is_not_asked_for(game, scene, play, lowest, s):
    position = scene().hand(0, "RRR/Y pepper").load()
    position = lowest(play(position, "pass", f"ship:{s('RRR/Y pepper')}", "at:H01"))
    assert "merchant:blue:2" in game.codes(position)


@pytest.mark.rule("BO-3.3")
def test_what_is_optional_may_be_declined_for_good(game, scene, play):
    goods = ("RRR/Y pepper", "RRR/Y cinnamon", "RRR/Y cloves", "RRR/Y nutmeg")
    position = scene().warehouse(0, *goods).set(phase="mission").load()
    position = play(position, "pass", "pass")
    assert not [code for code in game.codes(position) if not code.startswith("ship:")]
