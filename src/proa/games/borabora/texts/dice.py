"""3. Phase A: the throw, placing a die, what it would reach there; 9. Fishing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from proa.engine.core.fields import writable
from proa.engine.core.position import cached
from proa.engine.core.texts import AnswerTexts, QuestionTexts, Refusal
from proa.engine.core.view_types import note
from proa.engine.messages import Message, join_list, seat
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules import flow
from proa.games.borabora.rules.build import has_site
from proa.games.borabora.rules.dice import FISHING_POINTS, need_of
from proa.games.borabora.rules.persons import has_free_space
from proa.games.borabora.rules.question_stack import pop, push
from proa.games.borabora.state import Player, State
from proa.games.borabora.texts import names
from proa.games.borabora.texts.answers import Chosen, choice, mover
from proa.games.borabora.texts.gods import needs_god
from proa.games.borabora.view_types import PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position, Questions


def _no_place(game: Game, position: Position) -> Iterator[Refusal]:
    rules, state, me = game.tables, position.fields, mover(position)
    dice = {v for v, spot in zip(me.die, me.spot, strict=True) if spot == at.NONE}
    for tile in range(at.D_FISHING):
        need = need_of(rules, state, me, tile)
        lowest = state.lowest[rules.tile_of[state.players][tile]]
        for value in dice:
            action = act.PLACE + tile * at.FACES + value - 1
            if need >= at.EMPTY:
                yield action, *_why_no_die(rules, me, tile)
            elif value >= lowest:
                yield action, say("The die must be lower than {n}.", n=lowest), "BB-3.5"
            elif value < need:
                yield action, say("This needs at least a {n}.", n=need), "BB-3.7"


def _why_no_die(rules: Tables, me: Player, tile: int) -> tuple[Message, str]:
    """Return why no die is possible for the action of a tile, and the rule."""
    if tile in (at.D_LAND, at.D_WATER):
        if not (me.normal or me.last):
            return say("You have no huts left on your player board."), "BB-4.7"
        return say("No path within range leads to a new region."), "BB-4.7"
    if tile in (at.D_WOMAN, at.D_MAN):
        if not has_free_space(rules, me):
            return say("You have no free person space."), "BB-5.6"
        return say("No people are left on the board."), "BB-5.4"
    if tile == at.D_TEMPLE:
        return say("You have no priests left."), "BB-7.5"
    if not has_site(me):
        return say("You have no two adjacent materials."), "BB-8.5"
    return say("You have built all your tiles."), "BB-8.5"


_PLACE = {
    (False, False): "Place the {n} for {tile}",
    (True, False): "Place the {n} for {tile}, with a Blue God",
    (False, True): "Place the {n} for {tile}, with a White God",
    (True, True): "Place the {n} for {tile}, with a Blue and a White God",
}
"""By the Gods that the die needs: Blue, White."""


def _place(game: Game, position: Position, n: int) -> Message:
    rules, state = game.tables, position.fields
    tile, value = n // at.FACES, n % at.FACES + 1
    if tile == at.D_FISHING:
        points = names.points(FISHING_POINTS)
        return say("Place the {n} for Fishing: {points}", n=value, points=points)
    blue = value >= state.lowest[rules.tile_of[state.players][tile]]
    white = value < need_of(rules, state, mover(position), tile)
    return say(_PLACE[blue, white], n=value, tile=names.TILE[at.TILES[tile]])


def _placed(game: Game, before: Position, n: int, after: Position) -> Message:
    tile, value = n // at.FACES, n % at.FACES + 1
    if tile == at.D_FISHING:
        points = names.points(FISHING_POINTS)
        return say("{seat} places a {n} on Fishing: {points}.", n=value, points=points)
    return say("{seat} places a {n}: {tile}.", n=value, tile=names.TILE[at.TILES[tile]])


# -- what a die would do ---------------------------------------------------------------------


def _reaches(chosen: Chosen) -> PreviewText:
    state = chosen.state
    tile, face = divmod(chosen.n, at.FACES)
    needed = _gods_needed(chosen.after.fields)
    reach = _reached(
        chosen.game, chosen.position, tile, at.FACES if at.WHITE in needed else face + 1
    )
    short, brief = _EFFECT[tile](chosen.rules, state, reach)
    return {
        "title": say("{tile}: place the {n}", tile=names.TILE[at.TILES[tile]], n=face + 1),
        "text": say("{effect}.", effect=short),
        "short": short,
        "brief": brief,
        "gods": [at.GODS[god] for god in needed],
        "lights": _lights(reach),
        "lines": [needs_god(state, god) for god in needed],
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
    offers = [] if kind is None else _offered(game, position, kind, a, value)
    return Reach(value, tile, offers)


def _offered(game: Game, position: Position, kind: int, a: int, b: int) -> list[int]:
    """Return the answers that the rules would offer the mover to a question."""
    state, actions = _copy(game, position), [0] * game.spec.capacity
    push(state, kind, a, b)
    try:
        return actions[: flow.legal(game.tables, state, actions)]
    finally:
        pop(state)


@cached
def _copy(game: Game, position: Position) -> State:
    """Return a copy in which a question can be pushed and popped."""
    return writable(position.fields)


def _lights(reach: Reach) -> list[str]:
    """Return what the action reaches, by the ids of the drawing."""
    if reach.tile in (at.D_LAND, at.D_WATER):
        return [f"reach-{at.REGIONS[action - act.REGION]}" for action in reach.offers]
    if reach.tile in (at.D_WOMAN, at.D_MAN):
        places = [divmod(action - act.POSITION, at.POSITIONS) for action in reach.offers]
        return [f"{at.SEXES[sex]}-{place + 1}" for sex, place in places]
    return [f"niche-{action - act.TEMPLE + 1}" for action in reach.offers]


def _gods_needed(after: State) -> list[int]:
    """Return the Gods that the die needs: Blue past lower dice, White for strength. The game asks
    for them after the placement (BB-16.13)."""
    questions = after.question[: after.depth]
    needed = [at.BLUE for question in questions if question.kind == at.ASK_BLUE]
    return needed + [
        at.WHITE for question in questions if question.kind == at.ASK_WHITE and question.a
    ]


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
    points = names.points(FISHING_POINTS)
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

QUESTIONS: Questions = {
    at.ROLL: QuestionTexts(
        ask=lambda game, position: say(
            "{seat} is rolling three dice.", seat=seat(position.fields.mover)
        ),
        answers={
            act.ROLL: AnswerTexts(
                say("The dice: {dice}"),
                say("{seat} rolls {dice}."),
                values=lambda game, position, n: {
                    "seat": seat(position.fields.mover),
                    "dice": join_list(list(act.ROLLS[n])),
                },
            )
        },
    ),
    at.PLACE: QuestionTexts(
        ask=say("Place a die and take its action."),
        others=say("{seat} is placing a die."),
        hint=say("Choose a die: the tiles where it fits light up and show what it does there."),
        note=note(
            "place",
            say("Low dice get in, high dice do more"),
            say(
                "A die must be lower than every die on its tile, so ones and twos fit almost "
                "anywhere. A high die does more, but only while the tile is open. Choose a die to "
                "see where it can go."
            ),
            "BB-3.5",
        ),
        refusals=_no_place,
        only_answer=say("You have no other choice, even with the Gods that you can afford."),
        answers=choice(act.PLACE, _place, _placed, _reaches),
    ),
}
