"""Refusals: choices that a player might expect but may not take, with reason and rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from proa.engine.core.view_types import Refused
from proa.engine.messages import Message
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.build import has_site
from proa.games.borabora.rules.dice import need_of
from proa.games.borabora.rules.helper import can_move_hut, price
from proa.games.borabora.rules.persons import has_free_space, number_of_type
from proa.games.borabora.state import PendingQuestion, Player, State
from proa.games.borabora.texts import names
from proa.games.borabora.texts.labels import asked, label
from proa.games.borabora.texts.progress import progress

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


Refusal = tuple[int, Message, str]
"""Action, reason, rule."""


def refusals(game: Game, position: Position, viewer: int) -> list[Refused]:
    """Return the choices that a player might expect but may not take, each with reason and rule.

    The functions below return the reason against each choice; those that are legal after all are
    left out.
    """
    rules, state = game.tables, position.fields
    refused = _REFUSED.get(asked(state).kind) if state.depth else None
    if not refused:
        return []
    legal = set(game.legal_actions(position))
    me = state.player[state.mover]
    found = sorted(refused(rules, state, me, asked(state)), key=lambda refusal: refusal[0])
    return [
        {
            "code": game.code(action),
            "label": label(game, position, action),
            "reason": reason,
            "rule": rule,
        }
        for action, reason, rule in found
        if action not in legal
    ]


def _no_place(
    rules: Tables, state: State, me: Player, question: PendingQuestion
) -> Iterator[Refusal]:
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


def _no_region(
    rules: Tables, state: State, me: Player, question: PendingQuestion
) -> Iterator[Refusal]:
    """Refuse regions, each for its cheapest path: several may lead there, and they ascend by
    value."""
    sentences = set()
    for i in range(rules.paths[question.a]):
        ends, value = rules.path_ends[question.a][i], rules.path_value[question.a][i]
        mine = me.regions & ends
        region = (ends & ~mine).bit_length() - 1
        leads_on = mine and mine != ends and region < len(at.REGIONS)
        if leads_on and region not in sentences:
            sentences.add(region)
            yield act.REGION + region, say("The path needs a {n}.", n=value), "BB-4.2"


def _no_person(
    rules: Tables, state: State, me: Player, question: PendingQuestion
) -> Iterator[Refusal]:
    for position in range(at.POSITIONS):
        if state.display[question.a][position] != at.NONE:
            action = act.POSITION + question.a * at.POSITIONS + position
            yield action, say("The position is higher than {n}.", n=question.b), "BB-5.1"


def _no_trade(
    rules: Tables, state: State, me: Player, question: PendingQuestion
) -> Iterator[Refusal]:
    dear = (act.OFFERING, act.DECK, *range(act.MATERIAL, act.MOVE + 1))
    if any(price(action) > question.b for action in dear):
        for action in dear:
            yield action, say("It costs two points."), "BB-6.1"
    elif me.closed:
        yield act.MOVE, say("There is a person on the 12th space."), "BB-5.8"
    elif not can_move_hut(me):
        yield act.MOVE, say("You have no huts left on normal spaces."), "BB-6.13"


def _no_temple(
    rules: Tables, state: State, me: Player, question: PendingQuestion
) -> Iterator[Refusal]:
    for value in range(1, at.FACES + 1):
        yield act.TEMPLE + value - 1, say("The space is higher than {n}.", n=question.b), "BB-7.1"


def _no_build(
    rules: Tables, state: State, me: Player, question: PendingQuestion
) -> Iterator[Refusal]:
    for tile in range(at.FACES):
        if me.building[tile] != at.NONE:
            yield act.BUILD + tile, say("It is already built."), "BB-8.1"
        else:
            yield act.BUILD + tile, say("The tile is higher than {n}.", n=question.b), "BB-8.1"


def _no_use(
    rules: Tables, state: State, me: Player, question: PendingQuestion
) -> Iterator[Refusal]:
    for sex in range(len(at.SEXES)):
        for kind in range(len(at.TYPES)):
            tiles = number_of_type(me, sex, kind)
            if tiles == 0:
                continue
            action = act.USE + sex * len(at.TYPES) + kind
            if state.used[sex] >> kind & 1:
                yield action, say("You have already used it in this phase."), "BB-11.1"
            elif state.used[sex]:
                yield action, say("One more type needs a Green God."), "BB-16.26"
            else:
                yield action, say("It would have no effect now."), "BB-11.6"


def _no_buy(
    rules: Tables, state: State, me: Player, question: PendingQuestion
) -> Iterator[Refusal]:
    for space in range(at.COLUMN):
        tile = state.jewelry[at.COLUMN * (state.round - 1) + space]
        if tile != at.NONE:
            reason = say("You have only {shells}.", shells=names.shells(me.shells))
            yield act.BUY + space, reason, "BB-14.2"


def _no_task(
    rules: Tables, state: State, me: Player, question: PendingQuestion
) -> Iterator[Refusal]:
    complete = False
    for task in me.task:
        if task == at.NONE:
            continue
        found = progress(rules, state, state.mover, task, True)
        lacks = sum(max(count - (has or 0), 0) for has, count in found)
        complete = complete or lacks == 0
        reason = plural("{n} item is missing.", "{n} items are missing.", lacks)
        yield act.COMPLETE + task, reason, "BB-15.8"
    if complete and question.kind == at.TASK:
        for task in me.task:
            if task != at.NONE:
                reason = say("A task is complete, so you must score one.")
                yield act.SURRENDER + task, reason, "BB-15.4"


_REFUSED = {
    at.PLACE: _no_place,
    at.EXPAND: _no_region,
    at.PERSON: _no_person,
    at.HELPER: _no_trade,
    at.TEMPLE: _no_temple,
    at.BUILD: _no_build,
    at.PEOPLE: _no_use,
    at.BUY: _no_buy,
    at.TASK: _no_task,
    at.FINAL: _no_task,
}
