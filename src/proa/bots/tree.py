"""The compiled search: information-set Monte-Carlo tree search for any number of seats.

Each simulation draws a position from what the searching seat knows (``resample``, unless all cards
are open), walks down one tree that all simulations share, adds a node, plays on with random
choices, and carries the result back up. Every seat maximises its own value (max^n). Chance with few
outcomes branches like a decision, drawn by its odds.

All data is in arrays of the caller, so that a search can run in slices.

Source: Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search" (2012).
"""

from __future__ import annotations

import math

from proa.bots.playouts import best_by, by_odds, considered, roll_out, sum_odds
from proa.bots.search_arrays import (
    ACTION,
    CHILD,
    CUT,
    EXPLORE,
    GROWTH,
    LEAN,
    MEASURED,
    OFFERED,
    OPEN_CARDS,
    ORDER_BY,
    SCALE,
    SIBLING,
    SIZE,
    VICTORY,
    VISITS,
    WIDTH,
    Scratch,
    Tree,
)
from proa.engine.compiler.compile import compiled_function, inlined, rule, whole
from proa.engine.compiler.intrinsics import borrowed
from proa.engine.core.rng import below, next_number
from proa.engine.core.search_settings import RANDOM
from proa.engine.core.verbs import (
    CHANCE,
    OVER,
    apply,
    draw,
    evaluate,
    is_quiet,
    legal,
    resample,
    returns,
    scores,
    to_move,
)
from proa.engine.vector.reward_rules import lead_of

MOST_BRANCHES = 10
"""Chance with more outcomes than this does not branch: the statistics that follow cover all
outcomes. Otherwise the tree would end at the first card drawn from a deck."""


# -- the tree --------------------------------------------------------------------------------


@rule
def find_child(nodes, node, action):
    """Return the child that ``action`` leads to; 0 if there is none yet."""
    child = whole(nodes[node, CHILD])
    while child != 0 and nodes[child, ACTION] != action:
        child = whole(nodes[child, SIBLING])
    return child


@rule
def add_child(tree, node, action):
    """Add a new node below ``node`` and return it."""
    nodes = tree.nodes
    child = tree.counts[SIZE]
    tree.counts[SIZE] += 1
    nodes[child, ACTION] = action
    nodes[child, SIBLING] = nodes[node, CHILD]
    nodes[node, CHILD] = child
    return child


@rule
def spread_children(nodes, node, child_of):
    """Write the children of a node into ``child_of[action]``."""
    child = nodes[node, CHILD]
    while child != 0:
        child_of[nodes[child, ACTION]] = child
        child = nodes[child, SIBLING]


@rule
def gather_children(nodes, node, child_of):
    """Clear what :func:`spread_children` wrote."""
    child = nodes[node, CHILD]
    while child != 0:
        child_of[nodes[child, ACTION]] = 0
        child = nodes[child, SIBLING]


# -- one simulation --------------------------------------------------------------------------


@rule
def walk_down(rules, state, rng, tree, scratch, knobs, guidance, first):
    """Play from the root to a new node or the end, and write the nodes into the path.

    ``first`` is the action at the root; -1: it is chosen like all others. Returns the length of the
    path.
    """
    node = whole(0)
    scratch.path[0] = 0
    depth = 1
    while depth < len(scratch.path):
        mover = to_move(rules, state)
        if guidance is not None:
            if knobs[CUT] > 0 and depth > 1 and is_quiet(rules, state):
                break
        if mover == CHANCE:
            action = whole(draw(rules, state, next_number(rng)))
            if legal(rules, state, scratch.actions) > MOST_BRANCHES:
                apply(rules, state, action)
                continue
            child = find_child(tree.nodes, node, action)
        elif mover < 0:
            break
        elif depth == 1 and first >= 0:
            action = whole(first)
            child = find_child(tree.nodes, node, action)
        else:
            n = considered(rules, state, scratch, guidance)
            if n == 0:  # only in an imported position that no game reaches
                break
            if guidance is not None:
                if n == 1:  # no choice, no node
                    apply(rules, state, whole(scratch.actions[0]))
                    continue
            action, child = choose(
                rules, state, rng, mover, node, n, tree, scratch, knobs, guidance
            )
        apply(rules, state, action)
        is_new = child == 0
        node = add_child(tree, node, action) if is_new else child
        scratch.path[depth] = node
        depth += 1
        if is_new:
            break
    return depth


@rule
def choose(rules, state, rng, mover, node, n, tree, scratch, knobs, guidance):
    """Return the mover's choice among the ``n`` actions listed, and its child (0: new).

    It is one of the children or, while these are few for the visits of the node, an action without
    a child.
    """
    spread_children(tree.nodes, node, scratch.child_of)
    known, child = best_child(mover, n, tree, scratch, knobs)
    action = whole(tree.nodes[child, ACTION])
    if known < n and known <= knobs[WIDTH] * tree.nodes[node, VISITS] ** knobs[GROWTH]:
        action = untried(rng, n, scratch)
        child = whole(0)
        if guidance is not None:
            if knobs[ORDER_BY] != RANDOM:
                k = list_untried(n, scratch, guidance)
                action = best_by(knobs[ORDER_BY], rules, state, mover, k, tree, scratch, guidance)
            elif knobs[LEAN] > 0:
                k = list_untried(n, scratch, guidance)
                sum_odds(rules, state, guidance.drawn, k, knobs[LEAN], guidance.weights)
                action = whole(guidance.drawn[by_odds(rng, k, guidance.weights)])
    gather_children(tree.nodes, node, scratch.child_of)
    return action, child


@rule
def best_child(mover, n, tree, scratch, knobs):
    """Return how many listed actions have a child, and the child with the highest upper bound.

    The bound is UCB1, where each child counts the times it could be chosen.
    """
    nodes = tree.nodes
    known = 0
    chosen = whole(0)
    highest = -1.0
    for i in range(n):
        child = whole(scratch.child_of[scratch.actions[i]])
        if child != 0:
            known += 1
            nodes[child, OFFERED] += 1
            visits = nodes[child, VISITS]
            doubt = math.sqrt(scratch.logs[nodes[child, OFFERED]] / visits)
            bound = tree.values[child, mover] / visits + knobs[EXPLORE] * doubt
            if bound > highest:
                highest = bound
                chosen = child
    return known, chosen


@rule
def untried(rng, n, scratch):
    """Return a random listed action without a child."""
    chosen = whole(-1)
    seen = 0
    for i in range(n):
        action = whole(scratch.actions[i])
        if scratch.child_of[action] == 0:
            seen += 1
            if below(rng, seen) == 0:
                chosen = action
    return chosen


@rule
def list_untried(n, scratch, guidance):
    """Put the listed actions without a child into ``drawn``; return how many."""
    k = 0
    for i in range(n):
        if scratch.child_of[scratch.actions[i]] == 0:
            guidance.drawn[k] = scratch.actions[i]
            k += 1
    return k


# -- the value of a simulation ---------------------------------------------------------------


@rule
def value_leaf(rules, state, tree, scratch, knobs, guidance):
    """Write each seat's value, 0 to 1, into ``shares``.

    It is the seat's lead on the scale of the leads seen so far; when the game is over, the seat's
    part of the victory counts as well.
    """
    evaluations, shares = scratch.evaluations, scratch.shares
    is_over = to_move(rules, state) == OVER
    measure(rules, state, is_over, scratch, guidance)
    for seat in range(len(evaluations)):
        tree.leads[0] += lead_of(evaluations, whole(seat)) ** 2
        tree.counts[MEASURED] += 1
    scale = math.sqrt(tree.leads[0] / tree.counts[MEASURED]) + 1e-9
    if guidance is not None:
        if knobs[SCALE] > 0:
            scale = knobs[SCALE]
    if is_over:
        returns(rules, state, shares)
    for seat in range(len(evaluations)):
        goodness = 1.0 / (1.0 + math.exp(-lead_of(evaluations, whole(seat)) / scale))
        if is_over:
            goodness = knobs[VICTORY] * shares[seat] + (1.0 - knobs[VICTORY]) * goodness
        shares[seat] = goodness


@inlined
def measure(rules, state, is_over, scratch, guidance):
    """Write the evaluation of the position for each seat into ``evaluations``: its points if the
    search is not guided or the game is over."""
    if guidance is not None:
        if not is_over:
            evaluate(rules, state, scratch.evaluations)
            return
    scores(rules, state, scratch.totals)
    for seat in range(len(scratch.totals)):
        scratch.evaluations[seat] = scratch.totals[seat]


@rule
def carry_back(tree, scratch, seat, depth, decisions):
    """Add a simulation's values for ``seat`` to the nodes of its path and the record of its
    line."""
    shares = scratch.shares
    if depth > 1:
        tree.squares[scratch.path[1]] += shares[seat] ** 2
    for i in range(depth):
        node = scratch.path[i]
        tree.nodes[node, VISITS] += 1
        for one in range(len(shares)):
            tree.values[node, one] += shares[one]
    for i in range(decisions):
        one = whole(scratch.line[i, 0])
        action = whole(scratch.line[i, 1])
        tree.record[2 * one, action] += shares[one]
        tree.record[2 * one + 1, action] += 1.0


@inlined
def simulate_once(rules, states, seat, rng, knobs, tree, scratch, guidance, first):
    """Run one simulation for ``seat`` from its knowledge of ``states[0]``; ``states[1]`` is
    scratch."""
    states[1] = states[0]
    if knobs[OPEN_CARDS] == 0:
        resample(rules, states[1], seat, rng)
    depth = walk_down(rules, states[1], rng, tree, scratch, knobs, guidance, first)
    decisions = roll_out(rules, states[1], rng, tree, scratch, knobs, guidance)
    value_leaf(rules, states[1], tree, scratch, knobs, guidance)
    carry_back(tree, scratch, seat, depth, decisions)


@inlined
def run(rules, states, seat, n, rng, knobs, tree, scratch, guidance):
    """Run ``n`` simulations."""
    for _ in range(n):
        simulate_once(rules, states, seat, rng, knobs, tree, scratch, guidance, whole(-1))


# -- the compiled function -------------------------------------------------------------------


@compiled_function(
    "void(R, S, i8, i8, u8[:], f8[:], i4[:, :], f8[:, :], f8[:, :], i8[:], f8[:], f8[:],"
    " i4[:], i4[:], i8[:], i4[:, :], i8[:], f8[:], f8[:], f8[:])"
)
def simulate(
    rules, states, seat, n, rng, knobs,
    nodes, values, record, counts, leads, squares,
    actions, child_of, path, line, totals, evaluations, shares, logs,
):  # fmt: skip
    """Run a search without guidance, with the arrays of a :class:`Tree` and a :class:`Scratch`."""
    tree = borrowed(Tree(nodes, values, record, counts, leads, squares))
    scratch = borrowed(Scratch(actions, child_of, path, line, totals, evaluations, shares, logs))
    tables, states, rng, knobs = borrowed((rules, states, rng, knobs))
    run(tables[0], states, seat, n, rng, knobs, tree, scratch, None)
