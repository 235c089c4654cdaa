"""Previews of a die on an action tile, and the Gods that it needs to get there (BB-3, BB-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from proa.engine.messages import Message
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.dice import FISHING_POINTS
from proa.games.borabora.rules.gods import can_give
from proa.games.borabora.state import State
from proa.games.borabora.texts import names
from proa.games.borabora.texts.reachable import offered
from proa.games.borabora.view_types import PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


def placement(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview placing a die."""
    rules, state = game.tables, position.fields
    tile, face = divmod(action - act.PLACE, at.FACES)
    value = face + 1
    needed = gods_needed(after.fields)
    reach = _reached(game, position, tile, at.FACES if at.WHITE in needed else value)
    short, brief = _EFFECT[tile](rules, state, reach)
    return {
        "title": say("{tile}: place the {n}", tile=names.TILE[at.TILES[tile]], n=value),
        "text": say("{effect}.", effect=short),
        "short": short,
        "brief": brief,
        "gods": [at.GODS[god] for god in needed],
        "lights": _lights(reach),
        "lines": [price(state, god) for god in needed],
    }


class Reach(NamedTuple):
    """What a die reaches with the action of a tile."""

    value: int
    """The value with which the die acts."""
    tile: int
    offers: list[int]
    """The answers that the action would offer."""


_ASKS = {
    at.D_LAND: (at.EXPAND, at.LAND),
    at.D_WATER: (at.EXPAND, at.WATER),
    at.D_WOMAN: (at.PERSON, at.WOMAN),
    at.D_MAN: (at.PERSON, at.MAN),
    at.D_TEMPLE: (at.TEMPLE, 0),
}
"""The question that an action asks and its first argument, if there is something to reach."""


def _reached(game: Game, position: Position, tile: int, value: int) -> Reach:
    kind, a = _ASKS.get(tile, (None, 0))
    offers = [] if kind is None else offered(game, position, kind, a, value)
    return Reach(value, tile, offers)


def _lights(reach: Reach) -> list[str]:
    """Return what the action reaches, by the ids of the drawing."""
    if reach.tile in (at.D_LAND, at.D_WATER):
        return [f"reach-{at.REGIONS[action - act.REGION]}" for action in reach.offers]
    if reach.tile in (at.D_WOMAN, at.D_MAN):
        places = [divmod(action - act.POSITION, at.POSITIONS) for action in reach.offers]
        return [f"{at.SEXES[sex]}-{place + 1}" for sex, place in places]
    return [f"niche-{action - act.TEMPLE + 1}" for action in reach.offers]


def gods_needed(after: State) -> list[int]:
    """Return the Gods that the die needs: Blue past lower dice, White for strength. The game asks
    for them after the placement (BB-16.13)."""
    questions = after.question[: after.depth]
    needed = [at.BLUE for question in questions if question.kind == at.ASK_BLUE]
    return needed + [
        at.WHITE for question in questions if question.kind == at.ASK_WHITE and question.a
    ]


def price(state: State, god: int) -> Message:
    """Return the ways in which the mover could pay for a God."""
    return say("Needs a {god}: {ways}.", god=names.GOD[at.GODS[god]], ways=ways_to_pay(state, god))


def ways_to_pay(state: State, god: int) -> Message | str:
    """Return the mover's ways to pay, joined by "or"."""
    me = state.player[state.mover]
    ways: list[Any] = []
    if can_give(me, god, act.CARD):
        ways.append(say("an offering and its card"))
    for colour in range(at.COLOURS):
        if can_give(me, god, act.PAIR + colour):
            pair = names.GOD[at.GODS[colour]]
            ways.append(say("an offering and two matching cards ({pair})", pair=pair))
    if can_give(me, god, act.TILE):
        ways.append(say("one God tile"))
    found: Any = ways[0] if ways else say("nothing")
    for way in ways[1:]:
        found = say("{one} or {other}", one=found, other=way)
    return found  # type: ignore[no-any-return]


# -- what the actions do -----------------------------------------------------------------------

Words = tuple[Message, Message]
"""The text for an action tile, and the one for a button."""


def _paths(rules: Tables, state: State, reach: Reach) -> Words:
    n = len(reach.offers)
    number = plural("{n} region", "{n} regions", n)
    if n == 1:
        region = names.REGION[at.REGIONS[reach.offers[0] - act.REGION]]
        return say("To one region: {region}", region=region), number
    return plural("{n} region in reach", "{n} regions in reach", n), number


def _people(rules: Tables, state: State, reach: Reach) -> Words:
    number = len(reach.offers)
    short = plural("{n} of them in reach", "{n} of them in reach", number)
    return short, say("up to {n}", n=reach.value)


def _helper(rules: Tables, state: State, reach: Reach) -> Words:
    short = plural("{n} point to spend", "{n} points to spend", reach.value)
    return short, say("{n} to spend", n=reach.value)


def _temple(rules: Tables, state: State, reach: Reach) -> Words:
    n = reach.value
    return say("Up to space {n}, then a Fire Bonus", n=n), say("up to {n}, Fire", n=n)


def _build(rules: Tables, state: State, reach: Reach) -> Words:
    points = rules.building_points[state.round - 1]
    short = plural("{n} point, then a Fire Bonus", "{n} points, then a Fire Bonus", points)
    return short, plural("{n} point, Fire", "{n} points, Fire", points)


def _fishing(rules: Tables, state: State, reach: Reach) -> Words:
    points = plural("{n} point", "{n} points", FISHING_POINTS)
    return points, points


_EFFECT = {
    at.D_LAND: _paths,
    at.D_WATER: _paths,
    at.D_WOMAN: _people,
    at.D_MAN: _people,
    at.D_HELPER: _helper,
    at.D_TEMPLE: _temple,
    at.D_BUILD: _build,
    at.D_FISHING: _fishing,
}
