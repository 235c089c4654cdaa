"""What a die would do on an action tile, and which Gods it takes to get there (BB-3, BB-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.words import Message
from proa.games.borabora import actions as act
from proa.games.borabora.components import Tables
from proa.games.borabora.forms import Told
from proa.games.borabora.position import (
    BLUE,
    COLOURS,
    D_BUILD,
    D_FISHING,
    D_HELPER,
    D_LAND,
    D_MAN,
    D_TEMPLE,
    D_WATER,
    D_WOMAN,
    FACES,
    GODS,
    NONE,
    REGIONS,
    TILES,
    WHITE,
    Player,
    State,
)
from proa.games.borabora.rules.build import build_need
from proa.games.borabora.rules.dice import FISHING_POINTS
from proa.games.borabora.rules.expand import expand_need
from proa.games.borabora.rules.gods import can_give
from proa.games.borabora.rules.persons import person_need
from proa.games.borabora.rules.temple import temple_need
from proa.games.borabora.saying import plural, say
from proa.games.borabora.words import names

if TYPE_CHECKING:
    from proa.games.borabora.position import Game, Position


def placement(game: Game, position: Position, action: int, after: Position) -> Told:
    """What placing a die would do."""
    rules, state = game.tables, position.fields
    tile, face = divmod(action - act.PLACE, FACES)
    value = face + 1
    needed = gods_needed(rules, state, tile, value)
    acts_as = FACES if WHITE in needed else value
    short, brief = _EFFECT[tile](rules, state, tile, acts_as)
    return {
        "title": say("{tile}: place the {n}", tile=names.TILE[TILES[tile]], n=value),
        "text": say("{effect}.", effect=short),
        "short": short,
        "brief": brief,
        "gods": [GODS[god] for god in needed],
        "lights": _lights(rules, state, tile, acts_as),
        "lines": [price(state, god) for god in needed],
    }


def _lights(rules: Tables, state: State, tile: int, value: int) -> list[str]:
    """What the action reaches, by the ids of the drawing."""
    if tile in (D_LAND, D_WATER):
        reached = regions_in_reach(rules, state.player[state.mover], tile - D_LAND, value)
        return [f"reach-{REGIONS[number]}" for number in reached]
    if tile in (D_WOMAN, D_MAN):
        row = state.display[tile - D_WOMAN][:value]
        sex = ("woman", "man")[tile - D_WOMAN]
        return [f"{sex}-{n}" for n, one in enumerate(row, 1) if one != NONE]
    return [f"niche-{n}" for n in range(1, value + 1)] if tile == D_TEMPLE else []


def gods_needed(rules: Tables, state: State, tile: int, value: int) -> list[int]:
    """The Gods without which the die can't go there: Blue past lower dice, White for strength."""
    if tile == D_FISHING:
        return []
    me = state.player[state.mover]
    needed = []
    if value >= state.lowest[rules.tile_of[state.players][tile]]:
        needed.append(BLUE)
    if value < _need(rules, state, me, tile):
        needed.append(WHITE)
    return needed


def _need(rules: Tables, state: State, me: Player, tile: int) -> int:
    if tile in (D_LAND, D_WATER):
        return expand_need(rules, me, tile - D_LAND)
    if tile in (D_WOMAN, D_MAN):
        return person_need(rules, state, me, tile - D_WOMAN)
    if tile == D_TEMPLE:
        return temple_need(me)
    return build_need(me) if tile == D_BUILD else 1


def price(state: State, god: int) -> Message:
    """The ways in which the mover could pay for a God."""
    return say("Needs a {god}: {ways}.", god=names.GOD[GODS[god]], ways=ways_to_pay(state, god))


def ways_to_pay(state: State, god: int) -> Message | str:
    """Each way that is open to the mover, joined by "or"."""
    me = state.player[state.mover]
    ways: list[Any] = []
    if can_give(me, god, act.CARD):
        ways.append(say("an offering and its card"))
    for colour in range(COLOURS):
        if can_give(me, god, act.PAIR + colour):
            pair = names.GOD[GODS[colour]]
            ways.append(say("an offering and two equal cards ({pair})", pair=pair))
    if can_give(me, god, act.TILE):
        ways.append(say("one God tile"))
    found: Any = ways[0] if ways else say("nothing")
    for way in ways[1:]:
        found = say("{one} or {other}", one=found, other=way)
    return found  # type: ignore[no-any-return]


# -- what the actions do -----------------------------------------------------------------------

Words = tuple[Message, Message]
"""For an action tile, and for a button."""


def regions_in_reach(rules: Tables, me: Player, kind: int, value: int) -> list[int]:
    """The new regions along paths up to a value (BB-4.1, BB-4.2)."""
    found = set()
    for i in range(rules.paths[kind]):
        ends = rules.path_ends[kind][i]
        mine = me.regions & ends
        if rules.path_value[kind][i] <= value and mine and mine != ends:
            found.add((ends & ~mine).bit_length() - 1)
    return sorted(found)


def _paths(rules: Tables, state: State, tile: int, value: int) -> Words:
    me = state.player[state.mover]
    reached = regions_in_reach(rules, me, tile - D_LAND, value)
    number = plural("{n} region", "{n} regions", len(reached))
    if len(reached) == 1:
        return say("To one region: {region}", region=names.REGION[REGIONS[reached[0]]]), number
    return plural("{n} region in reach", "{n} regions in reach", len(reached)), number


def _people(rules: Tables, state: State, tile: int, value: int) -> Words:
    number = sum(one != NONE for one in state.display[tile - D_WOMAN][:value])
    return plural("{n} of them in reach", "{n} of them in reach", number), say("up to {n}", n=value)


def _helper(rules: Tables, state: State, tile: int, value: int) -> Words:
    short = plural("{n} point to spend", "{n} points to spend", value)
    return short, say("{n} to spend", n=value)


def _temple(rules: Tables, state: State, tile: int, value: int) -> Words:
    return say("Up to space {n}, then a Fire Bonus", n=value), say("up to {n}, Fire", n=value)


def _build(rules: Tables, state: State, tile: int, value: int) -> Words:
    points = rules.building_points[state.round - 1]
    short = plural("{n} point, then a Fire Bonus", "{n} points, then a Fire Bonus", points)
    return short, plural("{n} point, Fire", "{n} points, Fire", points)


def _fishing(rules: Tables, state: State, tile: int, value: int) -> Words:
    points = plural("{n} point", "{n} points", FISHING_POINTS)
    return points, points


_EFFECT = {
    D_LAND: _paths,
    D_WATER: _paths,
    D_WOMAN: _people,
    D_MAN: _people,
    D_HELPER: _helper,
    D_TEMPLE: _temple,
    D_BUILD: _build,
    D_FISHING: _fishing,
}
