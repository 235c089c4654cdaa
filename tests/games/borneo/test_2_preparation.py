"""Chapter 2: preparation."""

import pytest


def place_all(game, position, companies):
    """Place the merchants in the named rows; return the position and the seats that were asked, in
    order."""
    seats = []
    for company in companies:
        seats.append(position.to_move)
        position = game.play(position, f"to:{company}")
    return position, seats


@pytest.mark.rule("BO-2.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_cards_each_and_the_rest_is_the_deck(game, words, players):
    start = words(game.start(players, seed=2))
    hands = [seat["hand"] for seat in start["seats"]]
    assert [len(hand) for hand in hands] == [3] * players
    assert len(start["deck"]) == 60 - 3 * players
    assert start["discard_pile"] == []


@pytest.mark.rule("BO-2.1")
def test_each_card_is_equally_likely_to_be_dealt(game, play):
    position = play(game.start(3, seed=2, chance=False), "first:1", "draw:S05")
    assert game.outcomes(position) == {f"draw:S{i:02d}": 1 for i in range(1, 61) if i != 5}
    assert position.fields.player[1].hand == 1 << 4


@pytest.mark.rule("BO-2.2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_harbors_lie_open_and_nine_in_the_deck(game, words, players):
    start = words(game.start(players, seed=3))
    opened = {slot["harbor"] for slot in start["open_harbors"]}
    assert len(opened) == 3
    assert len(start["harbor_deck"]) == 9
    assert not opened & set(start["harbor_deck"])


@pytest.mark.rule("BO-2.3", "BO-2.4", "BO-2.5")
def test_rows_and_warehouses_are_empty_and_the_stack_is_open(game, words):
    position = game.start(4, seed=3)
    start = words(position)
    assert all(row == [] for row in start["companies"].values())
    for seat in start["seats"]:
        assert seat["shipments"] == seat["harbors"] == []
        assert not any(seat["missions"].values())
    sections = game.view(position, 0)["sections"]
    assert any(section["heading"]["say"] == "Missions" for section in sections)


@pytest.mark.rule("BO-2.6")
def test_a_lot_decides_who_begins(game):
    start = game.start(4, seed=4, chance=False)
    assert game.outcomes(start) == {f"first:{seat}": 1 for seat in range(4)}


@pytest.mark.rule("BO-2.7")
def test_a_merchant_is_placed_at_the_right_end_of_a_row(game, words):
    position = game.start(3, seed=5)
    first = position.to_move
    position, seats = place_all(game, position, ["red", "red"])
    assert words(position)["companies"]["red"] == [f"{seats[0]}a", f"{seats[1]}a"]
    assert seats[0] == first


@pytest.mark.rule("BO-2.8", "BO-2.12", "BO-2.13")
def test_the_order_of_placement_with_four_players(game):
    position = game.start(4, seed=6)
    a = position.to_move
    rows = ["red", "yellow", "green", "blue", "red", "yellow", "green", "blue"]
    position, seats = place_all(game, position, [*rows, "red", "yellow", "green", "blue"])
    order = [(a + "ABCD".index(letter)) % 4 for letter in "ABCDDCBAABCD"]
    assert seats == order
    assert position.to_move == a
    assert position.fields.turn == 1


@pytest.mark.rule("BO-2.9", "BO-2.10")
def test_not_directly_behind_an_own_merchant(game):
    position = game.start(3, seed=7)
    position, _ = place_all(game, position, ["red", "yellow", "green"])
    assert game.codes(position) == ["to:red", "to:yellow", "to:blue"]
    refused = game.view(position, position.to_move)["greyed"]
    assert [(choice["code"], choice["rule"]) for choice in refused] == [("to:green", "BO-2.9")]


@pytest.mark.rule("BO-2.10")
def test_own_merchants_may_stand_side_by_side_later(scene, play, words):
    position = scene().row("red", "0a").row("yellow", "0b 1a").load()
    position = play(position, "merchant:yellow:1", "to:red")
    assert words(position)["companies"]["red"] == ["0a", "0b"]


@pytest.mark.rule("BO-2.11")
def test_three_players_have_three_merchants_each(game):
    position = game.start(3, seed=8)
    rows = ["red", "yellow", "green", "red", "green", "blue", "yellow", "blue", "yellow"]
    position, seats = place_all(game, position, rows)
    assert len(seats) == 9
    assert position.fields.turn == 1
