"""Chapter 14: options and editions."""

import random
import tomllib

import pytest

import proa

SMALL = """
[[shipments]]
good = "pepper"
worth = 1
cards = ["RRR/Y", "YYY/G", "GGG/B", "BBB/R", "RYG/B"]
[[shipments]]
good = "nutmeg"
worth = 2
cards = ["YYY/R", "GRY/B", "GGG/R", "BBB/Y", "RRR/B", "RRG/B"]
[[harbors]]
name = "Run"
good = "nutmeg"
card_limit = 2
monopoly_number = 4
[[harbors]]
name = "Aceh"
good = "pepper"
card_limit = 1
monopoly_number = 3
[[harbors]]
name = "Ambon"
good = "cloves"
card_limit = 2
monopoly_number = 9
[[missions]]
goods = "one"
number = 2
points = 3
cards = 2
"""


@pytest.fixture
def edition(tmp_path):
    """A game of an edition given as TOML."""

    def make(content):
        path = tmp_path / "mine.toml"
        path.write_text(content)
        return proa.game("borneo", path)

    return make


@pytest.mark.rule("BO-14.1", "BO-14.2")
def test_keep_is_an_option(game):
    assert game.options == {"keep": "matching", "fourth": "off"}
    with pytest.raises(proa.BadOption, match="keep"):
        proa.game("borneo", keep="none")


@pytest.mark.rule("BO-14.3", "BO-14.4")
def test_a_fourth_merchant_each(words):
    game = proa.game("borneo", fourth="on")
    position = game.start(3, seed=1)
    a = position.to_move
    seats = []
    for company in ("red", "yellow", "green", "blue") * 3:
        seats.append(position.to_move)
        position = game.play(position, f"to:{company}")
    assert seats == [(a + "ABC".index(letter)) % 3 for letter in "ABCCBAABCCBA"]
    assert position.to_move == a
    assert position.fields.turn == 1
    merchants = [m for row in words(position)["companies"].values() for m in row]
    assert sorted(merchants) == [f"{seat}{which}" for seat in range(3) for which in "abcd"]


@pytest.mark.rule("BO-14.3")
@pytest.mark.parametrize("players", [4, 5])
def test_the_fourth_merchant_is_for_three_players_only(players):
    with pytest.raises(proa.BadOption, match="3 players only"):
        proa.game("borneo", fourth="on").start(players)


@pytest.mark.rule("BO-14.5")
def test_another_edition_keeps_every_rule(edition):
    game = edition(SMALL)
    assert game.players == (3, 3)
    choose = random.Random(3)
    for seed in range(20):
        position = game.start(3, seed=seed)
        while not position.is_over:
            position = game.play(position, choose.choice(game.codes(position)))
            assert game.load(game.dump(position)) == position
            sample = game.resample(position, seed % 3, seed)
            assert game.view(sample, seed % 3) == game.view(position, seed % 3)
        assert sum(game.returns(position)) == pytest.approx(1)


BAD = [
    ('"RRR/Y"', '"RRRY"', "shipments\\[0\\].cards\\[0\\]: must be written like RRR/Y"),
    ('"RRR/Y"', '"RRX/Y"', "letters of RYGB"),
    ("worth = 2", "worth = 3", "shipments\\[1\\].worth: must be between 1 and 2"),
    ('good = "cloves"', 'good = "tea"', "harbors\\[2\\].good: must be one of pepper"),
    ('name = "Aceh"', 'name = "Run"', "harbors\\[1\\].name: must be unique"),
    ("card_limit = 1", "card_limit = 0", "card_limit: must be between 1 and 8"),
    ("points = 3", "points = -1", "missions\\[0\\].points"),
    ("points = 3", "points = 3\nsize = 1", "missions\\[0\\]: unknown name .size"),
    ('goods = "one"', 'goods = "two"', "missions\\[0\\].goods: must be one of each, one"),
    ('"YYY/R", "GRY/B", "GGG/R", "BBB/Y", "RRR/B", "RRG/B"', '"YYY/R"', "at least 9"),
]


@pytest.mark.rule("BO-14.5")
@pytest.mark.parametrize(("old", "new", "why"), BAD)
def test_bad_editions_are_refused_with_file_key_and_reason(edition, old, new, why):
    content = SMALL.replace(old, new)
    assert content != SMALL
    tomllib.loads(content)
    with pytest.raises(proa.BadDocument, match=why) as caught:
        edition(content)
    assert "mine.toml" in str(caught.value)
