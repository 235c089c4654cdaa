"""Chapter 4: the auction."""

import pytest


def cash(position):
    return [player.cash for player in position.fields.player[: position.players]]


@pytest.mark.rule("TA-4.1", "TA-4.2", "TA-4.5")
def test_the_roller_speaks_first_then_round_and_round(game, scene, play):
    position = scene(4).auction(roller=2, speaker=2).load()
    order = [position.to_move]
    for code in ("bid:1", "bid:2", "pass", "bid:3", "bid:4", "pass"):
        position = play(position, code)
        order.append(position.to_move)
    # Seat 0 has passed for good; seat 3 has passed; 1 and 2 are left.
    assert order == [2, 3, 0, 1, 2, 3, 1]


@pytest.mark.rule("TA-4.3", "TA-4.6")
def test_bids_are_whole_dollars_above_the_last_up_to_ones_cash(game, scene, play):
    position = scene().auction().seat(1, cash=6).load()
    assert game.codes(position)[:2] == ["pass", "bid:1"]
    position = play(position, "bid:4")
    assert game.codes(position) == ["pass", "bid:5", "bid:6"]
    position = play(scene().auction().seat(1, cash=4).load(), "bid:4")
    assert game.codes(position) == ["pass"]


@pytest.mark.rule("TA-4.4", "TA-4.9", "TA-4.10", "TA-4.16")
def test_example_the_winner_pays_the_first_who_passed(game, scene, play):
    """Ann rolls a 3 and passes, Ben bids 2, Cleo 3, Ben passes: Cleo pays Ann 3."""
    position = scene().auction(die=3).load()
    position = play(position, "pass", "bid:2", "bid:3", "pass")
    assert cash(position) == [18, 15, 12]
    assert position.to_move == 2
    assert position.fields.player[2].yacht == 3


@pytest.mark.rule("TA-4.7")
def test_no_bid_is_above_255(game, scene):
    position = scene().auction().seat(0, cash=300).load()
    assert game.codes(position)[-1] == "bid:255"
    assert len(game.codes(position)) == 256


@pytest.mark.rule("TA-4.8")
def test_the_last_who_has_not_passed_wins_with_the_highest_bid(game, scene, play):
    position = play(scene().auction(die=1).load(), "bid:5", "pass", "pass")
    assert position.to_move == 0
    assert position.fields.player[0].yacht == 1
    assert cash(position) == [10, 20, 15]


@pytest.mark.rule("TA-4.10")
def test_with_two_players_the_winner_pays_the_other(game, scene, play):
    position = play(scene(2).auction().load(), "bid:2", "bid:3", "bid:9", "pass")
    assert cash(position) == [6, 24]


@pytest.mark.rule("TA-4.11", "TA-4.12")
def test_when_all_others_passed_the_last_bids_once_or_declines(game, scene, play):
    position = play(scene().auction(roller=1, speaker=1).seat(0, cash=3).load(), "pass", "pass")
    assert position.to_move == 0
    assert game.codes(position) == ["pass", "bid:1", "bid:2", "bid:3"]
    bought = play(position, "bid:2")
    assert bought.to_move == 0
    assert cash(bought) == [1, 17, 15]
    declined = play(position, "pass")
    assert declined.to_move == -1
    assert declined.fields.roller == 2
    assert cash(declined) == [3, 15, 15]
    assert [player.yacht for player in declined.fields.player[:3]] == [0, 0, 0]
    assert declined.fields.idle == 1


@pytest.mark.rule("TA-4.13")
def test_only_a_last_player_without_cash_may_take_it_for_nothing(game, scene, play):
    position = play(scene().auction().seat(2, cash=0, chest=9).load(), "pass", "pass")
    assert game.codes(position) == ["pass", "bid:0"]
    taken = play(position, "bid:0")
    assert cash(taken) == [15, 15, 0]
    assert taken.fields.player[2].yacht == 3
    first = scene().auction().seat(0, cash=0).load()
    assert game.codes(first) == ["pass"]


def without_boats(scene, game):
    """Seat 0 has all its boats but none at hand, as only a set-up scene can have it."""
    squares = [a + b for a in "ABC" for b in "ABCMDEF"][:15]
    colours = ["white"] * 4 + ["blue"] * 4 + ["green"] * 4 + ["black"] * 3
    pairs = {square: f"{colour} 0" for square, colour in zip(squares, colours, strict=True)}
    return scene.auction().sea(**pairs)


@pytest.mark.rule("TA-4.14")
def test_a_pearl_without_a_boat_can_only_pass(game, scene, play):
    position = without_boats(scene(), game).seat(0, pearl="black").load()
    assert position.fields.player[0].boats == 0
    assert game.codes(position) == ["pass"]
    last = without_boats(scene(), game).seat(0, pearl="black")
    last = last.set(to_decide=0, roller=1, passed=[1, 2], first_passer=1).load()
    assert game.codes(last) == ["pass"]


@pytest.mark.rule("TA-4.15", "TA-5.6")
def test_without_boats_but_with_empty_hands_one_bids_and_takes_the_pearl(game, scene, play):
    position = without_boats(scene(), game).load()
    assert "bid:15" in game.codes(position)
    position = play(position, "bid:1", "pass", "pass")
    assert game.codes(position) == ["take:black"]


@pytest.mark.rule("TA-4.15")
def test_without_boats_at_hand_but_one_waiting_one_bids(game, scene):
    setting = without_boats(scene(), game).seat(0, boat_waits_at=2)
    del setting.position["pearls"]["CA"], setting.position["boats"]["CA"]
    position = setting.load()
    assert position.fields.player[0].boats == 0
    assert "bid:15" in game.codes(position)


def answers(position, code, amount=0):
    """What a standing answer says for whoever is to move."""
    row = position.game.spec.questions.premoves[code]
    action = row.answer(position.game.tables, position.fields, amount)
    assert action in position.game.legal_actions(position)
    return position.game.code(action)


def stand(position, code):
    """The seats for which an answer beforehand has an occasion."""
    row = position.game.spec.questions.premoves[code]
    tables, fields = position.game.tables, position.fields
    return [n for n in range(position.players) if row.occasion(tables, fields, n) is not None]


def test_up_to_an_amount_is_the_least_that_leads_else_a_pass(scene, play):
    position = scene().auction().load()
    assert answers(position, "up-to", 4) == "bid:1"
    position = play(position, "bid:3")
    assert answers(position, "up-to", 4) == "bid:4"
    assert answers(position, "up-to", 3) == "pass"
    last = play(scene().auction().seat(2, cash=0).load(), "pass", "pass")
    assert answers(last, "up-to", 1) == "bid:0"  # TA-4.13


def test_beforehand_speaks_who_has_not_passed_and_could_raise(scene, play):
    position = scene(4).auction().seat(2, cash=3).load()
    assert stand(position, "up-to") == stand(position, "pass") == [0, 1, 2, 3]
    position = play(position, "pass", "bid:3")
    assert stand(position, "up-to") == stand(position, "pass") == [1, 3]
    row = position.game.spec.questions.premoves["up-to"]
    assert row.amounts(position.game.tables, position.fields, 3) == (4, 15)


def test_who_alone_is_left_to_speak_has_not_passed_beforehand(scene, play):
    position = play(scene().auction().load(), "pass", "pass")
    assert stand(position, "pass") == []
    assert stand(position, "up-to") == [2]
    position = play(scene().auction().load(), "pass", "bid:1")
    assert stand(position, "pass") == [1, 2]


def test_nothing_is_said_before_a_throw(scene, play):
    position = play(scene().auction().load(), "pass", "pass", "pass")
    assert stand(position, "pass") == stand(position, "up-to") == []
