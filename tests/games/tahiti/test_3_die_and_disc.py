"""Chapter 3: the die and the marker disc."""

import pytest

from games.conformance import walk
from proa.games.tahiti.state import DOLLAR


@pytest.mark.rule("TA-3.1")
def test_the_die_passes_to_the_left_of_the_roller_whoever_won(game, scene, play):
    position = scene().auction(die=2, roller=1, speaker=1).load()
    position = play(position, "pass", "bid:1", "pass")
    # Seat 2 has won, with empty hands on space 2: a green pearl or a boat.
    assert position.to_move == 2
    position = play(position, "boat")
    assert position.to_move == -1
    assert position.fields.roller == 2


@pytest.mark.rule("TA-3.2")
def test_a_number_goes_to_auction(game, scene, play):
    position = play(scene().load(), "roll:4")
    assert game.dump(position)["position"]["phase"] == "bid"
    assert position.fields.die == 4


@pytest.mark.rule("TA-3.3", "TA-3.4", "TA-3.5", "TA-3.9")
def test_a_blank_with_the_dollar_side_pays_for_boats_on_the_sea(game, scene, play):
    position = (
        scene()
        .sea(AA="white 0", AB="white 0", FF="black 1")
        .seat(0, cash=3)
        .seat(1, cash=0, boat_waits_at=5)
        .seat(2, cash=7)
        .load()
    )
    position = play(position, "roll:blank")
    assert [player.cash for player in position.fields.player[:3]] == [5, 1, 7]
    document = game.dump(position)["position"]
    assert (document["marker_disc"], document["phase"]) == ("chest", "roll again")


@pytest.mark.rule("TA-3.3", "TA-3.6", "TA-3.7", "TA-3.9")
def test_a_blank_with_the_chest_side_asks_all_to_stash_from_the_roller_on(game, scene, play):
    position = (
        scene()
        .set(marker_disc="chest", roller=1, to_decide=1)
        .seat(0, cash=4)
        .seat(1, cash=25)
        .seat(2, cash=0)
        .load()
    )
    position = play(position, "roll:blank")
    assert position.to_move == 1
    assert game.codes(position) == [f"stash:{n}" for n in range(11)]
    position = play(position, "stash:10")
    assert position.to_move == 2
    assert game.codes(position) == ["stash:0"]
    position = play(position, "stash:0")
    assert position.to_move == 0
    assert game.codes(position) == ["stash:0", "stash:1", "stash:2", "stash:3", "stash:4"]
    position = play(position, "stash:3")
    assert [(p.cash, p.chest) for p in position.fields.player[:3]] == [(1, 3), (15, 10), (0, 0)]
    assert game.dump(position)["position"]["marker_disc"] == "dollar"


@pytest.mark.rule("TA-3.8")
def test_chest_money_can_not_be_bid(game, scene):
    position = scene().auction().seat(0, cash=2, chest=50).load()
    assert game.codes(position) == ["pass", "bid:1", "bid:2"]


@pytest.mark.rule("TA-3.10")
def test_after_the_disc_the_same_roller_throws_until_a_number_comes(game, scene, play):
    position = play(scene().set(roller=2, to_decide=2).load(), "roll:blank")
    assert game.outcomes(position) == {"roll:1": 1, "roll:2": 1, "roll:3": 1, "roll:4": 1}
    position = play(position, "roll:3")
    assert position.fields.roller == 2
    assert position.to_move == 2


@pytest.mark.rule("TA-3.4", "TA-4.9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_money_comes_in_by_the_disc_and_no_other_way(game, players):
    def money(position):
        return sum(player.cash + player.chest for player in position.fields.player)

    incomes = 0
    for position, code in walk(game, players, seed=players):
        if code is None:
            break
        fields = position.fields
        pays = code == "roll:blank" and fields.disc == DOLLAR
        income = sum(player.pairs for player in fields.player) if pays else 0
        assert money(game.play(position, code, chance=False)) == money(position) + income
        incomes += income
    assert incomes
