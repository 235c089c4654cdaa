"""The data of the drawing, in words of the rule book and without pixels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import Message
from proa.engine.messages import seat as named
from proa.games.borabora import state as at
from proa.games.borabora import view_types
from proa.games.borabora.board.mats import mat
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import say
from proa.games.borabora.rules.questions import MAP, MARKET, QUESTIONS
from proa.games.borabora.state import State
from proa.games.borabora.texts import names
from proa.games.borabora.texts.aftermath import most_priests
from proa.games.borabora.texts.goals import goal, plain
from proa.games.borabora.texts.visibility import cards_left, visibility

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


PHASE_OF = {
    at.ROLL: "A",
    at.PLACE: "A",
    at.PEOPLE: "B",
    at.BUY: "C",
    at.TASK: "C",
    at.NEW_TASK: "C",
    at.FINAL: "end",
}
"""The phase of the rule book for the first question of a turn."""

TILE_ORDER = ("land", "water", "man", "woman", "temple", "helper", "fishing", "build")
"""The order of the action tiles from top to bottom."""


def public(game: Game, position: Position) -> view_types.Board:
    """Return the public data of the drawing, in words of the rule book and without pixels."""
    state = visibility(game, position, SPECTATOR)
    question = state.question[state.depth - 1] if state.depth else None
    asked = at.QUESTIONS[question.kind] if question else "over"
    area = (question and QUESTIONS.area(state)) or MAP
    seats = range(state.players)
    return {
        "asked": asked,
        "area": "market" if area in MARKET else area,
        "focus": area if area in MARKET else "",
        "mat": state.mover,
        "a": question.a if question else 0,
        "b": question.b if question else 0,
        "round": state.round,
        "phase": PHASE_OF.get(state.phase, ""),
        "rounds": _rounds(game),
        "order": state.order[: state.players],
        "regions": _regions(game, state),
        "paths": _paths(game),
        "tiles": _tiles(game, state),
        "people": {sex: _people(game, state, number) for number, sex in enumerate(at.SEXES)},
        "temple": _temple(game, state),
        "status": _status(game, state),
        "jewelry": _jewelry(game, state),
        "offer": [plain(game, task) for task in _offered(state)],
        "gods": _gods(position, state),
        "players": [mat(game, position, state, seat, SPECTATOR) for seat in seats],
    }


def own(game: Game, position: Position, viewer: int) -> Mapping[str, Any]:
    """Return the boards whose hands the viewer sees, the progress of their tasks, the viewer's
    choices."""
    if viewer == SPECTATOR:
        return {}
    state = visibility(game, position, viewer)
    mine = position.to_move >= 0 and viewer in (position.to_move, ALL)
    seats = range(state.players) if viewer == ALL else [viewer]
    found: view_types.Own = {
        "players": {seat: mat(game, position, state, seat, viewer) for seat in seats}
    }
    if viewer >= 0:
        found["mat"] = viewer
    if viewer >= 0 or mine:
        me = viewer if viewer >= 0 else position.to_move
        found["offer"] = [goal(game, state, me, task, viewer) for task in _offered(state)]
    return found


def _offered(state: State) -> list[int]:
    """Return the open tasks."""
    return [task for task in state.offer if task != at.NONE]


def _rounds(game: Game) -> list[view_types.Worth]:
    """Return what a building and a priest score in each round (BB-1.17)."""
    rules = game.tables
    return [
        {"building": rules.building_points[i], "priest": rules.priest_points[i]}
        for i in range(at.ROUNDS)
    ]


def _regions(game: Game, state: State) -> list[view_types.Region]:
    rules = game.tables
    return [
        {
            "name": name,
            "title": names.REGION[name],
            "island": at.ISLANDS[rules.region_island[i]],
            "terrain": at.TERRAINS[rules.region_terrain[i]],
            "resource": at.RESOURCES[rules.region_resource[i]],
            "brings": names.RESOURCE[at.RESOURCES[rules.region_resource[i]]],
            "fish": _fish(game, state.fish[i]),
            "owner": state.owner[i] if state.owner[i] != at.NONE else None,
            "aside": [
                seat
                for seat in range(state.players)
                if state.player[seat].regions >> i & 1 and state.owner[i] != seat
            ],
        }
        for i, name in enumerate(at.REGIONS)
    ]


def _fish(game: Game, tile: int) -> view_types.Fish | None:
    if tile == at.NONE:
        return None
    kind = at.FISH_KINDS[tile // 3]
    return {"kind": kind, "name": names.FISH[kind], "value": game.tables.fish_value[tile]}


@lru_cache(maxsize=64)
def _paths(game: Game) -> list[view_types.Path]:
    """Return the paths of a game's edition: the same in every position."""
    rules = game.tables
    found: list[view_types.Path] = []
    for kind, name in enumerate(at.PATHS):
        for i in range(rules.paths[kind]):
            ends = [
                region for k, region in enumerate(at.REGIONS) if rules.path_ends[kind][i] >> k & 1
            ]
            value = rules.path_value[kind][i]
            found.append({"start": ends[0], "end": ends[1], "kind": name, "value": value})
    return found


def _tiles(game: Game, state: State) -> list[view_types.Tile]:
    """Return the action tiles: their actions (a combined tile has two) and the dice on them."""
    rules = game.tables
    found: list[view_types.Tile] = []
    for key in TILE_ORDER:
        number = at.TILES.index(key)
        on = rules.tile_of[state.players]
        together = [name for name in TILE_ORDER if on[at.TILES.index(name)] == on[number]]
        if together[0] != key:
            continue
        dice: list[view_types.PlacedDie] = [
            {"seat": seat, "value": value}
            for seat in range(state.players)
            for value, spot in zip(state.player[seat].die, state.player[seat].spot, strict=True)
            if spot != at.NONE and spot == on[number]
        ]
        lowest = state.lowest[on[number]]
        found.append(
            {
                "key": key,
                "spot": at.TILES[on[number]],
                "actions": [{"key": name, "title": names.TILE[name]} for name in together],
                "dice": sorted(dice, key=lambda die: -die["value"]),
                "lowest": lowest if lowest != at.EMPTY else None,
            }
        )
    return found


def _people(game: Game, state: State, sex: int) -> list[view_types.Displayed | None]:
    """Return the persons on the positions 1 to 6 of one sex."""
    rules = game.tables
    found: list[view_types.Displayed | None] = []
    for tile in state.display[sex]:
        if tile == at.NONE:
            found.append(None)
            continue
        kind = at.TYPES[tile // at.COPIES]
        found.append(
            {
                "id": f"{at.SEXES[sex]}-{at.PERSONS[tile]}",
                "sex": at.SEXES[sex],
                "type": kind,
                "symbols": rules.symbols[sex][tile],
                "name": names.TYPE[kind],
                "title": names.person(rules, sex, tile),
            }
        )
    return found


def _temple(game: Game, state: State) -> view_types.Temple:
    """Return the spaces from left to right, and who would take the God tile (BB-13.2, BB-13.3)."""
    spaces: list[view_types.TempleSpace] = [
        {
            "value": game.tables.temple_value[i],
            "seat": seat if seat != at.NONE else None,
            "told": _temple_space(game, i, seat),
        }
        for i, seat in enumerate(state.temple)
    ]
    return {"spaces": spaces, "leader": most_priests(state), "tiles": state.god_tiles}


def _temple_space(game: Game, space: int, seat: int) -> Message:
    who = named(seat) if seat != at.NONE else say("empty")
    return names.temple_space(game.tables.temple_value[space], who)


def _status(game: Game, state: State) -> view_types.Track:
    """Return the track, and the markers from furthest ahead to furthest back."""
    rules = game.tables
    track = rules.status_points[: rules.status_spaces]
    markers: list[view_types.Marker] = []
    for seat in state.status[: state.players]:
        if seat != at.NONE:
            steps = state.player[seat].steps
            markers.append({"seat": seat, "steps": steps, "points": track[steps]})
    return {"track": track, "markers": markers}


def _jewelry(game: Game, state: State) -> list[list[view_types.Jewel | None]]:
    """Return the display, one column for each round."""
    rules = game.tables
    columns = []
    for column in range(at.ROUNDS):
        tiles = state.jewelry[column * at.COLUMN : (column + 1) * at.COLUMN]
        columns.append([_jewel(rules, tile) for tile in tiles])
    return columns


def _jewel(rules: Tables, tile: int) -> view_types.Jewel | None:
    if tile == at.NONE:
        return None
    kind = at.JEWELS[tile // at.COLUMN]
    return {
        "kind": kind,
        "name": names.JEWEL[kind],
        "cost": rules.jewelry_cost[tile],
        "points": rules.jewelry_points[tile],
        "title": say(
            "{jewel} for {price}",
            jewel=names.jewel(rules, tile),
            price=names.shells(rules.jewelry_cost[tile]),
        ),
    }


def _gods(position: Position, state: State) -> view_types.Gods:
    return {
        "row": [name for god, name in enumerate(at.GODS) for _ in range(state.row[god])],
        "left": cards_left(position),
        "discarded": {name: state.discard[god] for god, name in enumerate(at.GODS)},
    }
