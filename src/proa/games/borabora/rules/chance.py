"""What chance decides: dice, cards and tiles."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.actions import ROLLS
from proa.games.borabora.rules.bits import fill, one_of, part, size
from proa.games.borabora.rules.dice import roll
from proa.games.borabora.rules.gods import drawn, number_of, opened
from proa.games.borabora.rules.preparation import (
    deal_crane,
    deal_fish,
    deal_jewelry,
    deal_parrot,
    deal_person,
    deal_task,
    draw_order,
    first_of_deal,
    things_to_deal,
)
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.state import (
    COLOURS,
    DEAL_CRANES,
    DEAL_FISH,
    DEAL_JEWELRY,
    DEAL_MEN,
    DEAL_PARROTS,
    DEAL_WOMEN,
    DRAW,
    FACES,
    OPEN,
    ORDER,
    ROLL,
)


@rule
def list_outcomes(rules, state, kind, actions):
    """Fill ``actions`` with the possible outcomes, ascending."""
    if kind == ROLL:
        for i in range(len(ROLLS)):
            actions[i] = act.ROLL + i
        return len(ROLLS)
    if kind in (DRAW, OPEN):
        n = 0
        for god in range(COLOURS):
            if state.deck[god] > 0:
                actions[n] = act.GOD + god
                n += 1
        return n
    return fill(things_to_deal(state, kind), first_of_deal(kind), actions)


@rule
def outcomes(rules, state, weights):
    """Fill ``weights``: throws of three dice by frequency, cards by number, tiles equally."""
    kind = whole(top(state).kind)
    if kind == ROLL:
        for i in range(len(ROLLS)):
            weights[i] = rules.roll_weight[i]
        return whole(FACES * FACES * FACES)
    if kind in (DRAW, OPEN):
        n = 0
        for god in range(COLOURS):
            if state.deck[god] > 0:
                weights[n] = state.deck[god]
                n += 1
        return whole(number_of(state.deck))
    number = size(things_to_deal(state, kind))
    for i in range(number):
        weights[i] = 1
    return whole(number)


@rule
def draw(rules, state, number):
    """Return one outcome, distributed as ``outcomes`` says."""
    kind = whole(top(state).kind)
    if kind == ROLL:
        thrown = part(number, FACES * FACES * FACES)
        high, low = divmod(thrown, FACES * FACES)
        middle, low = divmod(low, FACES)
        return whole(act.ROLL) + rules.roll_of[high][middle][low]
    if kind in (DRAW, OPEN):
        left = part(number, number_of(state.deck))
        god = 0
        while left >= state.deck[god]:
            left -= state.deck[god]
            god += 1
        return whole(act.GOD + god)
    return whole(first_of_deal(kind)) + one_of(things_to_deal(state, kind), number)


@rule
def happen(rules, state, me, kind, action):
    """Apply an outcome; ``me`` is the player it concerns."""
    if kind == ROLL:
        roll(rules, state, me, action)
    elif kind == DRAW:
        drawn(rules, state, me, action - act.GOD)
    elif kind == OPEN:
        opened(rules, state, action - act.GOD)
    elif kind in (DEAL_WOMEN, DEAL_MEN):
        deal_person(state, action)
    elif kind == ORDER:
        draw_order(state, action)
    elif kind == DEAL_FISH:
        deal_fish(state, action)
    elif kind == DEAL_JEWELRY:
        deal_jewelry(state, action)
    elif kind == DEAL_CRANES:
        deal_crane(state, me, action)
    elif kind == DEAL_PARROTS:
        deal_parrot(state, me, action)
    else:
        deal_task(state, action)
