"""Chapter 1: components."""

from collections import Counter

import pytest

import proa
from proa.games.borneo.components import harbor_name
from proa.games.borneo.state import COMPANIES, GOODS

PRINTED = {
    ("pepper", 1): "RRR/Y RRR/G RRR/B YYY/R YYY/G YYY/B GGG/R GGG/Y GGG/B BBB/R BBB/Y BBB/G",
    ("pepper", 2): "RYG/B YRB/G GYB/R",
    ("cinnamon", 2): "RGB/Y YGR/B BYR/G",
    ("cloves", 2): "RBY/G GBR/Y BGY/R",
    ("nutmeg", 2): "YBG/R GRY/B BRG/Y",
}
for good in ("cinnamon", "cloves", "nutmeg"):
    PRINTED[good, 1] = PRINTED["pepper", 1]

HARBORS = """
H01 Ternate cloves 3 5
H02 Tidore cloves 4 6
H03 Ambon cloves 5 7
H04 Run nutmeg 3 5
H05 Banda nutmeg 4 6
H06 Makassar nutmeg 5 7
H07 Aceh pepper 3 5
H08 Banjarmasin pepper 4 6
H09 Bantam pepper 5 7
H10 Sukadana cinnamon 3 5
H11 Brunei cinnamon 4 6
H12 Malacca cinnamon 5 7
"""


def cards(tables):
    """Return flags, good and worth of every shipment, in the order of their numbers."""
    flags = ["".join("RYGB"[flag] for flag in tables.flag[card]) for card in range(60)]
    goods = [GOODS[tables.good[card]] for card in range(60)]
    return list(zip(flags, goods, tables.worth, strict=True))


@pytest.mark.rule("BO-1.1")
@pytest.mark.parametrize("players", [2, 6])
def test_is_for_three_to_five(game, players):
    assert game.players == (3, 5)
    with pytest.raises(proa.BadOption, match="3 to 5 players"):
        game.start(players)


@pytest.mark.rule("BO-1.2", "BO-1.3", "BO-1.4")
def test_the_pieces(game, words):
    start = words(game.start(5, seed=1, chance=False))
    assert len(start["deck"]) == 60
    assert len(start["harbor_deck"]) == 12
    assert sum(start["mission_stack"].values()) == 12
    assert list(start["companies"]) == ["red", "yellow", "green", "blue"]
    assert game.tables.merchants * 5 == 15


@pytest.mark.rule("BO-1.5")
def test_the_page_reminds_of_the_order_of_a_turn(game, scene):
    """A note for each step of a turn replaces the summary card."""
    for phase in ("company", "shipment"):
        assert game.view(scene().set(phase=phase).load(), 0)["board"]["guide"]["rule"]


@pytest.mark.rule("BO-1.6", "BO-1.7")
def test_a_shipment_has_four_flags_and_a_good(game):
    for flags, good, worth in cards(game.tables):
        assert len(flags) == 4
        assert good in GOODS
        assert worth in (1, 2)
    assert [list(game.tables.top[0]), list(game.tables.top[48])] == [[3, 0, 0, 0], [1, 1, 1, 0]]


@pytest.mark.rule("BO-1.8", "BO-1.9")
def test_every_good_has_each_pair_of_colours_once_and_three_doubles(game):
    single = [(flags, good) for flags, good, worth in cards(game.tables) if worth == 1]
    double = [(flags, good) for flags, good, worth in cards(game.tables) if worth == 2]
    pairs = {x * 3 + y for x in "RYGB" for y in "RYGB" if x != y}
    assert sorted(single) == sorted((pair, good) for pair in pairs for good in GOODS)
    assert Counter(good for _, good in double) == dict.fromkeys(GOODS, 3)
    assert all(sorted(flags) == sorted("RYGB") for flags, _ in double)
    assert len({flags for flags, _ in double}) == 12


@pytest.mark.rule("BO-1.10")
def test_the_sixty_shipments(game):
    numbered = []
    for worth in (1, 2):
        for good in GOODS:
            for card in PRINTED[good, worth].split():
                numbered.append((card.replace("/", ""), good, worth))
    assert cards(game.tables) == numbered
    assert game.code(game.action("draw:S49")) == "draw:S49"
    for place in range(4):
        assert Counter(flags[place] for flags, _, _ in cards(game.tables)) == dict.fromkeys(
            "RYGB", 15
        )


@pytest.mark.rule("BO-1.11", "BO-1.12")
def test_the_twelve_harbors(game):
    tables = game.tables
    lines = [
        f"H{i + 1:02d} {harbor_name(tables, i)} {GOODS[tables.harbor_good[i]]} "
        f"{tables.card_limit[i]} {tables.monopoly_number[i]}"
        for i in range(tables.harbors)
    ]
    assert lines == HARBORS.strip().splitlines()


@pytest.mark.rule("BO-1.13", "BO-1.14")
def test_the_twelve_missions(game, words):
    assert words(game.start(3, seed=1))["mission_stack"] == {
        "one_of_each": 3,
        "two_of_each": 2,
        "three_of_each": 1,
        "four_of_one": 4,
        "eight_of_one": 2,
    }
    assert list(game.tables.mission_points) == [6, 15, 25, 8, 20]
    assert list(game.tables.mission_number) == [1, 2, 3, 4, 8]


def test_sets_of_cards_agree_with_the_cards(game):
    tables = game.tables
    for card in range(60):
        flags = list(tables.flag[card])
        for company in range(len(COMPANIES)):
            bits = tables.flag_bits[company]
            shown = sum((bits[k] >> card & 1) << k for k in range(3))
            assert shown == flags.count(company)
            assert tables.shows[company] >> card & 1 == (company in flags)
        assert tables.of_good[tables.good[card]] >> card & 1
        assert tables.doubles >> card & 1 == (tables.worth[card] == 2)
