"""The reading of an edition file: its components, checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa.engine.core.editions import Reader
from proa.engine.core.schema import Word
from proa.games.borabora.actions import ROLLS
from proa.games.borabora.components import MOST_JEWELRY, MOST_PATHS, MOST_STATUS, WHAT, Tables
from proa.games.borabora.state import (
    BUILDINGS,
    COLUMN,
    COPIES,
    FACES,
    FISH_KINDS,
    GODS,
    GRID_COLUMNS,
    GRID_ROWS,
    ISLANDS,
    JEWELS,
    MATERIALS,
    MOST_PLAYERS,
    MOST_SYMBOLS,
    REGIONS,
    RESOURCES,
    ROUNDS,
    SEXES,
    SITES,
    TASKS,
    TEMPLE_SPACES,
    TERRAINS,
    TILES,
    TYPES,
)

LIMITED = ("land", "water", "woman", "man", "build", "move", "god")
"""Types that sometimes can do nothing: then they need EMPTY, which no power may reach."""


def read(reader: Reader, options: Mapping[str, str]) -> NDArray[Any]:
    """Return the rules record of an edition as an array of length 1. Check every key (BB-20.4)."""
    rules = np.zeros(1, Tables.dtype)
    record = rules[0]
    record["open_hands"] = options["hands"] == "open"
    _read_map(reader.table("map"), record, options["ring"] == "on")
    _read_fish(reader.table("fish"), record)
    _read_persons(reader.table("persons"), record)
    _read_status(reader.table("status"), record, options["status"])
    _read_rounds(reader.table("rounds"), record)
    _read_temple(reader.table("temple"), record)
    _read_jewelry(reader.table("jewelry"), record)
    gods = reader.table("gods")
    record["open_cards"] = gods.integer("open", 1, 10)
    _read_player(reader.table("player"), record)
    least = -(-(record["open_cards"] + MOST_PLAYERS * record["hand"]) // len(GODS))
    record["cards"] = gods.integer("cards", 1, 25, above=max(1, int(least)))
    _read_action_tiles(reader.table("action_tiles"), record)
    _read_tasks(reader.table("tasks"), record)
    _lay_out(record)
    return rules


def _read_map(board: Reader, record: Any, ring: bool) -> None:
    resources = board.table("resources")
    gives = {terrain: resources.word(terrain, RESOURCES) for terrain in TERRAINS}
    regions = board.table("regions")
    for i, name in enumerate(REGIONS):
        region = regions.table(name)
        island, terrain = region.word("island", ISLANDS), region.word("terrain", TERRAINS)
        record["region_island"][i], record["region_terrain"][i] = island, terrain
        record["region_resource"][i] = gives[TERRAINS[terrain]]
        record["island"][island] |= 1 << i
        record["terrain"][terrain] |= 1 << i
    paths = board.table("paths")
    land, water, outer = (_read_paths(paths, key) for key in ("land", "water", "ring"))
    for kind, found in enumerate((land, water + outer if ring else water)):
        record["paths"][kind] = len(found)
        for i, (value, ends) in enumerate(sorted(found)):
            record["path_value"][kind][i] = value
            record["path_ends"][kind][i] = ends


def _read_paths(paths: Reader, key: str) -> list[tuple[int, int]]:
    found = []
    for i, path in enumerate(paths.any(key)):
        where = f"{key}[{i}]"
        if not isinstance(path, list) or len(path) != 3:
            raise paths.refuse(where, "must be two regions and a value")
        a, b, value = path
        if a not in REGIONS or b not in REGIONS or a == b:
            raise paths.refuse(where, "must join two of {regions}", regions=", ".join(REGIONS))
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= FACES:
            why = "must have a value from 1 to {high}, not {value}"
            raise paths.refuse(where, why, high=FACES, value=repr(value))
        found.append((value, 1 << REGIONS.index(a) | 1 << REGIONS.index(b)))
    if len(found) > MOST_PATHS // 2:
        raise paths.refuse(key, "must be at most {n} paths", n=MOST_PATHS // 2)
    return found


def _read_fish(fish: Reader, record: Any) -> None:
    for kind, name in enumerate(FISH_KINDS):
        values = fish.integers(name, 1, 20, least=3, most=3)
        record["fish_value"][3 * kind : 3 * kind + 3] = values
    if list(record["fish_value"]).count(1) < MOST_PLAYERS:
        raise fish.refuse("", "must have {n} tiles of value 1, for the first huts", n=MOST_PLAYERS)


def _read_persons(persons: Reader, record: Any) -> None:
    symbols, power = persons.table("symbols"), persons.table("power")
    for kind, name in enumerate(TYPES):
        of_type, acts = symbols.table(name), power.table(name)
        for sex, word in enumerate(SEXES):
            values = of_type.integers(word, 1, MOST_SYMBOLS, least=COPIES, most=COPIES)
            for copy, value in enumerate(values):
                tile = COPIES * kind + copy
                record["symbols"][sex][tile] = value
                record["with_symbols"][sex][value] |= 1 << tile
        most = FACES if name in LIMITED else 20
        for key, field in (("alone", "power"), ("doubled", "doubled")):
            record[field][kind][1:] = acts.integers(key, 1, most, least=COPIES, most=COPIES)


def _read_status(status: Reader, record: Any, track: str) -> None:
    for name in ("primary", "alternative"):
        points = status.integers(name, 0, 100, least=2, most=MOST_STATUS)
        if points != sorted(points):
            raise status.refuse(name, "must not go down")
        if name == track:
            record["status_spaces"] = len(points)
            record["status_points"][: len(points)] = points


def _read_rounds(rounds: Reader, record: Any) -> None:
    record["priest_points"] = rounds.integers("priest", 0, 20, least=ROUNDS, most=ROUNDS)
    record["building_points"] = rounds.integers("building", 0, 50, least=ROUNDS, most=ROUNDS)


def _read_temple(temple: Reader, record: Any) -> None:
    values = temple.integers("spaces", 1, FACES, least=TEMPLE_SPACES, most=TEMPLE_SPACES)
    if len(set(values)) != TEMPLE_SPACES:
        raise temple.refuse("spaces", "must have each value once")
    record["temple_value"] = values
    for space, value in enumerate(values):
        record["temple_space"][value] = space
    record["temple_tiles"] = temple.integer("tiles", ROUNDS, 20)


def _read_jewelry(jewelry: Reader, record: Any) -> None:
    for kind, name in enumerate(JEWELS):
        tiles = jewelry.any(name)
        if not isinstance(tiles, list) or len(tiles) != COLUMN:
            raise jewelry.refuse(name, "must be a list of {n} tiles", n=COLUMN)
        for i, tile in enumerate(tiles):
            fine = isinstance(tile, list) and len(tile) == 2
            if not fine or not all(type(n) is int and 0 <= n <= MOST_JEWELRY for n in tile):
                why = "must be shells and points, each from 0 to {high}"
                raise jewelry.refuse(f"{name}[{i}]", why, high=MOST_JEWELRY)
            record["jewelry_type"][COLUMN * kind + i] = kind
            record["jewelry_cost"][COLUMN * kind + i] = tile[0]
            record["jewelry_points"][COLUMN * kind + i] = tile[1]


def _read_player(player: Reader, record: Any) -> None:
    huts = player.integers("huts", 0, len(REGIONS), least=12, most=12)
    if max(huts[:-1]) > 1:
        raise player.refuse("huts", "must be 0 or 1 on the first eleven spaces")
    if sum(huts) != len(REGIONS):
        raise player.refuse("huts", "must be {n} huts, one for each region", n=len(REGIONS))
    record["normal_spaces"] = len(huts) - 1
    record["normal_huts"], record["last_huts"] = sum(huts[:-1]), huts[-1]
    record["priests"] = player.integer("priests", 1, 20)
    record["hand"] = player.integer("god_cards", 0, 10)
    record["god_tiles"] = player.integer("god_tiles", 0, 10)
    record["offerings"] = player.integer("offerings", 0, 20)
    rows = player.any("ceremony")
    if not isinstance(rows, list) or len(rows) != GRID_ROWS:
        raise player.refuse("ceremony", "must be {n} rows", n=GRID_ROWS)
    for r, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != GRID_COLUMNS or not set(row) <= {*MATERIALS}:
            raise player.refuse(f"ceremony[{r}]", "must be {n} materials", n=GRID_COLUMNS)
        for c, material in enumerate(row):
            space = r * GRID_COLUMNS + c
            record["space_material"][space] = MATERIALS.index(material)
            record["material_spaces"][MATERIALS.index(material)] |= 1 << space


def _read_action_tiles(tiles: Reader, record: Any) -> None:
    shared = TILES[: TILES.index("fishing")]
    for players in range(2, MOST_PLAYERS + 1):
        record["tile_of"][players] = range(len(TILES))
        groups = tiles.any(str(players))
        if not isinstance(groups, list):
            raise tiles.refuse(str(players), "must be a list of combined tiles")
        seen: set[str] = set()
        for i, names in enumerate(groups):
            fine = isinstance(names, list) and {*names} <= {*shared} and not seen & {*names}
            if not fine or len({*names}) < 2 or len({*names}) < len(names):
                why = "must be different actions of {actions}, each on one tile"
                raise tiles.refuse(f"{players}[{i}]", why, actions=", ".join(shared))
            seen |= {*names}
            actions = sorted(TILES.index(name) for name in names)
            record["tile_of"][players][actions] = actions[0]


_EVERY_WHICH = [which for words in WHAT.values() for which in words]


def _read_tasks(tasks: Reader, record: Any) -> None:
    words = list(WHAT)
    for i, name in enumerate(TASKS):
        task = tasks.table(name)
        crane = task.truth("crane")
        record["task"][i]["crane"] = crane
        record["cranes"] |= int(crane) << i
        needs = task.tables("needs", least=1, most=2)
        record["task"][i]["needs"] = len(needs)
        for k, need in enumerate(needs):
            what = need.word("what", words)
            which = WHAT[words[what]]
            need.may_have("which", Word(_EVERY_WHICH))
            record["task"][i]["need"][k]["what"] = what
            record["task"][i]["need"][k]["which"] = need.word("which", which) if which else 0
            record["task"][i]["need"][k]["count"] = need.integer("count", 1, 20)
    cranes = int(record["task"]["crane"].sum())
    # Two dark tasks for each player at the start, then players + 2 in each of six rounds.
    dark = 2 * MOST_PLAYERS + ROUNDS * (MOST_PLAYERS + 2)
    if not MOST_PLAYERS <= cranes <= len(TASKS) - dark:
        why = "must be {low} to {high} crane tasks"
        raise tasks.refuse("", why, low=MOST_PLAYERS, high=len(TASKS) - dark)


def _lay_out(record: Any) -> None:
    for site, spaces in enumerate(SITES):
        record["site_spaces"][site] = sum(1 << space for space in spaces)
    record["roll_die"] = ROLLS
    for i, roll in enumerate(ROLLS):
        different = len(set(roll))
        record["roll_weight"][i] = (1, 3, 6)[different - 1]
        a, b, c = (pips - 1 for pips in roll)
        for x, y, z in ((a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
            record["roll_of"][x][y][z] = i
    assert BUILDINGS == FACES
