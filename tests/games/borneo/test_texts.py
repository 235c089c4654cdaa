"""Labels of choices and stories of events: effect, price, and who does what."""

import pytest

from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import text, turn_start

NAMES = ["Ann", "Ben", "Cleo"]


def labels(game, position):
    """Return the labels of all choices by code."""
    view = game.view(position, position.to_move)
    return {choice["code"]: text(choice["label"], "en", NAMES) for choice in view["actions"]}


def told(position, code, play, viewer=SPECTATOR):
    """Return the story of one decision for a viewer."""
    after = play(position, code)
    story = position.game.story(position, code, after, viewer)
    return [text(line, "en", NAMES) for line in story]


def asked(game, position, viewer):
    return text(game.view(position, viewer)["ask"], "en", NAMES)


def hinted(game, position, viewer):
    """Return the line below the question."""
    hint = game.view(position, viewer)["board"]["hint"]
    return hint and text(hint, "en", NAMES)


def test_harbors_say_what_a_shipment_would_do_there(game, scene, play, s):
    setting = scene().row("red", "2a 1a 0a").row("yellow", "1b").row("green", "0b")
    setting.hand(0, "RRR/G pepper", "GGG/B pepper").set(phase="shipment")
    setting.harbor("H01", "RRR/B cloves").harbor("H02", "GGG/R cloves")
    setting.harbor("H04", "YYY/R cloves", "GGG/B cloves")
    position = play(setting.load(), f"ship:{s('RRR/G pepper')}")
    monopoly = "Red has a monopoly with 6 flags; Cleo takes the harbor and picks first"
    assert labels(game, position) == {
        "at:H01": f"Ternate: {monopoly}",
        "at:H02": "Tidore: Red 3 and Green 4 of 6; 2 of 4 cards",
        "at:H04": "Run: shared distribution: the harbor is yours; Ann picks first for Green",
    }
    setting.set(harbor_deck=[])
    position = play(setting.load(), f"ship:{s('RRR/G pepper')}")
    assert labels(game, position)["at:H01"].endswith("picks first; the game ends")
    assert not labels(game, position)["at:H02"].endswith("the game ends")


def test_laying_is_told_with_its_distribution(game, scene, play, s):
    setting = scene().row("red", "2a 1a 0a").row("yellow", "1b").row("green", "0b")
    setting.hand(0, "RRR/G pepper", "GGG/B pepper").set(phase="shipment")
    setting.harbor("H01", "RRR/B cloves").harbor("H04", "YYY/R cloves", "GGG/B cloves")
    position = play(setting.load(), f"ship:{s('RRR/G pepper')}")
    assert told(position, "at:H01", play) == [
        "Ann plays 3 Red / Green (pepper) at Ternate.",
        "Red has a monopoly at Ternate with 6 flags.",
    ]
    assert told(position, "at:H04", play) == [
        "Ann plays 3 Red / Green (pepper) at Run.",
        "Ann takes the harbor Run; its goods are shared by flags: Green 4, Yellow 3 and Red 3.",
    ]
    position = play(position, "at:H01")
    assert told(position, f"take:{s('RRR/B cloves')}", play) == [
        "Cleo takes 3 Red / Blue (cloves) and the harbor Ternate."
    ]


@pytest.fixture
def fight(scene):
    setting = scene().row("red", "1a 2a 0a").hand(0, "RRR/Y pepper", "RRR/G pepper")
    return setting.hand(1, "YYY/R cloves", "RRR/G cloves", "RRR/B cloves").load()


def test_a_fight_says_who_needs_what(game, fight, play, s):
    position = play(fight, "merchant:red:3")
    assert labels(game, position)["attack:1"] == "Attack Ben, 1st: bonus 1"
    assert labels(game, position)["to:yellow"] == "To Yellow, 1st"
    assert told(position, "attack:1", play) == ["Ann attacks Ben, 1st in Red."]
    position = play(position, "attack:1")
    assert hinted(game, position, 0) == "Ben's bonus: 1. You win ties."
    assert hinted(game, position, 1) is None
    position = play(position, "play:S01")
    assert labels(game, position)["commit"] == "Attack with 1 card: 3 against 1"
    assert told(position, "commit", play) == ["Ann plays 3 Red / Yellow (pepper): 3 flags."]
    position = play(position, "commit")
    assert asked(game, position, 1) == "Ann attacks your 1st place in Red with 3 flags."
    need = "Your bonus is 1: you need 3 flags more and can play up to 1 card."
    assert hinted(game, position, 1) == need
    sections = game.view(position, 1)["sections"]
    assert need in [text(line["text"], "en", NAMES) for line in sections[0]["lines"]]
    beaten = play(position, f"play:{s('YYY/R cloves')}", "commit")
    assert hinted(game, beaten, 1) == "3 against 2."
    assert asked(game, position, 0) == "Ann attacks Ben, 1st in Red, with 3 flags; Ben is choosing."
    assert labels(game, position)["commit"] == "No cards, 1 against 3: you lose your place"
    held = play(position, f"play:{s('RRR/G cloves')}")
    assert labels(game, held)["commit"] == "Defend 4 against 3: you hold your place"
    assert told(held, "commit", play) == [
        "Ben defends with 3 Red / Green (cloves): 3 flags.",
        "3 to 4: Ben stays 1st in Red.",
    ]
    assert told(position, "commit", play) == [
        "Ben defends without cards.",
        "3 to 1: Ann is now 1st in Red.",
    ]


def test_draws_are_told_in_full_only_to_who_draws(game, scene, play, s):
    setting = scene().hand(0, "RRR/G pepper", "GGG/B pepper").set(phase="shipment")
    position = play(setting.load(), f"ship:{s('RRR/G pepper')}", "at:H01")
    second = play(position, "draw:S30")
    assert told(position, "draw:S30", play, 0) == ["Ann draws 3 Yellow / Blue (cloves)."]
    assert told(position, "draw:S30", play, 1) == []
    expected = ["Ann draws 2 cards.", "Ben's turn."]
    assert told(second, "draw:S31", play, 1) == expected
    code_for, action = game.spec.texts.code_for, game.action("draw:S30")
    assert code_for(game, position, action, 0) == "draw:S30"
    assert code_for(game, position, action, 1) == code_for(game, position, action, -1) == "draw:?"
    assert code_for(game, position, action, ALL) == "draw:S30"


def test_a_turn_begins_with_a_mark_for_the_log(game, scene, play, s):
    setting = scene().hand(0, "RRR/G pepper", "GGG/B pepper").set(phase="shipment")
    position = play(setting.load(), f"ship:{s('RRR/G pepper')}", "at:H01", "draw:S30")
    story = game.story(position, "draw:S31", play(position, "draw:S31"), SPECTATOR)
    assert [turn_start(line) is not None for line in story] == [False, True]


def test_a_payment_says_what_is_lost(game, scene, play, s):
    goods = ("RRR/Y pepper", "RRR/Y cinnamon", "RRR/Y cloves", "YBG/R nutmeg")
    position = scene().warehouse(0, *goods, "H07").set(phase="mission").load()
    assert labels(game, position)["mission:one_of_each"] == "1 of each good for 6 points"
    position = play(position, "mission:one_of_each")
    double = "Pay Yellow Blue Green / Red (double nutmeg) (one more than needed)"
    assert labels(game, position)[f"pay:{s('YBG/R nutmeg')}"] == double
    assert labels(game, position)["pay:H07"] == "Pay harbor Aceh, pepper"
    for name in goods[:3]:
        position = play(position, f"pay:{s(name)}")
    assert told(position, f"pay:{s('YBG/R nutmeg')}", play) == [
        "Ann pays double nutmeg.",
        "Ann completes 1 of each good: 6 points.",
    ]


def test_the_end_is_told_with_its_reason(game, scene, play, s):
    setting = scene().set(phase="shipment", harbor_deck=[]).row("red", "0a")
    setting.hand(0, "RRR/G nutmeg", "GGG/B nutmeg").harbor("H01", "RRR/B nutmeg")
    position = play(setting.load(), f"ship:{s('RRR/G nutmeg')}", "at:H01")
    position = play(position, f"take:{s('RRR/G nutmeg')}")
    assert told(position, f"take:{s('RRR/B nutmeg')}", play)[1:] == [
        "No harbor is left to reveal: the game ends.",
        "All cards on the table and in hands are discarded.",
    ]
    assert asked(game, play(position, f"take:{s('RRR/B nutmeg')}"), 1) == "Ann wins with 3 points."
