"""Chapters 5 and 6: sailing, the space reached, and colours that run out."""

import pytest


def won(scene, play, die, **seat):
    """Return the position after seat 0 has won ``die`` for 1."""
    return play(scene.auction(die=die).seat(0, **seat).load(), "bid:1", "pass", "pass")


@pytest.mark.rule("TA-5.1")
def test_the_yacht_sails_clockwise_as_far_as_the_die_shows(game, scene, play):
    position = won(scene(), play, 4, yacht_at=10)
    assert position.fields.player[0].yacht == 2
    assert [player.yacht for player in position.fields.player[1:3]] == [0, 0]


@pytest.mark.rule("TA-5.2", "TA-5.3")
def test_with_empty_hands_a_pearl_or_a_boat_and_nothing_else(game, scene, play):
    assert game.codes(won(scene(), play, 2)) == ["take:green", "boat"]


@pytest.mark.rule("TA-5.4")
def test_a_pearl_goes_into_the_hand(game, scene, play):
    position = play(won(scene(), play, 2), "take:green")
    assert position.fields.player[0].pearl == 2
    assert position.fields.supply[2] == 5
    assert position.to_move == -1


@pytest.mark.rule("TA-5.5", "TA-2.5")
def test_a_boat_waits_on_its_space_beside_others(game, scene, play):
    position = play(won(scene().seat(1, boat_waits_at=2), play, 2), "boat")
    assert position.fields.player[0].waiting == 2
    assert position.fields.player[0].boats == 14


@pytest.mark.rule("TA-5.7", "TA-5.11", "TA-5.12", "TA-5.14")
def test_a_pearl_in_hand_is_placed_in_the_letter_reached(game, scene, play):
    position = won(scene().sea(BE="black 1"), play, 1, pearl="white")
    squares = {code.removeprefix("place:") for code in game.codes(position)}
    row = {"B" + line for line in "ABCMDEF"}
    column = {line + "B" for line in "ABCMDEF"}
    assert len(row | column) == 13
    assert squares == (row | column) - {"BE"}
    position = play(position, "place:BM")
    document = game.dump(position)["position"]
    assert (document["pearls"]["BM"], document["boats"]["BM"]) == ("white", 0)
    assert document["seats"][0]["pearl"] is None
    assert document["seats"][0]["boats_at_hand"] == 14


@pytest.mark.rule("TA-5.8")
def test_for_a_pearl_in_hand_the_colour_reached_does_not_matter(game, scene, play):
    blues = dict.fromkeys(("AA", "AC", "AE", "CA", "CC", "CE"), "blue 1")
    position = won(scene().sea(**blues), play, 1, pearl="white")
    assert position.fields.supply[1] == 0
    assert all(code.startswith("place:") for code in game.codes(position))


@pytest.mark.rule("TA-5.9", "TA-5.10", "TA-5.15")
def test_example_from_space_10_with_a_3_to_space_1(game, scene, play):
    """Letter B, blue: a white pearl in hand goes into B; with a boat on the E space 4 a blue
    pearl is taken and goes into E."""
    holding = won(scene(), play, 3, yacht_at=10, pearl="white")
    assert holding.fields.player[0].yacht == 1
    assert {"place:BA", "place:AB"} <= set(game.codes(holding))
    assert "place:EA" not in game.codes(holding)
    waiting = won(scene(), play, 3, yacht_at=10, boat_waits_at=4)
    assert waiting.fields.player[0].pearl == 1
    assert {code[6:] for code in game.codes(waiting)} == (
        {"E" + line for line in "ABCMDEF"} | {line + "E" for line in "ABCMDEF"}
    )
    placed = play(waiting, "place:EE")
    me = placed.fields.player[0]
    assert (me.pearl, me.waiting, me.boats, me.pairs) == (-1, -1, 14, 1)


@pytest.mark.rule("TA-5.13")
def test_with_both_lines_full_any_empty_square_will_do(game, scene, play):
    squares = ["B" + line for line in "ABCMDEF"] + [line + "B" for line in "ACMDEF"]
    colours = ["white"] * 5 + ["blue"] * 4 + ["green"] * 4
    pairs = {square: f"{colour} 1" for square, colour in zip(squares, colours, strict=True)}
    position = won(scene().sea(**pairs), play, 1, pearl="white")
    assert len(game.codes(position)) == 48 - 13
    assert "place:MM" not in game.codes(position)


@pytest.mark.rule("TA-6.1", "TA-6.2", "TA-6.3")
def test_a_used_up_colour_lets_one_take_any_other(game, scene, play):
    greens = dict.fromkeys(("AA", "AC", "AE", "CA", "CC", "CE"), "green 1")
    position = won(scene().sea(**greens), play, 2)
    assert game.codes(position) == ["take:white", "take:blue", "take:black", "boat"]
    waiting = won(scene().sea(**greens), play, 2, boat_waits_at=1)
    assert game.codes(waiting) == ["take:white", "take:blue", "take:black"]
    chosen = play(waiting, "take:black")
    assert "place:BB" in game.codes(chosen)
    assert chosen.fields.supply[3] == 5
