"""Chapter 10: drawing and discarding."""

import pytest

from proa.engine.messages import text

SIX = ("RRR/Y pepper", "RRR/G pepper", "RRR/B pepper", "YYY/R pepper", "YYY/G pepper")


@pytest.fixture
def laid(scene, play, s):
    """Return a maker of positions in which seat 0 has laid a card at the first harbor and holds
    others."""

    def make(*hand, **fields):
        setting = scene().hand(0, "GGG/R nutmeg", *hand).set(phase="shipment", **fields)
        return setting, lambda: play(setting.load(), f"ship:{s('GGG/R nutmeg')}", "at:H01")

    return make


@pytest.mark.rule("BO-10.1")
def test_two_cards_are_drawn(laid, play, words):
    _, lay = laid("RRR/Y pepper")
    position = lay()
    assert len(position.game.outcomes(position)) == len(words(position)["deck"])
    position = play(play(position, "draw:S30"), "draw:S31")
    assert words(position)["seats"][0]["hand"] == ["S01", "S30", "S31"]
    assert position.to_move == 1


@pytest.mark.rule("BO-10.2", "BO-10.3")
def test_down_to_six_cards(game, laid, play, s, words):
    _, lay = laid(*SIX)
    position = play(lay(), "draw:S30", "draw:S31")
    assert words(position)["phase"] == "discard"
    assert len(game.codes(position)) == 7
    position = play(position, f"discard:{s('RRR/Y pepper')}")
    assert len(words(position)["seats"][0]["hand"]) == 6
    assert words(position)["discard_pile"] == [s("RRR/Y pepper")]
    assert position.to_move == 1


@pytest.mark.rule("BO-10.2")
def test_six_cards_may_stay(laid, play):
    _, lay = laid(*SIX[:4])
    assert play(lay(), "draw:S30", "draw:S31").to_move == 1


@pytest.mark.rule("BO-10.3")
def test_everybody_may_look_through_the_discard_pile(game, scene):
    position = scene().discard("RRR/Y pepper").load()
    for viewer in (-1, 0, 1, 2):
        decks = game.view(position, viewer)["sections"][-1]["lines"]
        assert text(decks[-1]["text"]) == "Discarded: 3 Red / Yellow (pepper)"


@pytest.mark.rule("BO-10.4")
def test_the_discard_pile_becomes_the_deck_when_a_card_is_needed(laid, play, s, words):
    setting, lay = laid("RRR/Y pepper")
    position = lay_with_deck(setting, lay, "YYY/B cloves")
    assert words(position)["deck"] == [s("YYY/B cloves")]
    discarded = set(words(position)["discard_pile"])
    assert discarded
    position = play(position, f"draw:{s('YYY/B cloves')}")
    assert set(words(position)["deck"]) == discarded
    assert words(position)["discard_pile"] == []


@pytest.mark.rule("BO-10.4")
def test_the_deck_may_lie_empty_until_then(laid, play, s, words):
    setting, lay = laid("RRR/Y pepper")
    position = lay_with_deck(setting, lay, "YYY/B cloves", "YYY/G cloves")
    position = play(position, f"draw:{s('YYY/B cloves')}", f"draw:{s('YYY/G cloves')}")
    assert words(position)["deck"] == []
    assert words(position)["discard_pile"]
    assert position.to_move == 1


def lay_with_deck(setting, lay, *names):
    setting.deck(*names)
    return lay()


@pytest.mark.rule("BO-10.5", "BO-11.3")
@pytest.mark.parametrize(("deck", "ends"), [(0, True), (1, True), (2, False)])
def test_the_game_ends_if_two_cards_cannot_be_drawn(game, laid, words, deck, ends):
    setting, lay = laid("RRR/Y pepper")
    everything = [name for name in NAMES_LEFT if name not in ("GGG/R nutmeg", "RRR/Y pepper")]
    setting.hand(1, everything[0]).hand(2, everything[1])
    setting.warehouse(1, *everything[2 + deck :]).missions(1, one_of_each=3, four_of_one=4)
    setting.missions(2, two_of_each=2, three_of_each=1, eight_of_one=2)
    position = lay_with_deck(setting, lay, *everything[2 : 2 + deck])
    assert position.is_over is ends
    if ends:
        assert not any(seat["hand"] for seat in words(position)["seats"])


FLAGS = [f"{x * 3}/{y}" for x in "RYGB" for y in "RYGB" if x != y]
DOUBLES = {
    "pepper": "RYG/B YRB/G GYB/R",
    "cinnamon": "RGB/Y YGR/B BYR/G",
    "cloves": "RBY/G GBR/Y BGY/R",
    "nutmeg": "YBG/R GRY/B BRG/Y",
}
NAMES_LEFT = [f"{flags} {good}" for good in DOUBLES for flags in [*FLAGS, *DOUBLES[good].split()]]
"""All sixty shipments by name."""
