"""The sources of points: every number of the score sheet with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.view_types import Reason
from proa.engine.messages import Message, join_list
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.dice import FISHING_POINTS
from proa.games.borabora.rules.ending import GOD_TILE_POINTS
from proa.games.borabora.state import JEWELRY, NONE, REGIONS, TASKS
from proa.games.borabora.texts import names

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position

BOOKED: dict[str, tuple[Message, str]] = {
    "fishing": (say("Dice placed on Fishing"), "BB-9.1"),
    "helper": (say("Helper points traded for points"), "BB-6.9"),
    "men_and_women": (say("Men and women of type Victory points"), "BB-11.14"),
    "building": (say("Buildings, by the rounds they were built in"), "BB-8.3"),
    "red": (say("Fish scored with Red Gods"), "BB-16.14"),
    "status": (say("Status track, all rounds"), "BB-12.2"),
    "temple": (say("Priests in the temple, all rounds"), "BB-13.1"),
    "tasks": (say("Tasks: 6 each, 4 with a Yellow God"), "BB-15.2"),
}
"""Points that were booked during the game."""

ONCE: dict[str, tuple[Message, str]] = {
    "start": (say("Place in the first turn order"), "BB-2.13"),
    "nine_tasks": (say("All nine tasks completed"), "BB-17.6"),
    "six_jewelry": (say("Six jewelry tiles"), "BB-17.7"),
    "full_ceremony": (say("All twelve ceremony spaces filled"), "BB-17.8"),
    "all_buildings": (say("All six buildings built"), "BB-17.9"),
    "all_regions": (say("Huts in all twelve regions"), "BB-17.10"),
    "all_persons": (say("Twelve men and women"), "BB-17.11"),
}
"""Points that come once: the place at the start, the six goals."""


def reasons(game: Game, position: Position, player: int, viewer: int) -> list[Reason]:
    """Return the sources of the player's points: ``source, text, note, points, rule``.

    The position knows only the sum of what was ``booked`` during the game.
    """
    sheet = game.sheet(position, player)
    return [
        *_booked(game, position, player, sheet),
        *_god_tiles(position, player),
        *_fish(game, position, player),
        *_jewelry(game, position, player),
        *(
            _reason(source, text, None, sheet[source], rule)
            for source, (text, rule) in ONCE.items()
            if sheet[source]
        ),
    ]


def _reason(source: str, text: Any, note: Any, points: int, rule: str) -> Reason:
    return {"source": source, "text": text, "note": note or "", "points": points, "rule": rule}


def _booked(game: Game, position: Position, player: int, sheet: dict[str, int]) -> list[Reason]:
    notes = {
        "fishing": _dice(sheet["fishing"]),
        "building": _built(position, player),
        "tasks": _tasks(game, position, player),
    }
    return [
        _reason(source, text, notes.get(source), sheet[source], rule) | {"booked": True}
        for source, (text, rule) in BOOKED.items()
        if sheet[source]
    ]


def _dice(points: int) -> Message:
    return plural("{n} die", "{n} dice", points // FISHING_POINTS)


def _built(position: Position, player: int) -> Message:
    built = sum(site != NONE for site in position.fields.player[player].building)
    return plural("{n} building", "{n} buildings", built)


def _tasks(game: Game, position: Position, player: int) -> Any:
    done = position.fields.player[player].done
    return join_list(
        [names.requirement(game.tables, i) for i in range(len(TASKS)) if done >> i & 1]
    )


def _god_tiles(position: Position, player: int) -> list[Reason]:
    tiles = position.fields.player[player].god_tiles
    if not tiles:
        return []
    text = plural("{n} unused God tile", "{n} unused God tiles", tiles)
    return [_reason("god_tiles", text, None, tiles * GOD_TILE_POINTS, "BB-17.3")]


def _fish(game: Game, position: Position, player: int) -> list[Reason]:
    state = position.fields
    found = []
    for i, name in enumerate(REGIONS):
        if state.owner[i] == player and state.fish[i] != NONE:
            text = say("The newest hut: {region}", region=names.REGION[name])
            points = game.tables.fish_value[state.fish[i]]
            fish = names.fish(game.tables, state.fish[i])
            found.append(_reason("fish", text, fish, points, "BB-17.4"))
    return found


def _jewelry(game: Game, position: Position, player: int) -> list[Reason]:
    rules, owned = game.tables, position.fields.player[player].jewelry
    found = []
    for tile in range(len(JEWELRY)):
        if owned >> tile & 1:
            name = names.JEWEL[JEWELRY[tile].rsplit("-", 1)[0]]
            points = rules.jewelry_points[tile]
            price = names.shells(rules.jewelry_cost[tile])
            text = say("Bought for {price}: {jewel}", price=price, jewel=name)
            found.append(_reason("jewelry", text, None, points, "BB-17.5"))
    return found
