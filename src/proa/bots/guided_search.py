"""The compiled search that uses the evaluation and action scores of a game.

It is a compilation unit of its own, so that a level waits only for the code that it needs.
"""

from __future__ import annotations

from proa.bots.search_arrays import Guidance, Scratch, Tree
from proa.bots.tree import run, simulate_once
from proa.engine.compiler.compile import compiled_function, inlined, whole
from proa.engine.compiler.intrinsics import borrowed
from proa.engine.core.rng import next_number
from proa.engine.core.verbs import legal, prune


@inlined
def simulate_in_turns(rules, states, seat, n, rng, knobs, tree, scratch, guidance, left, alike):
    """Run ``n`` simulations of each root action in ``left``, in turns.

    Within a turn all simulations start from the same random number, in ``alike``, so that hands,
    dice and choices are the same as far as the actions allow.
    """
    for _ in range(n):
        number = next_number(rng)
        for i in range(len(left)):
            alike[0] = number
            first = whole(left[i])
            simulate_once(rules, states, seat, alike, knobs, tree, scratch, guidance, first)


@compiled_function(
    "void(R, S, i8, i8, u8[:], f8[:], i4[:, :], f8[:, :], f8[:, :], i8[:], f8[:], f8[:],"
    " i4[:], i4[:], i8[:], i4[:, :], i8[:], f8[:], f8[:], f8[:], S, i4[:], f8[:], i4[:], u8[:])"
)
def simulate_guided(
    rules, states, seat, n, rng, knobs,
    nodes, values, record, counts, leads, squares,
    actions, child_of, path, line, totals, evaluations, shares, logs,
    ahead, drawn, weights, left, alike,
):  # fmt: skip
    """Run :func:`proa.bots.tree.run`, or :func:`simulate_in_turns` if ``left`` holds actions.

    The arrays are those of a :class:`Tree`, a :class:`Scratch` and a :class:`Guidance`.
    """
    tree = borrowed(Tree(nodes, values, record, counts, leads, squares))
    scratch = borrowed(Scratch(actions, child_of, path, line, totals, evaluations, shares, logs))
    guidance = borrowed(Guidance(ahead, drawn, weights))
    tables, states, rng, knobs = borrowed((rules, states, rng, knobs))
    if len(left) > 0:
        left, alike = borrowed((left, alike))
        simulate_in_turns(
            tables[0], states, seat, n, rng, knobs, tree, scratch, guidance, left, alike
        )
    else:
        run(tables[0], states, seat, n, rng, knobs, tree, scratch, guidance)


@compiled_function("i8(R, S, i4[:])")
def legal_after_pruning(rules, states, actions):
    """Fill ``actions`` with the legal actions that the game does not prune; return their number."""
    n = legal(rules[0], states[0], actions)
    return prune(rules[0], states[0], actions, n) if n > 1 else n
