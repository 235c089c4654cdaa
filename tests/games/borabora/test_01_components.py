"""Chapter 1: the components, in the rules record and at the start."""

from __future__ import annotations

from collections import Counter

import pytest

import proa
from games.borabora.paths import PATH_TABLE, paths_of
from proa.games.borabora.state import (
    FISH_KINDS,
    GODS,
    ISLANDS,
    JEWELS,
    MATERIALS,
    PERSONS,
    REGIONS,
    RESOURCES,
    SITES,
    TASKS,
    TERRAINS,
    TYPES,
)

REGION_TABLE = """
CF centre forest wood
CP centre plains offering
CM centre mountain stone
CB centre beach sand
EF east forest wood
EB east beach sand
SF south forest wood
SP south plains offering
NB north beach sand
NM north mountain stone
WP west plains offering
WM west mountain stone
"""
JEWELRY_TABLE = {
    "necklace": [(1, 1), (2, 3), (5, 7), (6, 9)],
    "bracelet": [(1, 1), (3, 4), (4, 6), (6, 9)],
    "earring": [(2, 3), (3, 4), (4, 6), (5, 7)],
    "ring": [(1, 1), (2, 3), (5, 7), (6, 9)],
    "anklet": [(1, 1), (3, 4), (4, 6), (6, 9)],
    "headdress": [(2, 3), (3, 4), (4, 6), (5, 7)],
}


@pytest.mark.rule("BB-1.4", "BB-1.5", "BB-1.6", "BB-1.7")
def test_regions_islands_terrains_and_resources(game):
    tables = game.tables
    for line, region in zip(REGION_TABLE.strip().splitlines(), range(12), strict=True):
        code, island, terrain, resource = line.split()
        assert REGIONS[region] == code
        assert ISLANDS[tables.region_island[region]] == island
        assert TERRAINS[tables.region_terrain[region]] == terrain
        assert RESOURCES[tables.region_resource[region]] == resource
    assert Counter(tables.region_island) == {0: 4, 1: 2, 2: 2, 3: 2, 4: 2}
    assert set(Counter(tables.region_terrain).values()) == {3}


@pytest.mark.rule("BB-1.8", "BB-1.9")
def test_paths(game):
    wanted = set()
    for line in PATH_TABLE.strip().splitlines():
        a, b, kind, value = line.split()
        wanted.add((*sorted((a, b)), kind, int(value)))
    assert paths_of(game) == wanted
    for kind in range(2):
        values = game.tables.path_value[kind][: game.tables.paths[kind]]
        assert list(values) == sorted(values)


@pytest.mark.rule("BB-1.10")
def test_fish(game):
    values = game.tables.fish_value
    by_kind = {kind: list(values[3 * i : 3 * i + 3]) for i, kind in enumerate(FISH_KINDS)}
    assert by_kind == {
        "tuna": [1, 2, 6],
        "parrotfish": [1, 3, 5],
        "angelfish": [1, 3, 5],
        "boxfish": [1, 4, 4],
    }
    assert list(values).count(1) == 4


@pytest.mark.rule("BB-1.11", "BB-1.12", "BB-1.13")
def test_men_and_women(game):
    assert len(PERSONS) == 36
    assert len(TYPES) == 12
    for sex in range(2):
        symbols = game.tables.symbols[sex]
        assert all(sorted(symbols[3 * i : 3 * i + 3]) == [1, 2, 3] for i in range(12))
    assert len(game.start(2, seed=1).fields.display[0]) == 6


@pytest.mark.rule("BB-1.14")
def test_status_track(game):
    tables = game.tables
    track = list(tables.status_points[: tables.status_spaces])
    assert track == [0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]


@pytest.mark.rule("BB-1.15")
def test_temple(game):
    assert list(game.tables.temple_value) == [6, 5, 4, 3, 2, 1]


@pytest.mark.rule("BB-1.16")
def test_jewelry(game):
    tables = game.tables
    for i, name in enumerate(JEWELS):
        four = slice(4 * i, 4 * i + 4)
        found = zip(tables.jewelry_cost[four], tables.jewelry_points[four], strict=True)
        assert list(found) == JEWELRY_TABLE[name]


@pytest.mark.rule("BB-1.17")
def test_worth_by_round(game):
    assert list(game.tables.building_points) == [10, 10, 7, 7, 4, 4]
    assert list(game.tables.priest_points) == [1, 1, 2, 2, 3, 3]
    assert len(game.start(2, seed=1).fields.jewelry) == 6 * 4


@pytest.mark.rule("BB-1.18", "BB-1.19")
def test_ceremony_spaces_and_building_sites(game):
    words = [MATERIALS[m] for m in game.tables.space_material]
    assert words[:4] == ["sand", "wood", "stone", "sand"]
    assert words[4:8] == ["stone", "sand", "wood", "stone"]
    assert words[8:] == ["wood", "stone", "sand", "wood"]
    assert len(SITES) == 17
    assert (0, 1) in SITES
    assert (0, 4) in SITES
    assert (3, 4) not in SITES
    assert (0, 5) not in SITES
    assert "build:6" in game.all_codes
    assert "build:7" not in game.all_codes


@pytest.mark.rule("BB-1.20", "BB-1.21")
def test_person_spaces(game):
    tables = game.tables
    assert tables.normal_spaces == 11
    assert (tables.normal_huts, tables.last_huts) == (10, 2)


@pytest.mark.rule("BB-1.22", "BB-1.23", "BB-1.24")
def test_cards_god_tiles_and_tasks(game):
    tables = game.tables
    assert tables.cards == 12
    assert len(GODS) == 5
    assert tables.temple_tiles + 4 * tables.god_tiles == 10
    assert len(TASKS) == 60
    assert tables.cranes.bit_count() == 7


@pytest.mark.rule("BB-1.1")
def test_supplies_never_run_out(scene, play, me):
    position = scene().action("helper", left=2).seat(0, offerings=500, shells=500).load()
    assert me(play(position, "offering")).offerings == 501


@pytest.mark.rule("BB-1.2", "BB-2.9", "BB-2.12")
def test_pieces_of_a_player(game):
    fields = game.start(3, seed=1, chance=False).fields
    for seat in range(3):
        player = fields.player[seat]
        assert player.normal + player.last == 12
        assert list(player.building) == [-1] * 6
        assert player.priests == 4
        assert len(player.die) == 3
        assert player.god_tiles == 1
    absent = fields.player[3]
    assert (absent.normal, absent.last, absent.priests, absent.god_tiles) == (0, 0, 0, 0)


@pytest.mark.rule("BB-1.3")
def test_points_go_beyond_one_hundred(scene, play, game):
    position = scene().action("helper", left=1).seat(0, points={"tasks": 99}).load()
    assert game.scores(position)[0] == 99 + 1  # the first hut's fish
    assert game.scores(play(position, "point"))[0] == 101


@pytest.mark.rule("BB-1.27")
def test_two_to_four_players(game):
    assert game.spec.players == (2, 4)
    with pytest.raises(proa.BadOption):
        game.start(5)
    with pytest.raises(proa.BadOption):
        game.start(1)
