"""The pruning and the scores of actions of Borneo."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import proa
from proa.games.borneo.ai.prune import most_flags, prune
from proa.games.borneo.ai.score_actions import score_actions


def kept(position):
    """Return the answers that pruning keeps."""
    game = position.game
    legal = game.legal_actions(position)
    actions = np.zeros(game.spec.capacity, np.int32)
    actions[: len(legal)] = legal
    n = prune(game.tables, position.fields, actions, len(legal))
    return [game.code(int(action)) for action in actions[:n]]


def likings(position):
    """Return the score of each answer."""
    game = position.game
    actions = np.array(game.legal_actions(position), np.int32)
    weights = np.zeros(len(actions))
    score_actions(game.tables, position.fields, actions, len(actions), weights)
    return {game.code(int(a)): float(w) for a, w in zip(actions, weights, strict=True)}


def liked(position):
    """Return the answers, the one with the highest score first."""
    weights = likings(position)
    return sorted(weights, key=lambda code: -weights[code])


def plays(s, *names):
    return [f"play:{s(name)}" for name in names]


@pytest.fixture
def fight(scene):
    """Return a maker of positions in which seat 0, last in red, may attack; by default seat 1 is
    first, and one merchant between."""

    def make(mine, theirs=("GGG/B cloves",), red="1a 2a 0a"):
        return scene().row("red", red).hand(0, *mine).hand(1, *theirs).load()

    return make


# -- what is worth a look --------------------------------------------------------------------


def test_the_most_flags_of_so_many_cards(game):
    """S01 RRR/Y, S02 RRR/G, S04 YYY/R, S08 GGG/Y: three, three, one and none are red."""
    cards = 0b1000_1011
    found = [int(most_flags(game.tables, cards, 0, number)) for number in (-1, 0, 1, 2, 3, 4)]
    assert found == [0, 0, 3, 6, 7, 7]


def test_only_fights_that_flags_may_win(fight, play):
    """Two cards of one flag, of which one stays: one flag beats no merchant more than one."""
    weak = ("YYY/R pepper", "GGG/R pepper", "BBB/G pepper")
    position = play(fight(weak, red="1a 2a 1b 0a"), "merchant:red:4")
    assert [code for code in kept(position) if code.startswith("attack")] == [
        "attack:2",
        "attack:3",
    ]
    strong = ("RRR/Y pepper", "GGG/R pepper", "BBB/G pepper")
    position = play(fight(strong, red="1a 2a 1b 0a"), "merchant:red:4")
    assert [code for code in kept(position) if code.startswith("attack")] == [
        "attack:1",
        "attack:2",
        "attack:3",
    ]


def test_an_attack_is_chosen_in_rising_order(fight, play, s):
    mine = ("RRR/Y pepper", "RRR/G pepper", "RRR/B pepper")
    position = play(fight(mine), "merchant:red:3", "attack:1")
    assert kept(position) == plays(s, *mine)
    position = play(position, *plays(s, mine[1]))
    assert kept(position) == ["commit", *plays(s, mine[2])]


def test_an_attack_is_not_begun_with_too_few_flags(fight, play, s):
    """Two merchants stand between: one flag needs others with it."""
    mine = ("RRR/Y pepper", "YYY/R pepper", "GGG/R pepper")
    position = play(fight(mine, red="1a 2a 1b 0a"), "merchant:red:4", "attack:1")
    assert kept(position) == plays(s, "RRR/Y pepper", "YYY/R pepper")
    position = play(position, *plays(s, "YYY/R pepper"))
    assert kept(position) == ["play:" + s("GGG/R pepper")]


@pytest.mark.parametrize(
    ("theirs", "red", "answers"),
    [
        (("YYY/R cloves", "GGG/R cloves"), "1a 0a", ()),
        (("RRR/G cloves", "YYY/R cloves"), "1a 0a", ()),
        (("RRR/G cloves", "YYY/R cloves"), "1a 2a 0a", ("RRR/G cloves",)),
        (("YYY/R cloves", "GGG/R cloves"), "1a 2a 2b 2c 0a", ("YYY/R cloves", "GGG/R cloves")),
        (
            ("YYY/R cloves", "GGG/R cloves"),
            "1a 2a 2b 2c 1b 0a",
            ("YYY/R cloves", "GGG/R cloves"),
        ),
    ],
)
def test_a_defence_holds_or_costs_nothing(fight, play, s, theirs, red, answers):
    """Three flags attack: a defence is worth it if with the bonus it is more; where the bonus does
    it alone, for the good (BO-6.17, BO-6.18)."""
    mine = ("RRR/Y pepper", "RRR/B pepper")
    place = f"merchant:red:{len(red.split())}"
    position = play(fight(mine, theirs, red), place, "attack:1", *plays(s, mine[0]), "commit")
    assert kept(position) == ["commit", *plays(s, *answers)]


def test_a_defence_has_no_more_cards_than_the_attack(fight, play, s):
    """Two flags are needed against one (BO-6.7 leaves one card)."""
    theirs = ("YYY/R cloves", "GGG/R cloves", "BBB/R cloves")
    position = play(fight(("YYY/R pepper", "GGG/R pepper"), theirs, "1a 0a"), "merchant:red:2")
    position = play(position, "attack:1", *plays(s, "YYY/R pepper"), "commit")
    assert kept(position) == ["commit"]


def test_another_card_may_be_kept_by_an_option(scene, play):
    """Two cards of one flag beat two merchants if neither has to stay (BO-14.2)."""
    for keep, ranks in (("matching", ["2", "3"]), ("any", ["1", "2", "3"])):
        place = scene(of=proa.game("borneo", keep=keep)).row("red", "1a 2a 1b 0a")
        place = place.hand(0, "YYY/R pepper", "GGG/R pepper", "BBB/G pepper")
        codes = kept(play(place.load(), "merchant:red:4"))
        assert [code[-1] for code in codes if code.startswith("attack")] == ranks


def sets_reached(position, answers):
    """Return the sets of cards that can be chosen by such answers, with their numbers of ways."""
    found = Counter()

    def walk(position, chosen):
        for code in answers(position):
            if code == "commit":
                found[frozenset(chosen)] += 1
            else:
                walk(position.game.play(position, code, chance=False), [*chosen, code])

    walk(position, [])
    return found


def flags_of(game, cards):
    """Return the red flags of cards, both lines (BO-6.9)."""
    tables = game.tables
    numbers = [int(code.partition(":S")[2]) - 1 for code in cards]
    return sum(list(tables.flag[number]).count(0) for number in numbers)


@pytest.mark.parametrize("keep", ["matching", "any"])
def test_fights_are_all_that_can_be_won_and_each_is_seen_once(keep, scene, play, s):
    """Against every set that may be played: attacks that win if nobody defends; no defence, and
    those that hold."""
    game, rng = proa.game("borneo", keep=keep), np.random.default_rng(5)
    red = [f"S{n + 1:02d}" for n in range(game.tables.shipments) if game.tables.shows[0] >> n & 1]
    others = [s("GGG/B pepper"), s("GGG/B cloves")]
    for between in (0, 1, 2, 3):
        hands = rng.permutation(red)[:8].tolist()
        merchants = " ".join([*["1a", "2a", "2b", "2c"][: between + 1], "0a"])
        place = scene(of=game).row("red", merchants)
        place.seats[0]["hand"] = [*hands[:4], others[0]]
        place.seats[1]["hand"] = [*hands[4:8], others[1]]
        position = play(place.load(), f"merchant:red:{between + 2}", "attack:1")
        every, found = sets_reached(position, game.codes), sets_reached(position, kept)
        assert found == Counter(c for c in every if flags_of(game, c) >= between)
        attack = max(found, key=len)
        position = play(position, *sorted(attack), "commit")
        need = flags_of(game, attack) - between + 1
        every, found = sets_reached(position, game.codes), sets_reached(position, kept)
        assert found == Counter(c for c in every if not c or flags_of(game, c) >= need)


def test_a_second_card_may_be_played_for_another_good(fight, play, s):
    """The first holds already; one of the two may be kept (BO-6.17)."""
    mine = ("YYY/R pepper", "GGG/R pepper", "RRR/Y pepper")
    theirs = ("RRR/G cloves", "RRR/B nutmeg", "BBB/R cloves")
    position = play(fight(mine, theirs, "1a 2a 2b 0a"), "merchant:red:4", "attack:1")
    position = play(position, *plays(s, *mine[:2]), "commit", *plays(s, theirs[0]))
    assert kept(position) == ["commit", *sorted(plays(s, *theirs[1:]))]


def test_goods_of_a_kind_are_one_choice(scene, play, s):
    """Of a harbor's goods, of a payment; a "2" is another kind."""
    names = ("YYY/R pepper", "GGG/R pepper", "RYG/B pepper")
    place = scene().row("red", "0a 1a").harbor("H01", *names[:2])
    position = play(place.hand(0, "RRR/G pepper").load(), "pass")
    position = play(position, f"ship:{s('RRR/G pepper')}", "at:H01")
    assert len(position.game.codes(position)) == 3
    assert kept(position) == [f"take:{s('RRR/G pepper')}"]
    place = scene().set(phase="mission").warehouse(0, *names, "BBB/R pepper", "H07")
    position = play(place.load(), "mission:four_of_one")
    assert kept(position) == [f"pay:{s('YYY/R pepper')}", f"pay:{s('RYG/B pepper')}"]


def test_payments_go_good_by_good(scene, play, s):
    names = ("RRR/G pepper", "RRR/G cinnamon", "RRR/G cloves", "RRR/G nutmeg")
    position = play(
        scene().set(phase="mission").warehouse(0, *names, "H07").load(), "mission:one_of_each"
    )
    for name in names:
        assert kept(position) == [f"pay:{s(name)}"]
        position = play(position, f"pay:{s(name)}")


def test_a_reward_is_taken(fight, play, s):
    """Nobody leaves a point (BO-6.17)."""
    theirs = ("RRR/G cloves", "YYY/R cloves")
    position = play(fight(("YYY/R pepper", "GGG/R pepper"), theirs), "merchant:red:3", "attack:1")
    position = play(position, *plays(s, "YYY/R pepper"), "commit", *plays(s, theirs[0]), "commit")
    assert kept(position) == [f"keep:{s(theirs[0])}"]


# -- what is tried first ---------------------------------------------------------------------


def test_a_first_place_is_not_left(scene, play):
    """Moving the last of a row is better than moving the first; staying is better than both."""
    place = scene().row("red", "0a 1a 2a 1b 0b").row("yellow", "1c 2b").row("green", "2c 0c")
    codes = liked(place.hand(0, "GGG/B pepper").row("blue", "").load())
    assert codes.index("merchant:red:5") < codes.index("pass") < codes.index("merchant:red:1")


def test_cards_go_where_ones_own_company_gets_its_monopoly(scene, play, s):
    """Red flags to the red ones, and not to those of another's company."""
    place = scene().row("red", "0a 1a").row("green", "1b 0b 0c")
    place = place.harbor("H01", "RRR/Y cloves").harbor("H04", "GGG/Y nutmeg")
    position = play(place.hand(0, "RRR/G pepper", "BBB/R pepper").load(), "pass")
    assert liked(position)[0] == f"ship:{s('RRR/G pepper')}"
    position = play(position, f"ship:{s('RRR/G pepper')}")
    assert liked(position)[0] == "at:H01"


def test_the_last_card_brings_the_harbor_unless_it_makes_a_monopoly(scene, play, s):
    """The fourth card at Tidore: three green flags are too few, with three more red ones are seven
    (BO-9.1, BO-8.2). No red, yellow or green merchant gains by either."""
    place = scene().row("red", "").row("blue", "0a 0b 0c 1a 1b 1c 2a 2b 2c").row("yellow", "")
    place = place.row("green", "").harbor("H02", "RYG/B pepper", "RRR/Y cloves", "YYY/G pepper")
    position = place.hand(0, "RRR/G pepper", "GGG/R pepper").set(phase="shipment").load()
    one = likings(play(position, f"ship:{s('RRR/G pepper')}"))["at:H02"]
    other = likings(play(position, f"ship:{s('GGG/R pepper')}"))["at:H02"]
    assert (one, other) == (0, 1)


@pytest.mark.parametrize(
    ("mine", "first"),
    [(("RRR/Y pepper", "RRR/G pepper"), True), (("YYY/R pepper", "GGG/R pepper"), False)],
)
def test_a_fight_for_the_first_place_with_strong_cards(scene, play, s, mine, first):
    """With three flags it is liked more than the end of another row, with one it is not."""
    place = scene().row("red", "1a 0a 2a").row("yellow", "1b 2b").row("green", "1c 2c")
    position = play(place.hand(0, *mine).load(), "merchant:red:2")
    assert (liked(position)[0] == "attack:1") == first
    position = play(position, "attack:1", *plays(s, mine[0]))
    assert kept(position)[0] == liked(position)[0] == "commit"


def test_a_place_that_is_held_is_liked_more_the_further_back_it_would_go(fight, play, s):
    mine, theirs = ("RRR/Y pepper", "RRR/B pepper"), ("RRR/G cloves", "YYY/R cloves")
    position = play(fight(mine, theirs, "1a 2a 0a"), "merchant:red:3", "attack:1")
    position = play(position, *plays(s, mine[0]), "commit")
    assert liked(position)[-1] == "commit"


def test_a_good_is_worth_a_card_once_the_place_is_safe(scene, play, s):
    """One merchant between the two holds against one flag; of two cards the "2" is the better
    good, and with a good of that kind already laid out another card is not worth it."""
    theirs = ("RYG/B pepper", "RRR/G pepper", "RRR/B pepper")
    place = scene().row("red", "1a 2a 2b 0a").hand(1, *theirs)
    place = place.hand(0, "YYY/R cloves", "GGG/R cloves", "BBB/R cloves")
    position = play(place.load(), "merchant:red:4", "attack:1")
    position = play(position, *plays(s, "YYY/R cloves", "GGG/R cloves"), "commit")
    assert liked(position)[0] == f"play:{s('RYG/B pepper')}"
    assert liked(position)[-1] == "commit"
    position = play(position, *plays(s, "RRR/G pepper"))
    assert liked(position)[0] == "commit"


def test_no_fight_is_thought_of_without_a_card_to_keep(scene, play):
    """A single red card is none to fight with (BO-6.5), whatever could be won."""
    for second, is_thought_of in (("GGG/B pepper", False), ("RRR/G pepper", True)):
        place = scene().row("red", "1a 2a 0a").row("yellow", "1b 2b").row("green", "1c 2c")
        place = place.row("blue", "0b 0c").harbor("H01", "RRR/Y cloves")
        codes = liked(place.hand(0, "RRR/Y pepper", second).load())
        assert (codes[0] == "merchant:red:3") == is_thought_of


def test_a_beaten_merchant_does_not_count_itself(fight, play, s):
    """Behind one merchant in its own row, which closes up (BO-6.15), it is second, as behind one in
    another; that is as good as the place that was left."""
    position = play(fight(("RRR/Y pepper", "RRR/B pepper"), red="1a 0a 2a"), "merchant:red:2")
    position = play(position, "attack:1", *plays(s, "RRR/Y pepper"), "commit", "commit")
    weights = likings(position)
    assert weights["vacated"] > weights["to:red"]
    assert weights["to:red"] == pytest.approx(weights["vacated"] * 0.5)


def test_merchants_go_to_short_rows_first(game):
    position = game.start(3, seed=1)
    for company in ("red", "green", "red"):
        position = game.play(position, f"to:{company}")
    codes = liked(position)
    assert set(codes[:2]) == {"to:yellow", "to:blue"}
    assert codes[2:] == ["to:green"]


def test_flags_of_ones_company_are_discarded_last(scene, play, s):
    hand = ["RRR/Y", "RRR/G", "YYY/R", "YYY/G", "GGG/R", "GGG/Y", "BBB/R"]
    place = scene().row("red", "0a 1a").set(phase="shipment").deck("BBB/R nutmeg", "RRR/B nutmeg")
    position = place.hand(0, *[f"{flags} pepper" for flags in hand]).load()
    position = play(position, f"ship:{s('BBB/R pepper')}")
    position = play(position, position.game.codes(position)[0])
    position = play(position, f"draw:{s('BBB/R nutmeg')}", f"draw:{s('RRR/B nutmeg')}")
    reds = {f"discard:{s(name)}" for name in ("RRR/Y pepper", "RRR/G pepper", "RRR/B nutmeg")}
    assert set(liked(position)[-3:]) == reds


def test_two_goods_are_liked_more_than_one(scene, play, s):
    place = scene().row("red", "0a 1a").harbor("H01", "YYY/R cloves", "RYG/B pepper")
    position = play(place.hand(0, "RRR/G pepper").load(), "pass", f"ship:{s('RRR/G pepper')}")
    position = play(position, "at:H01")
    assert liked(position)[0] == f"take:{s('RYG/B pepper')}"
