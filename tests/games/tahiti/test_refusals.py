"""Why not: every choice one might expect and may not take has its reason and its rule."""

import random

import pytest

from proa import rulebook
from proa.engine.messages import localize

NAMES = ("Hina", "Teva", "Moana", "Manu")


@pytest.fixture
def why(game):
    """``why(position)``: code -> (sentence, rule) of what the seat to move may not do."""

    def ask(position):
        greyed = localize(game.view(position, position.to_move)["greyed"], "en", NAMES)
        return {one["code"]: (one["reason"], one["rule"]) for one in greyed}

    return ask


def test_nothing_refused_is_legal_and_every_rule_exists(game, why):
    known = rulebook.load("tahiti").rules
    chance = random.Random(5)
    position = game.start(4, seed=5)
    while not position.is_over:
        codes = game.codes(position)
        refused = why(position)
        assert not set(refused) & set(codes)
        assert {rule for _, rule in refused.values()} <= set(known)
        position = game.play(position, chance.choice(codes))


def test_every_square_is_either_offered_or_refused(game, scene, why, play):
    position = scene().sea(BB="white 1").auction(die=1).seat(0, yacht_at=0, pearl="blue").load()
    position = play(position, "bid:1", "pass", "pass")
    refused = why(position)
    assert len(refused) + len(game.codes(position)) == 49
    assert refused["place:MM"] == ("This is the island.", "TA-1.3")
    assert refused["place:BB"] == ("There is already a pair here.", "TA-5.14")
    outside = "This square is neither in row nor in column B."
    assert refused["place:AA"] == (outside, "TA-5.11")


def test_a_space_of_another_colour_and_a_boat_that_waits_already(scene, why, play):
    position = scene().auction(die=2).seat(0, yacht_at=0).load()
    refused = why(play(position, "bid:1", "pass", "pass"))
    assert refused["take:blue"] == ("The space shows another colour.", "TA-5.3")
    assert "take:green" not in refused
    assert "boat" not in refused


def test_too_little_money_to_raise(scene, why, play):
    position = scene().auction(die=2).seat(1, cash=3).load()
    refused = why(play(position, "bid:3"))
    assert refused == {"bid:4": ("You have only 3 dollars.", "TA-4.6")}


def test_too_little_money_for_the_chest(game, scene, why, play):
    position = scene().set(marker_disc="chest").seat(0, cash=4).load()
    position = play(position, "roll:blank")
    refused = why(position)
    assert set(refused) == {f"stash:{n}" for n in range(5, game.tables.stash + 1)}
    assert set(refused.values()) == {("You have only 4 dollars.", "TA-3.6")}


def test_a_starting_colour_that_is_taken(game, why):
    position = game.start(4, seed=2)
    while not game.codes(position)[0].startswith("take:"):
        position = game.play(position, game.codes(position)[0])
    assert why(position) == {}
    first = position.to_move
    position = game.play(position, "take:blue")
    assert why(position) == {
        "take:blue": (f"{NAMES[first]} already starts with this colour.", "TA-2.7")
    }
