"""Chapter 2: preparation."""

import pytest


@pytest.mark.rule("TA-2.1", "TA-2.2")
def test_everybody_starts_with_15_dollars_and_the_dollar_side_is_up(game):
    position = game.dump(game.start(3, chance=False))["position"]
    for seat in position["seats"][:3]:
        assert (seat["cash"], seat["chest"], seat["boats_at_hand"]) == (15, 0, 15)
        assert seat["pearl"] is None
    assert position["marker_disc"] == "dollar"


@pytest.mark.rule("TA-2.3")
def test_chance_draws_the_first_player(game):
    position = game.start(3, chance=False)
    assert game.outcomes(position) == {"first:0": 1, "first:1": 1, "first:2": 1}
    assert game.play(position, "first:2", chance=False).to_move == 2


@pytest.mark.rule("TA-2.4", "TA-2.5", "TA-2.6", "TA-2.7")
def test_yachts_then_pearls_in_turn(game, play):
    position = play(game.start(3, chance=False), "first:1")
    order = []
    for code in ("yacht:4", "yacht:4", "yacht:11"):
        assert game.codes(position) == [f"yacht:{space}" for space in range(12)]
        order.append(position.to_move)
        position = play(position, code)
    assert order == [1, 2, 0]
    assert game.codes(position) == ["take:white", "take:blue", "take:green", "take:black"]
    position = play(position, "take:green")
    assert position.to_move == 2
    assert game.codes(position) == ["take:white", "take:blue", "take:black"]
    position = play(position, "take:white", "take:blue")
    assert position.to_move == -1
    assert list(position.fields.supply) == [5, 5, 5, 6]
    assert [player.pearl for player in position.fields.player[:3]] == [1, 2, 0]


@pytest.mark.rule("TA-2.8")
def test_pearl_colours_belong_to_nobody(game, scene, play):
    """A seat that began with white may take and place every colour."""
    at_blue = scene().set(phase="space reached", die=1, to_decide=0).seat(0, yacht_at=1).load()
    assert game.codes(at_blue) == ["take:blue", "boat"]


@pytest.mark.rule("TA-2.9")
@pytest.mark.parametrize("players", [2, 3])
def test_fewer_players_take_fewer_starting_pearls(game, players):
    position = game.start(players, seed=3)
    while position.to_move >= 0 and position.fields.phase in (1, 2):
        position = game.play(position, game.codes(position)[0], chance=False)
    assert sum(position.fields.supply) == 24 - players
    assert all(pearl == -1 for pearl in position.fields.pearl)
