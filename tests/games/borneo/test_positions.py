"""Positions set up by hand: impossible ones are refused with a reason, questions are askable."""

import copy

import pytest

import proa
from proa.games.borneo.state import PHASES


def refused(game, document, why):
    with pytest.raises(proa.BadDocument, match=why):
        game.load(document)


@pytest.fixture
def document(scene):
    """A turn in which seat 0 may move or fight, as JSON."""
    setting = scene().row("red", "1a 2a 0a").hand(0, "RRR/Y pepper", "RRR/G pepper")
    setting.warehouse(1, "YYY/R pepper", "H07").harbor("H01", "BBB/R pepper")
    setting.load()
    return copy.deepcopy(setting.document)


EDITS = [
    (["players"], 6, "between 3 and 5"),
    (["phase"], "sleep", "must be one of"),
    (["to_decide"], 3, "no seat 3 with 3 players"),
    (["to_decide"], 1, "whose turn it is"),
    (["seats", 0, "hand"], ["S01"], "S02 must be in one place, not in 0"),
    (["seats", 2, "hand"], ["S01"], "S01 must be in one place, not in 2"),
    (["seats", 2, "harbors"], ["H07"], "H07 must be in one place, not in 2"),
    (["seats", 0, "missions"], {"one_of_each": 1}, "one_of_each: 4 cards, not 3"),
    (["seats", 0, "missions"], {"tea": 1}, "unknown name .tea."),
    (["companies", "red"], ["1a", "1a", "0a"], "two places"),
    (["companies", "red"], ["1a", "2a"], "seat 0 has 2 merchants"),
    (["companies", "red"], ["1a", "4a", "0a"], "seat 2 has 2|belongs to no seat"),
    (["companies", "red"], ["1a"] * 16, "list of at most 15"),
    (["companies", "pink"], [], "unknown name .pink."),
    (["open_harbors", 0], {"harbor": "H01"}, 'of "harbor" and "pile"'),
    (["open_harbors", 0, "harbor"], None, "shipments need a harbor"),
    (["open_harbors", 1, "harbor"], None, "all must be open"),
    (["open_harbors", 0, "pile"], ["S10", "S11"], "S11 must be in one place|distributed at once"),
    (["seats", 0, "known_to_hold"], "blue", "no card shows blue"),
    (["chosen"], ["S01"], "no hand cards are being chosen now"),
    (["chosen"], ["S03"], "cards in the hand"),
    (["paying_for"], "one_of_each", "while a mission is paid"),
    (["distribution"], {"kind": "shared"}, "is missing|must be a list"),
    (["fight", "company"], "red", "during a fight"),
    (["phase"], "mission", "can't be asked"),
    (["phase"], "payment", "while a mission is paid"),
    (["phase"], "target", "during a fight"),
    (["phase"], "harbor", "one shipment"),
    (["phase"], "discard", "no more cards than the limit"),
    (["phase"], "draw", "can't be drawn"),
    (["phase"], "new harbor", "no harbor can be revealed"),
    (["phase"], "deal", "when the cards are dealt"),
    (["phase"], "placement", "another player places"),
    (["phase"], "pick", "while goods are picked"),
    (["turn"], -1, "between 0 and 127"),
    (["lacks"], {"pepper": 1}, "lacks: must be set while a mission"),
    (["last_chances"], 1, "only missions follow the end"),
]


@pytest.mark.parametrize(("path", "value", "why"), EDITS)
def test_impossible_positions_are_refused(game, document, path, value, why):
    game.load(document)
    part = document["position"]
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    refused(game, document, why)


@pytest.mark.parametrize(
    ("phase", "change", "why"),
    [
        ("first player", {"deck": []}, "no card can be dealt"),
        ("deal", {"deck": ["S60"]}, "no card can be dealt"),
        ("first player", {"harbor_deck": ["H01", "H02"]}, "no harbor can be revealed"),
        ("deal", {"open_harbors": "H01"}, "they are revealed when the cards are dealt"),
        ("new harbor", {"harbor_deck": ["H01", "H02"]}, "no harbor can be revealed"),
        ("placement", {"open_harbors": None}, "all must be open"),
        ("mission", {"open_harbors": None}, "all must be open"),
        ("draw", {"open_harbors": None}, "all must be open"),
    ],
)
def test_chance_must_not_run_dry_nor_shipments_lie_nowhere(game, phase, change, why):
    """Compiled code would take cards that are not there."""
    position = game.start(3, seed=1, chance=False)
    while PHASES[position.fields.phase] != phase:
        codes = list(game.outcomes(position)) or game.codes(position)
        position = game.play(position, codes[-1], chance=False)
        assert not position.is_over
    document = game.dump(position)
    assert game.load(document) == position
    part = document["position"]
    for name, value in change.items():
        if name == "open_harbors":
            part["harbor_deck"] = [card for card in part["harbor_deck"] if card != value]
            part["discard_pile"] += part["open_harbors"][0]["pile"]
            part["open_harbors"][0] = {"harbor": value, "pile": []}
        elif name == "deck":
            part["discard_pile"] += [card for card in part["deck"] if card not in value]
            part["deck"] = value
        else:
            part[name] = value
    refused(game, document, why)


def full_pile(document):
    document["position"]["open_harbors"][0]["pile"] = ["S10", "S09", "S11"]
    document["position"]["deck"] = [
        card for card in document["position"]["deck"] if card not in ("S09", "S11")
    ]


def test_a_complete_harbor_is_refused(game, document):
    full_pile(document)
    refused(game, document, "its goods must be distributed at once")


FIGHTS = [
    ({"attacker": 0}, "attack", "rivals"),
    ({"attacker": 2, "defender": 2}, "attack", "rivals"),
    ({"attacker": 2, "defender": 0}, "attack", None),
    ({"attacker": 2, "defender": 1}, "attack", None),
    ({"attacker": 0, "defender": 0}, "target", "must be a merchant of the seat"),
    ({"attacker": 2}, "target", None),
    ({"attacker": 2, "defender": 0}, "defence", "rivals|the attack lies"),
    ({"attacker": 2, "defender": 0}, "beaten merchant", "the place won"),
    ({"attacker": 2, "defender": 0}, "reward", "keep one"),
    ({"attacker": 2, "defender": 0, "company": "yellow"}, "attack", "rivals"),
]


@pytest.mark.parametrize(("fight", "phase", "why"), FIGHTS)
def test_fights_must_be_possible(game, document, fight, phase, why):
    document["position"]["phase"] = phase
    document["position"]["fight"] |= {"company": "red"} | fight
    if why is None:
        assert game.codes(game.load(document))
    else:
        refused(game, document, why)


@pytest.mark.parametrize(
    ("hand", "chosen", "why"),
    [
        (["RRR/Y pepper", "GGG/B pepper"], [], "the hand can't attack"),
        (["RRR/Y pepper", "RRR/G pepper"], ["S01", "S02"], "one of the cards must stay"),
        (["RRR/Y pepper", "RRR/G pepper", "GGG/B pepper"], ["S09"], "must show the company"),
        (["RRR/Y pepper", "RRR/G pepper"], ["S01"], None),
    ],
)
def test_an_attack_needs_cards_that_may_be_played(game, scene, hand, chosen, why):
    fight = {"company": "red", "attacker": 1, "defender": 0, "attack": [], "defence": []}
    setting = scene().row("red", "1a 0a").hand(0, *hand)
    setting.set(phase="attack", fight=fight, chosen=chosen)
    if why is None:
        assert game.codes(setting.load()) == ["commit"]
    else:
        with pytest.raises(proa.BadDocument, match=why):
            setting.load()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_seats_are_listed_before_the_first_player_is_drawn(game, players):
    position = game.start(players, chance=False)
    document = game.dump(position)
    assert document["position"]["phase"] == "first player"
    assert len(document["position"]["seats"]) == players
    assert game.load(document) == position
