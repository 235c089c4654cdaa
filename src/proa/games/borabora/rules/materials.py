"""Building materials and the ceremony spaces (BB-6.12, BB-8)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.rules.bits import fill
from proa.games.borabora.rules.question_stack import ZERO, pop, push, top
from proa.games.borabora.state import BUILDINGS, MATERIALS, MOST_BESIDE, NONE, SPACE


@rule
def covered(rules, me) -> int:
    """Return the ceremony spaces under buildings, as bits."""
    spaces = ZERO
    for tile in range(BUILDINGS):
        if me.building[tile] != NONE:
            spaces |= rules.site_spaces[me.building[tile]]
    return spaces


@rule
def free_spaces(rules, me, material) -> int:
    """Return the free ceremony spaces for a material, also single ones between buildings (BB-8.7),
    as bits."""
    return rules.material_spaces[material] & ~(me.filled | covered(rules, me))


@rule
def no_space(rules, state, me):
    """Put a material without a free matching space beside the board for good (BB-4.14)."""
    material = top(state).a
    if free_spaces(rules, me, material) != 0:
        return False
    me.beside[material] = min(me.beside[material] + 1, MOST_BESIDE)
    pop(state)
    return True


@rule
def offer_spaces(rules, state, me, actions):
    """Offer the free matching spaces for material ``a`` (BB-4.13)."""
    return fill(free_spaces(rules, me, top(state).a), whole(act.SPACE), actions)


@rule
def place_material(state, me, action):
    """Place the material for good (BB-8.6)."""
    pop(state)
    me.filled |= 1 << (action - act.SPACE)


@rule
def take_material(state, action):
    """Ask for the place of a material from the supply."""
    push(state, SPACE, whole(action - act.MATERIAL), ZERO)


@rule
def offer_materials(rules, state, me, actions):
    """Offer any material, or to stop (BB-11.12, BB-11.19)."""
    actions[0] = act.NO
    for material in range(len(MATERIALS)):
        actions[material + 1] = act.MATERIAL + material
    return len(MATERIALS) + 1


@rule
def choose_material(rules, state, me, action):
    """Take one of ``b`` materials, or stop."""
    if action == act.NO:
        pop(state)
    else:
        top(state).b -= 1
        take_material(state, action)
