"""Chapter 2: the preparation."""

from __future__ import annotations

import pytest

from proa.engine.core.verbs import CHANCE
from proa.games.borabora.state import TASKS


def prepared(game, players, seed=1):
    """Return the position after all chance of the preparation."""
    return game.start(players, seed=seed)


@pytest.mark.rule("BB-2.1", "BB-18.1", "BB-18.2")
def test_action_tiles_by_players(game):
    tile_of = game.tables.tile_of
    land, woman, man, helper, temple, build, fishing = 0, 2, 3, 4, 5, 6, 7
    assert list(tile_of[4]) == list(range(8))
    assert list(tile_of[3]) == [land, land, woman, man, helper, temple, build, fishing]
    assert list(tile_of[2]) == [land, land, woman, woman, helper, temple, build, fishing]
    assert [len(set(tile_of[n])) - 1 for n in (2, 3, 4)] == [5, 6, 7]


@pytest.mark.rule("BB-2.2")
def test_one_fish_beside_each_region_for_good(game):
    position = prepared(game, 2)
    fish = list(position.fields.fish)
    assert sorted(fish) == list(range(12))
    assert fish != list(prepared(game, 2, seed=2).fields.fish)


@pytest.mark.rule("BB-2.3", "BB-18.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_six_men_and_six_women(game, players):
    fields = prepared(game, players).fields
    for sex in range(2):
        assert all(tile >= 0 for tile in fields.display[sex])
        assert fields.pile[sex].bit_count() == 30


@pytest.mark.rule("BB-2.4", "BB-2.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_tasks_dealt(game, players):
    fields = prepared(game, players).fields
    for seat in range(players):
        cranes = [task for task in fields.player[seat].task if task < 7]
        assert len(cranes) == 1
        assert len(set(fields.player[seat].task)) == 3
    shown = [task for task in fields.offer if task >= 0]
    assert len(shown) == players + 2
    assert all(task >= 7 for task in shown)
    assert fields.parrots.bit_count() == 53 - 2 * players - (players + 2)
    assert fields.parrots & game.tables.cranes == 0


@pytest.mark.rule("BB-2.6", "BB-2.7")
@pytest.mark.parametrize("players", [2, 4])
def test_jewelry_and_god_tiles(game, players):
    fields = prepared(game, players).fields
    assert sorted(fields.jewelry) == list(range(24))
    assert fields.god_tiles == 6


@pytest.mark.rule("BB-2.8", "BB-2.10")
@pytest.mark.parametrize("players", [2, 4])
def test_god_cards(game, players):
    fields = prepared(game, players).fields
    assert sum(fields.row) == 5
    assert sum(fields.deck) == 60 - 5 - 2 * players
    for seat in range(players):
        assert sum(fields.player[seat].hand) == 2
        assert sum(fields.player[seat].known) == 0
        assert fields.player[seat].offerings == 2


@pytest.mark.rule("BB-2.11", "BB-2.13", "BB-2.14")
def test_turn_order_and_markers(game):
    position = game.start(3, seed=1, chance=False)
    assert position.to_move == CHANCE
    assert game.outcomes(position) == {"order:0": 1, "order:1": 1, "order:2": 1}
    for code in ("order:2", "order:0"):
        position = game.play(position, code, chance=False)
    assert game.codes(position) == ["order:1"]
    position = game.play(position, "order:1", chance=False)
    fields = position.fields
    assert list(fields.order[:3]) == [2, 0, 1]
    assert list(fields.status[:3]) == [2, 0, 1]
    assert [game.sheet(position, seat)["start"] for seat in (2, 0, 1)] == [0, 1, 2]


@pytest.mark.rule("BB-2.15", "BB-2.16")
def test_first_huts_in_reverse_order(game, codes, regions):
    position = prepared(game, 4)
    order = list(position.fields.order)
    settled = []
    for seat in reversed(order):
        assert position.to_move == seat
        ones = codes(position, "region:")
        assert len(ones) == 4 - len(settled)
        assert not set(ones) & set(settled)
        position = game.play(position, ones[0])
        settled.append(ones[0])
        assert codes(position) == ["hut:normal", "hut:12th"]
        assert position.to_move == seat
        position = game.play(position, "hut:12th")
        while codes(position, "space:"):
            position = game.play(position, codes(position, "space:")[-1])
        assert regions(position, seat) == [settled[-1].removeprefix("region:")]
    assert position.fields.round == 1
    assert position.to_move == order[0]


@pytest.mark.rule("BB-2.17")
def test_the_first_resource_comes_at_once_and_is_not_refused(scene, play, me, codes):
    start = scene(2).phase("first hut", round=0, building_spaces={})
    start = start.seat(0, regions=[], dice=[0] * 3).seat(1, regions=[], dice=[0] * 3).load()
    stone = play(start, "region:CM", "hut:normal")
    assert stone.to_move == start.to_move
    assert codes(stone) == ["space:3", "space:5", "space:8", "space:10"]
    offering = play(start, "region:WP", "hut:normal")
    assert me(offering, start.to_move).offerings == me(start, start.to_move).offerings + 1
    assert offering.to_move != start.to_move


@pytest.mark.rule("BB-2.18")
def test_the_first_hut_scores_no_fish_before_the_end(scene, play, points):
    start = scene(2).phase("first hut", round=0, building_spaces={})
    for seat in range(2):
        start.seat(seat, regions=[], dice=[0] * 3, god_tiles=1, offerings=2, hand={"red": 2})
    start = start.load()
    seat = start.to_move
    position = play(start, "region:CM", "hut:normal", "space:3")
    assert position.to_move != seat  # no Red God was offered
    assert points(position, "red", seat) == 0
    assert points(position, "fish", seat) == 1


@pytest.mark.rule("BB-1.24", "BB-2.4")
def test_chance_deals_cranes_only_first(game):
    position = game.start(2, seed=3, chance=False)
    while not any(code in game.codes(position) for code in ("deal:T01", "deal:T02")):
        position = game.play(position, game.codes(position)[0], chance=False)
    assert game.codes(position) == [f"deal:{task}" for task in TASKS[:7]]
