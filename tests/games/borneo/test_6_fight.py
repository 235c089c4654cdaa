"""Chapter 6: the fight."""

import pytest

import proa
from proa.games.borneo.texts.forecast import clash


@pytest.fixture
def row(scene):
    """Return a maker of scenes: seat 0, third in red, may attack seat 1, first there; one merchant
    stands between."""

    def make(mine, theirs, red="1a 2a 0a", of=None):
        return scene(of=of).row("red", red).hand(0, *mine).hand(1, *theirs)

    return make


def cards(s, names):
    """Return the codes that choose cards for the fight."""
    return [f"play:{s(name)}" for name in names]


@pytest.fixture
def fight(play, s):
    """Return a function that attacks the first in red with cards and answers with others."""

    def make(position, attack, defence=(), target=1):
        rank = position.fields.row[0].length
        place = next(i for i in range(rank) if position.fields.row[0].place[i] == 1)
        position = play(position, f"merchant:red:{place + 1}", f"attack:{target}")
        position = play(position, *cards(s, attack), "commit")
        return play(position, *cards(s, defence), "commit")

    return make


MINE = ("RRR/Y pepper", "RRR/G pepper", "YYY/R pepper", "GGG/B pepper")
THEIRS = ("YYY/R cloves", "RRR/G cloves", "RRR/B cloves", "GGG/B cloves")


@pytest.mark.rule("BO-6.1", "BO-6.2")
def test_another_players_merchant_further_left(game, row, play):
    position = row(MINE, THEIRS, "1a 0b 2a 0a 1b").load()
    position = play(position, "merchant:red:4")
    attacks = [code for code in game.codes(position) if code.startswith("attack:")]
    assert attacks == ["attack:1", "attack:3"]
    refused = {choice["code"]: choice["rule"] for choice in game.view(position, 0)["greyed"]}
    assert refused["attack:2"] == "BO-6.2"
    assert "attack:5" not in refused


@pytest.mark.rule("BO-6.3")
def test_one_or_more_cards(game, row, play, s):
    position = play(row(MINE, THEIRS).load(), "merchant:red:3", "attack:1")
    assert "commit" not in game.codes(position)
    with pytest.raises(proa.IllegalAction, match="Choose a card to attack with first"):
        game.play(position, "commit")
    position = play(position, *cards(s, ["RRR/Y pepper"]))
    assert game.codes(position)[0] == "commit"
    assert cards(s, ["RRR/G pepper"])[0] in game.codes(position)


@pytest.mark.rule("BO-6.4")
def test_every_card_shows_the_company(game, row, play, s):
    position = play(row(MINE, THEIRS).load(), "merchant:red:3", "attack:1")
    assert cards(s, ["GGG/B pepper"])[0] not in game.codes(position)
    refused = {choice["code"]: choice["rule"] for choice in game.view(position, 0)["greyed"]}
    assert refused[cards(s, ["GGG/B pepper"])[0]] == "BO-6.4"
    position = play(position, *cards(s, ["RRR/Y pepper"]), "commit")
    assert set(game.codes(position)) == {"commit", *cards(s, THEIRS[:3])}


@pytest.mark.rule("BO-6.5")
def test_one_matching_card_stays_with_both(game, row, play, s):
    position = row(MINE, THEIRS[1:]).load()
    position = play(position, "merchant:red:3", "attack:1", *cards(s, MINE[:2]))
    assert game.codes(position) == ["commit"]
    refused = {choice["code"]: choice["rule"] for choice in game.view(position, 0)["greyed"]}
    assert refused[cards(s, ["YYY/R pepper"])[0]] == "BO-6.5"
    position = play(position, "commit", *cards(s, ["RRR/G cloves"]))
    assert game.codes(position) == ["commit"]


@pytest.mark.rule("BO-6.6", "BO-6.7")
def test_the_answer_comes_once_and_with_no_more_cards(game, row, play, s):
    position = play(row(MINE, THEIRS).load(), "merchant:red:3", "attack:1")
    position = play(position, *cards(s, ["RRR/Y pepper"]), "commit")
    assert position.to_move == 1
    position = play(position, *cards(s, ["YYY/R cloves"]))
    assert game.codes(position) == ["commit"]
    refused = game.view(position, 1)["greyed"]
    assert {choice["rule"] for choice in refused} == {"BO-6.7"}
    assert game.codes(play(position, "commit"))[0] == "vacated"


@pytest.mark.rule("BO-6.8")
def test_one_may_always_answer_with_nothing(game, row, play, s, fight):
    position = fight(row(MINE, THEIRS).load(), ["RRR/Y pepper"])
    assert game.codes(position)[0] == "vacated"
    position = row(MINE, ["GGG/B cloves"]).load()
    position = play(position, "merchant:red:3", "attack:1", *cards(s, ["RRR/Y pepper"]), "commit")
    assert game.codes(position) == ["commit"]


@pytest.mark.rule("BO-6.9")
def test_flags_count_on_both_lines(game, row, play, s, fight):
    position = play(row(MINE, THEIRS, "1a 0a").load(), "merchant:red:2", "attack:1")
    position = play(position, *cards(s, ["RRR/Y pepper", "YYY/R pepper"]))
    position = play(position, "commit")
    assert clash(game, position.fields).attack == 4


@pytest.mark.rule("BO-6.10", "BO-6.22", "BO-6.23", "BO-6.11", "BO-6.12")
def test_the_fight_with_its_bonus_succeeds(row, fight, words):
    """Three flags against one and a bonus of one."""
    position = fight(row(MINE, THEIRS).load(), ["RRR/Y pepper"], ["YYY/R cloves"])
    state = words(position)
    assert state["phase"] == "beaten merchant"
    assert state["to_decide"] == 1
    assert state["companies"]["red"] == ["0a", "2a", "1a"]


@pytest.mark.rule("BO-6.24", "BO-6.16", "BO-6.17", "BO-6.19")
def test_the_fight_with_its_bonus_is_defeated(game, row, fight, play, s, words):
    """Three flags against three and a bonus of one; the card may be kept as a good."""
    position = fight(row(MINE, THEIRS).load(), ["RRR/Y pepper"], ["RRR/G cloves"])
    assert position.to_move == 1
    assert game.codes(position) == ["pass", f"keep:{s('RRR/G cloves')}"]
    kept = words(play(position, f"keep:{s('RRR/G cloves')}"))
    assert kept["companies"]["red"] == ["1a", "2a", "0a"]
    assert kept["seats"][1]["shipments"] == [s("RRR/G cloves")]
    assert kept["discard_pile"] == [s("RRR/Y pepper")]
    assert kept["to_decide"] == 0
    assert kept["phase"] == "shipment"
    declined = words(play(position, "pass"))
    assert declined["seats"][1]["shipments"] == []
    assert set(declined["discard_pile"]) == {s("RRR/Y pepper"), s("RRR/G cloves")}


@pytest.mark.rule("BO-6.17", "BO-6.19")
def test_only_one_card_is_kept(row, fight, play, s, words):
    attack, defence = ["YYY/R pepper", "RYG/B pepper"], ["RRR/G cloves", "RRR/B cloves"]
    mine = (*attack, "RRR/Y pepper")
    position = fight(row(mine, THEIRS).load(), attack, defence)
    state = words(play(position, f"keep:{s('RRR/B cloves')}"))
    assert state["seats"][1]["shipments"] == [s("RRR/B cloves")]
    wanted = {s("RRR/G cloves"), *map(s, attack)}
    assert set(state["discard_pile"]) == wanted


@pytest.mark.rule("BO-6.25")
def test_two_flags_against_one(row, fight, words):
    attack = ["YYY/R pepper", "RYG/B pepper"]
    setting = row((*attack, "RRR/Y pepper"), ["GRY/B nutmeg", "RRR/G cloves"], "1a 0a")
    position = fight(setting.load(), attack, ["GRY/B nutmeg"])
    assert words(position)["companies"]["red"] == ["0a", "1a"]


@pytest.mark.rule("BO-6.26", "BO-6.11")
def test_a_tie_is_a_success(row, fight, words):
    position = fight(row(MINE, THEIRS).load(), ["YYY/R pepper"])
    assert words(position)["companies"]["red"] == ["0a", "2a", "1a"]


@pytest.mark.rule("BO-6.18")
def test_no_reward_for_the_bonus_alone(row, fight, s, words):
    setting = row(MINE, THEIRS, "1a 2a 2b 0a")
    state = words(fight(setting.load(), ["YYY/R pepper"]))
    assert state["companies"]["red"] == ["1a", "2a", "2b", "0a"]
    assert state["phase"] == "shipment"
    assert state["to_decide"] == 0
    assert state["discard_pile"] == [s("YYY/R pepper")]


@pytest.fixture
def beaten(row, fight):
    """Return a position in which merchant 1a has lost its first place in red to 0a, third of
    four."""
    return fight(row(MINE, THEIRS, "1a 2a 0a 2b").row("green", "").load(), ["RRR/Y pepper"])


@pytest.mark.rule("BO-6.12", "BO-6.13", "BO-6.14")
@pytest.mark.parametrize(
    ("code", "red", "other"),
    [
        ("vacated", "0a 2a 1a 2b", {}),
        ("to:red", "0a 2a 2b 1a", {}),
        ("to:green", "0a 2a 2b", {"green": ["1a"]}),
        ("to:yellow", "0a 2a 2b", {"yellow": ["1a"]}),
    ],
)
def test_the_beaten_merchant_takes_the_place_left_or_a_right_end(
    beaten, play, words, code, red, other
):
    rows = words(play(beaten, code))["companies"]
    assert rows["red"] == red.split()
    for company, merchants in other.items():
        assert rows[company] == merchants


@pytest.mark.rule("BO-6.15")
def test_the_place_left_may_be_the_right_end(game, row, fight):
    position = fight(row(MINE, THEIRS).load(), ["RRR/Y pepper"])
    assert game.codes(position) == ["vacated", "to:yellow", "to:green", "to:blue"]
    refused = game.view(position, 1)["greyed"]
    assert [(choice["code"], choice["rule"]) for choice in refused] == [("to:red", "BO-6.15")]


@pytest.mark.rule("BO-6.20")
def test_no_fight_with_a_single_card(game, row, play):
    position = play(row(["RRR/Y pepper"], THEIRS).load(), "merchant:red:3")
    refused = {choice["code"]: choice["rule"] for choice in game.view(position, 0)["greyed"]}
    assert refused["attack:1"] == "BO-6.20"
    any_card = proa.game("borneo", keep="any")
    position = play(row(["RRR/Y pepper"], THEIRS, of=any_card).load(), "merchant:red:3")
    assert not [code for code in any_card.codes(position) if code.startswith("attack:")]


@pytest.mark.rule("BO-6.21")
def test_everybody_keeps_a_card_for_the_shipment(game, row, fight, s):
    position = fight(row(["RRR/Y pepper", "RRR/G pepper"], THEIRS).load(), ["RRR/Y pepper"])
    position = game.play(position, "vacated")
    assert game.codes(position) == [f"ship:{s('RRR/G pepper')}"]
    assert position.fields.player[1].hand


@pytest.mark.rule("BO-6.27", "BO-6.5", "BO-14.1", "BO-14.2")
def test_one_matching_card_attacks_only_if_any_card_may_stay(game, row, play, fight, s):
    hand = ["RRR/Y pepper", "GGG/B pepper"]
    setting = row(hand, ["RRR/G cloves", "GGG/B cloves"])
    position = play(setting.load(), "merchant:red:3")
    assert not [code for code in game.codes(position) if code.startswith("attack:")]
    refused = {choice["code"]: choice["rule"] for choice in game.view(position, 0)["greyed"]}
    assert refused["attack:1"] == "BO-6.5"
    any_card = proa.game("borneo", keep="any")
    setting = row(hand, ["RRR/G cloves", "GGG/B cloves"], of=any_card)
    position = fight(setting.load(), hand[:1], ["RRR/G cloves"])
    assert position.fields.fight.defence
    assert position.fields.player[0].kept == position.fields.player[1].kept == 0


@pytest.mark.rule("BO-6.4", "BO-6.27")
def test_without_any_matching_card_there_is_no_attack(game, row, play):
    position = play(row(["GGG/B pepper", "GGG/B cinnamon"], THEIRS).load(), "merchant:red:3")
    refused = {choice["code"]: choice["rule"] for choice in game.view(position, 0)["greyed"]}
    assert refused["attack:1"] == "BO-6.4"
