"""Chapter 13: what everyone knows."""

import json

import numpy as np
import pytest

import proa
from proa.engine.core.view_types import SPECTATOR
from proa.engine.messages import text

HAND = ("RRR/Y pepper", "RRR/G pepper", "RRR/B pepper", "YYY/R pepper", "GGG/B pepper")


def cards(bits):
    """Return the numbers of the cards of a set."""
    return {card for card in range(60) if int(bits) >> card & 1}


@pytest.mark.rule("BO-13.1")
def test_hands_and_decks_are_hidden(game, scene):
    position = scene().hand(0, *HAND).hand(1, "YYY/R cloves", "RRR/G cloves").load()
    seen = [game.resample(position, 0, seed) for seed in range(40)]
    hands = {other.fields.player[1].hand for other in seen}
    assert len(hands) > 30
    for other in seen:
        assert other.fields.player[0].hand == position.fields.player[0].hand
        assert len(cards(other.fields.player[1].hand)) == 2
        assert game.view(other, 0) == game.view(position, 0)
    assert "YYY/R" not in json.dumps(game.view(position, 0)["board"]["players"])


@pytest.mark.rule("BO-13.1")
def test_each_deal_is_equally_likely(game, scene, s):
    """Every unseen card comes to a hand of two as often as any other."""
    position = scene().hand(0, *HAND).hand(1, "YYY/R cloves", "RRR/G cloves").load()
    times = np.zeros(60)
    for seed in range(4000):
        for card in cards(game.resample(position, 0, seed).fields.player[1].hand):
            times[card] += 1
    unseen = cards(position.fields.deck | position.fields.player[1].hand)
    unseen |= cards(position.fields.player[2].hand)
    expected = 8000 / len(unseen)
    for card in range(60):
        if card in unseen:
            assert abs(times[card] - expected) < 5 * expected**0.5
        else:
            assert times[card] == 0


@pytest.mark.rule("BO-13.2", "BO-13.3")
def test_warehouses_rows_and_missions_are_open(game, scene):
    setting = scene().warehouse(1, "RRR/Y pepper", "H07").missions(1, one_of_each=2)
    position = setting.row("red", "1a 0a").load()
    for viewer in (SPECTATOR, 0, 2):
        view = game.view(position, viewer)
        lines = [text(line["text"]) for part in view["sections"] for line in part["lines"]]
        assert "Red: Seat 2 and Seat 1" in lines
        assert any("Seat 2: points 14" in line and "missions 2" in line for line in lines)
        assert "H07" in json.dumps(view["board"])
    names = game.observation_names()
    observed = game.observation(position, 0)
    assert observed[names.index("missions: left 1, one_of_each")] == 1  # 2 / 2
    assert observed[names.index("harbors: left 1, H07")] == 1
    assert observed[names.index("row: red, 1, left 1")] == 1


PICKING = [
    ("attack", ["merchant:red:2", "attack:1"], ["play:S01", "play:S02"]),
    ("shipment", ["pass"], ["ship:S05"]),
]


@pytest.mark.rule("BO-13.4", "BO-13.5")
@pytest.mark.parametrize(("asked", "before", "picks"), PICKING)
def test_cards_chosen_in_parts_are_hidden_until_the_choice_is_complete(
    game, scene, play, s, asked, before, picks
):
    hand = ("RRR/Y pepper", "RRR/G pepper", "RRR/B pepper", "YYY/G pepper")
    setting = scene().row("red", "1a 0a").hand(0, *hand)
    position = play(setting.load(), *before)
    for code in picks:
        after = play(position, code)
        for viewer in (SPECTATOR, 1, 2):
            assert game.view(after, viewer) == game.view(position, viewer)
            assert game.story(position, code, after, viewer) == []
            assert game.spec.texts.code_for(game, position, game.action(code), viewer) is None
            if viewer >= 0:
                old, new = (game.observation(p, viewer) for p in (position, after))
                assert (old == new).all()
                again = [game.resample(p, viewer, 3) for p in (position, after)]
                assert again[0] == again[1]
                assert again[0].fields.picked == 0
        assert game.view(after, 0) != game.view(position, 0)
        assert game.spec.texts.code_for(game, position, game.action(code), 0) == code
        position = after
    assert "is choosing" in text(game.view(position, 1)["ask"])


@pytest.mark.rule("BO-13.4", "BO-13.5")
def test_a_defence_is_hidden_until_it_is_complete(game, scene, play, s):
    setting = scene().row("red", "1a 0a").hand(0, "RRR/Y pepper", "RRR/G pepper")
    setting.hand(1, "RRR/Y cloves", "RRR/G cloves", "RRR/B cloves")
    position = play(setting.load(), "merchant:red:2", "attack:1", "play:S01", "commit")
    after = play(position, f"play:{s('RRR/G cloves')}")
    assert game.view(after, 0) == game.view(position, 0)
    assert game.resample(after, 0, 1) == game.resample(position, 0, 1)
    done = play(after, "commit")
    told = [text(line) for line in game.story(after, "commit", done, 0)]
    assert told[0] == "Seat 2 defends with 3 Red / Green (cloves): 3 flags."


@pytest.mark.rule("BO-13.4", "BO-10.2")
def test_discards_are_hidden_before_the_last(game, scene, play, s):
    hand = (*HAND, "GGG/Y pepper", "GGG/R pepper", "BBB/R pepper")
    position = scene().hand(0, *hand).set(phase="discard").load()
    first, last = f"discard:{s('RRR/Y pepper')}", f"discard:{s('GGG/B pepper')}"
    after = play(position, first)
    for viewer in (SPECTATOR, 1):
        assert game.view(after, viewer) == game.view(position, viewer)
        assert game.spec.texts.code_for(game, position, game.action(first), viewer) is None
    done = play(after, last)
    assert game.spec.texts.code_for(game, after, game.action(last), 1) == last
    told = [text(line) for line in game.story(after, last, done, 1)]
    assert told[0] == "Seat 1 discards 3 Red / Yellow (pepper) and 3 Green / Blue (pepper)."
    assert len(cards(done.fields.discard)) == 2


@pytest.mark.rule("BO-13.5")
def test_the_number_of_cards_in_a_hand_stays_while_they_are_chosen(game, scene, play):
    setting = scene().row("red", "1a 0a").hand(0, *HAND)
    position = play(setting.load(), "merchant:red:2", "attack:1", "play:S01", "play:S02")
    names = game.observation_names()
    assert game.observation(position, 1)[names.index("cards in hand: left 2")] == pytest.approx(
        5 / 6
    )
    assert not any(game.observation(position, 1)[names.index("chosen: S01") :][:60])
    assert game.observation(position, 0)[names.index("chosen: S01")] == 1


@pytest.mark.rule("BO-13.6")
def test_cards_seen_are_remembered_until_the_shuffle(game, scene, play, s):
    """What lies face up can't be in a hand; after the shuffle it can."""
    setting = scene().hand(0, "GGG/R nutmeg", "RRR/Y pepper").set(phase="shipment")
    setting.deck("YYY/B cloves").hand(1, "RRR/G pepper", "RRR/B pepper", "YYY/R pepper")
    position = play(setting.load(), f"ship:{s('GGG/R nutmeg')}", "at:H01")
    discarded = position.fields.discard
    assert all(
        game.resample(position, 0, seed).fields.player[1].hand & discarded == 0
        for seed in range(20)
    )
    position = play(position, f"draw:{s('YYY/B cloves')}")
    assert any(
        game.resample(position, 0, seed).fields.player[1].hand & discarded for seed in (1, 2)
    )


@pytest.mark.rule("BO-13.7")
def test_a_fighter_is_known_to_have_kept_a_matching_card(game, scene, play, s, words):
    setting = scene().row("red", "1a 0a").hand(0, "RRR/Y pepper", "RRR/G pepper", "GGG/B pepper")
    setting.hand(1, "YYY/R cloves", "RRR/G cloves")
    position = play(setting.load(), "merchant:red:2", "attack:1", "play:S01", "commit")
    red = game.tables.shows[0]
    for seed in range(60):
        assert game.resample(position, 1, seed).fields.player[0].hand & red
    position = play(position, f"play:{s('YYY/R cloves')}", "commit", "vacated")
    assert [seat["known_to_hold"] for seat in words(position)["seats"]] == ["red", "red", None]
    for seed in range(60):
        assert game.resample(position, 2, seed).fields.player[1].hand & red
    position = play(position, f"ship:{s('GGG/B pepper')}", "at:H01")
    assert words(position)["seats"][0]["known_to_hold"] is None
    assert words(position)["seats"][1]["known_to_hold"] == "red"


@pytest.mark.rule("BO-13.7", "BO-14.2")
def test_nothing_is_known_if_any_card_may_be_kept(scene, play):
    setting = scene(of=proa.game("borneo", keep="any")).row("red", "1a 0a")
    setting.hand(0, "RRR/Y pepper", "GGG/B pepper")
    position = play(setting.load(), "merchant:red:2", "attack:1", "play:S01", "commit")
    assert position.fields.player[0].kept == 0


@pytest.mark.rule("BO-13.8")
def test_nothing_finer_is_known(game, scene, play, s):
    """Who declines to defend may hold anything."""
    setting = scene().row("red", "1a 0a").hand(0, "RRR/Y pepper", "RRR/G pepper")
    setting.hand(1, "GGG/B cloves", "GGG/Y cloves")
    position = play(setting.load(), "merchant:red:2", "attack:1", "play:S01", "commit", "commit")
    assert position.fields.player[1].kept == 0
    hands = [game.resample(position, 0, seed).fields.player[1].hand for seed in range(60)]
    assert any(hand & game.tables.shows[0] for hand in hands)


@pytest.mark.rule("BO-6.5", "BO-13.6")
@pytest.mark.parametrize("keep", ["matching", "any"])
def test_an_attacker_who_is_choosing_can_attack_in_every_sample(scene, play, keep):
    game = proa.game("borneo", keep=keep)
    setting = scene(of=game).row("red", "1a 0a").hand(0, "RRR/Y pepper", "YYY/R pepper")
    position = play(setting.load(), "merchant:red:2", "attack:1")
    for seed in range(200):
        sample = game.resample(position, 1, seed)
        assert game.codes(sample)


def test_scarce_cards_are_dealt_to_those_who_must_hold_them(game, scene, play, s):
    """Only the two red cards that the attacker holds are unseen: every sample has them there."""
    red = [name for name in map(str, ALL_RED) if name not in ("RRR/Y pepper", "YYY/R pepper")]
    setting = scene().row("red", "1a 0a").hand(0, "RRR/Y pepper", "YYY/R pepper")
    position = play(setting.discard(*red).load(), "merchant:red:2", "attack:1")
    for seed in range(5):
        sample = game.resample(position, 1, seed)
        assert sample.fields.player[0].hand == position.fields.player[0].hand


def test_known_cards_leave_the_rest_to_chance(game, scene, play, s):
    """One of the four unseen cards shows red: the attacker has it, and any of the others."""
    setting = scene().row("red", "1a 0a").hand(0, "RRR/Y nutmeg", "YYY/R nutmeg", "GGG/B nutmeg")
    setting.hand(1, "RRR/Y pepper", "RRR/G pepper").hand(2, "BBB/G nutmeg").deck("YYY/B nutmeg")
    position = play(setting.load(), "merchant:red:2", "attack:1", f"play:{s('YYY/R nutmeg')}")
    position = play(position, "commit")
    times = {}
    for seed in range(1200):
        hand = game.resample(position, 1, seed).fields.player[0].hand
        times[hand] = times.get(hand, 0) + 1
    assert all(hand & game.tables.shows[0] for hand in times)
    assert len(times) == 3
    assert all(abs(n - 400) < 100 for n in times.values())


ALL_RED = [
    f"{flags} {good}"
    for good in ("pepper", "cinnamon", "cloves", "nutmeg")
    for flags in ("RRR/Y", "RRR/G", "RRR/B", "YYY/R", "GGG/R", "BBB/R")
]
ALL_RED += ["RYG/B pepper", "YRB/G pepper", "GYB/R pepper", "RGB/Y cinnamon", "YGR/B cinnamon"]
ALL_RED += ["BYR/G cinnamon", "RBY/G cloves", "GBR/Y cloves", "BGY/R cloves", "YBG/R nutmeg"]
ALL_RED += ["GRY/B nutmeg", "BRG/Y nutmeg"]


@pytest.mark.rule("BO-13.9")
def test_undo_ends_where_a_hand_is_shown(game, scene, play, s):
    """To choose a merchant or cards shows nothing; to announce an attack and to play cards does."""
    reveals = game.spec.texts.reveals
    setting = scene().row("red", "1a 0a").hand(0, *HAND).hand(1, "GGG/B cloves", "YYY/B cloves")
    position = setting.load()
    line = ["merchant:red:2", "attack:1", "play:S01", "commit", "commit", "to:green"]
    line += ["ship:S02", "at:H01"]
    shown = []
    for code in line:
        shown.append(reveals(game, position, game.action(code)))
        position = play(position, code)
    assert shown == [False, True, False, True, False, False, False, True]


def test_undo_ends_where_the_hands_are_thrown_in(game, scene, play, s):
    setting = scene().set(phase="shipment", harbor_deck=[]).row("red", "0a")
    setting.hand(0, "RRR/G nutmeg", "GGG/B nutmeg").harbor("H01", "RRR/B nutmeg")
    position = play(setting.load(), f"ship:{s('RRR/G nutmeg')}", "at:H01")
    first, last = f"take:{s('RRR/B nutmeg')}", f"take:{s('RRR/G nutmeg')}"
    assert not game.spec.texts.reveals(game, position, game.action(first))
    assert game.spec.texts.reveals(game, play(position, first), game.action(last))
