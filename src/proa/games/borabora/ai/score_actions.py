"""Scores of actions in Bora Bora before any search: roughly the points that an action gains."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.ai.policy import ODDS, SCORE_WEIGHT
from proa.games.borabora.rules.persons import number_of_type
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.rules.requirements import missing
from proa.games.borabora.state import (
    ASK_GREEN,
    ASK_RED,
    BUILD,
    BUY,
    CARDS,
    COLUMN,
    COPIES,
    D_BUILD,
    D_FISHING,
    D_HELPER,
    D_TEMPLE,
    D_WATER,
    DOUBLE,
    FACES,
    FINAL,
    HELPER,
    MATERIAL,
    NEW_TASK,
    PEOPLE,
    PERSON,
    PLACE,
    POSITIONS,
    REGIONS,
    RESOURCE,
    ROUNDS,
    T_BUILD,
    TASK,
    TEMPLE,
    TYPES,
)

BONUS = 2.5
"""The value of a Fire Bonus."""
USE = np.array([3.5, 3.5, 2.5, 2.5, BONUS, 1.6, 0.7, 2.0, 1.0, 1.0, 1.0, 1.1])
"""The value of one use of one tile, by type; a building's points are added."""
EACH = 7
"""From this type on, the value grows with the number of equal tiles."""


@rule
def score_actions(rules, state, actions, n, weights):
    """Fill ``weights`` with the logarithm of the odds that each action is chosen."""
    kind = whole(top(state).kind)
    me = state.player[state.mover]
    row = row_of(state)
    for i in range(n):
        action = whole(actions[i])
        score = score_action(rules, state, me, kind, action)
        weights[i] = SCORE_WEIGHT[kind] * score + ODDS[row, action]


@rule
def row_of(state):
    """Return the row of the round in ``ODDS``; the preparation uses that of the first round."""
    return max(state.round, 1) - 1


@rule
def score_action(rules, state, me, kind, action):
    """Return the score of an answer to a question."""
    if kind == PLACE:
        return for_place(rules, state, action - act.PLACE)
    if kind == PEOPLE:
        return for_use(rules, state, me, action)
    if kind in (TASK, FINAL, NEW_TASK):
        return for_task(rules, state, action)
    if kind == BUY:
        return for_jewelry(rules, state, action)
    if kind == HELPER:
        return for_trade(action)
    if kind == PERSON:
        return for_person(rules, state, action - act.POSITION)
    if action <= act.TILE:
        return for_god(rules, state, kind, action)
    if kind == TEMPLE:
        return 0.8 * (action - act.TEMPLE)
    if kind == BUILD:
        return 0.5 * (action - act.BUILD)
    if act.REGION <= action < act.REGION + len(REGIONS):
        return 0.3 * rules.fish_value[state.fish[action - act.REGION]]
    if action == act.NORMAL:
        return 1.0
    return 0.0


@rule
def for_place(rules, state, place):
    """Return the value of placing a die: high dice are for the Helper and the temple."""
    tile, face = divmod(place, FACES)
    left = ROUNDS - state.round
    if tile == D_FISHING:
        return 2.0 - 0.4 * face
    if tile == D_HELPER:
        return 1.1 * (face + 1)
    if tile == D_TEMPLE:
        return 3.0 + 0.4 * left + 0.3 * face
    if tile == D_BUILD:
        return BONUS + rules.building_points[state.round - 1] - 0.25 * face
    if tile <= D_WATER:
        return 4.0 - 0.25 * face
    return 1.5 + 0.8 * left - 0.25 * face


@rule
def for_use(rules, state, me, action):
    """Return the value of using men or women of a type."""
    if action == act.NO:
        return 0.0
    sex, kind = divmod(action - act.USE, len(TYPES))
    if kind == T_BUILD:
        return USE[kind] + rules.building_points[state.round - 1]
    return USE[kind] * (number_of_type(me, sex, kind) if kind >= EACH else 1)


@rule
def for_task(rules, state, action):
    """Return the value of a task action: complete tasks first, then those that lack little."""
    if action == act.NO:
        return 0.0
    if action < act.YELLOW:
        return 6.0
    if action < act.SURRENDER:
        return 3.0
    if action < act.CHOOSE:
        return 0.8 * missing(rules, state, whole(state.mover), whole(action - act.SURRENDER))
    return -1.5 * missing(rules, state, whole(state.mover), whole(action - act.CHOOSE))


@rule
def for_jewelry(rules, state, action):
    """Return points minus shells."""
    if action == act.NO:
        return 0.0
    tile = state.jewelry[COLUMN * (state.round - 1) + action - act.BUY]
    return 0.5 + rules.jewelry_points[tile] - rules.jewelry_cost[tile]


@rule
def for_trade(action):
    """Return the value of a trade with the Helper: symbols first."""
    if action == act.NO:
        return -3.0
    if action < act.POINT:
        return 0.9 * ((action - act.SHIFT) % 4 + 1)
    if action == act.POINT:
        return 0.1
    return -0.2 if act.MATERIAL <= action < act.MOVE else -0.8


@rule
def for_person(rules, state, place):
    """Return the value of a man or a woman: symbols, and what the type does."""
    sex, position = divmod(place, POSITIONS)
    tile = whole(state.display[sex][position])
    return 0.5 * rules.symbols[sex][tile] + 0.5 * USE[tile // COPIES]


@rule
def for_god(rules, state, kind, action):
    """Return the value of paying for a God: positive where it scores. ``no`` is bad where the
    choice is free of charge."""
    if action == act.NO:
        return -2.0 if kind in (RESOURCE, MATERIAL, CARDS) else 0.0
    way = 0.0 if action == act.CARD else -1.5
    if kind == ASK_RED:
        return way + rules.fish_value[state.fish[top(state).a]] - 2.0
    if kind == ASK_GREEN:
        return way + (0.0 if top(state).a == DOUBLE else -1.0)
    return way - 2.0
