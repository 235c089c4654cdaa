"""The compiled search: information-set Monte-Carlo tree search for any number of seats.

Each simulation draws a position from what the searching seat knows (``resample``, unless all cards
are open), walks down one
tree that all simulations share, adds a node, plays on with random choices, and carries the result
back up. Every seat maximises its own value (max^n). Chance with few outcomes branches like a
decision, drawn by its odds.

All data is in arrays of the caller, so that a search can run in slices.

Source: Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search" (2012).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from proa.engine.compiler.compile import compiled_function, inlined, rule, whole
from proa.engine.compiler.intrinsics import borrowed
from proa.engine.core.rng import below, fraction, next_number
from proa.engine.core.search_settings import RANDOM, RECORD, SCORES
from proa.engine.core.verbs import (
    CHANCE,
    OVER,
    apply,
    draw,
    evaluate,
    is_quiet,
    legal,
    prune,
    resample,
    returns,
    score_actions,
    scores,
    to_move,
)
from proa.engine.vector.reward_rules import lead_of

ACTION, CHILD, SIBLING, VISITS, OFFERED = range(5)
COLUMNS = 5
SIZE, MEASURED = range(2)
EXPLORE, VICTORY, WIDTH, GROWTH, PICKS, HORIZON, PICKS_BY, ORDER_BY, SCALE, LEAN, CUT = range(11)
OPEN_CARDS = 11
"""The numbers in ``knobs``: the fields of :class:`proa.engine.core.search_settings.SearchSettings`
except the first and the last."""

MOST_BRANCHES = 10
"""Chance with more outcomes than this does not branch: the statistics that follow cover all
outcomes. Otherwise the tree would end at the first card drawn from a deck."""


class Tree(NamedTuple):
    """The statistics of a search."""

    nodes: NDArray[np.int32]
    """``[node, column]``: the action that leads here, first child, next child of the same parent
    (0: none), simulations through it, simulations in which it could have been chosen. Node 0 is the
    root."""
    values: NDArray[np.float64]
    """``[node, seat]``: the sum of the seat's values, 0 to 1 each, over the node's simulations."""
    record: NDArray[np.float64]
    """``[2 seat, action]``: the sum of the seat's values in simulations in which it played the
    action after leaving the tree; ``[2 seat + 1, action]``: how often."""
    counts: NDArray[np.int64]
    """``SIZE``: nodes in the tree; ``MEASURED``: leads measured."""
    leads: NDArray[np.float64]
    """``[0]``: the sum of the squares of the leads at the ends of simulations."""
    squares: NDArray[np.float64]
    """``[node]``: the sum of squares of the searching seat's values, for the root's children."""


class Scratch(NamedTuple):
    """Scratch memory of a simulation; ``child_of`` is zero between uses."""

    actions: NDArray[np.int32]
    """Legal actions."""
    child_of: NDArray[np.int32]
    """``[action]``: a node's child."""
    path: NDArray[np.int64]
    """The nodes on the path."""
    line: NDArray[np.int32]
    """``[decision, 0]`` and ``[.., 1]``: seat and action of each random decision."""
    totals: NDArray[np.int64]
    """``[seat]``: points."""
    evaluations: NDArray[np.float64]
    """``[seat]``: the evaluation of the position, in points."""
    shares: NDArray[np.float64]
    """``[seat]``: values of the simulation."""
    logs: NDArray[np.float64]
    """``[n]``: the logarithm of n (computing it took a quarter of the time of a search)."""


class Guidance(NamedTuple):
    """Scratch memory of a guided search. Others have None, and are compiled without this code."""

    ahead: NDArray[Any]
    """A position one step ahead."""
    drawn: NDArray[np.int32]
    """Actions to choose from."""
    weights: NDArray[np.float64]
    """The weight of each of them."""


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


@inlined
def considered(rules, state, scratch, guidance):
    """List the mover's actions, pruned if the search is guided; return their number."""
    n = whole(legal(rules, state, scratch.actions))
    if guidance is not None:
        if n > 1:
            n = whole(prune(rules, state, scratch.actions, n))
    return n


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


# -- weighing actions ------------------------------------------------------------------------


@rule
def best_by(judge, rules, state, mover, n, tree, scratch, guidance):
    """Return the first of the best of the ``n`` actions in ``drawn``, weighed by ``judge``."""
    drawn, weights = guidance.drawn, guidance.weights
    if n == 1:
        return whole(drawn[0])
    if judge == SCORES:
        score_actions(rules, state, drawn, n, weights)
    elif judge == RECORD:
        for i in range(n):
            weights[i] = average(tree.record, mover, whole(drawn[i]))
    else:
        for i in range(n):
            weights[i] = after_step(rules, state, mover, whole(drawn[i]), scratch, guidance)
    best = 0
    for i in range(1, n):
        if weights[i] > weights[best]:
            best = i
    return whole(drawn[best])


@rule
def sum_odds(rules, state, actions, n, lean, sums):
    """Fill ``sums`` with the cumulated odds of the ``n`` actions, by the game's scores."""
    score_actions(rules, state, actions, n, sums)
    total = 0.0
    for i in range(n):
        total += math.exp(lean * sums[i])
        sums[i] = total


@rule
def by_odds(rng, n, sums):
    """Return one of ``n``, drawn by the odds whose cumulated sums are ``sums``."""
    number = fraction(rng) * sums[n - 1]
    drawn = 0
    while drawn < n - 1 and sums[drawn] <= number:
        drawn += 1
    return drawn


@rule
def average(record, seat, action):
    """Return a seat's mean value after playing the action, 0 to 1; a half before it was tried."""
    return (record[2 * seat, action] + 0.5) / (record[2 * seat + 1, action] + 1.0)


@rule
def after_step(rules, state, mover, action, scratch, guidance):
    """Return the lead that an action brings, by the evaluation of the position after it."""
    guidance.ahead[0] = state
    apply(rules, guidance.ahead[0], action)
    evaluate(rules, guidance.ahead[0], scratch.evaluations)
    return lead_of(scratch.evaluations, mover)


# -- playouts --------------------------------------------------------------------------------


@rule
def roll_out(rules, state, rng, tree, scratch, knobs, guidance):
    """Play on to the end or the horizon; write mover and action of each decision into the line.

    An action is the best of a few drawn at random. Returns the number of decisions.
    """
    longest = whole(len(scratch.line))
    horizon = min(whole(knobs[HORIZON]), longest)
    if guidance is not None:
        if knobs[CUT] > 0:
            horizon = whole(0)
    decisions = 0
    while True:
        mover = to_move(rules, state)
        if decisions >= horizon and may_end(rules, state, mover, guidance):
            return decisions
        if mover == CHANCE:
            apply(rules, state, draw(rules, state, next_number(rng)))
        elif mover < 0 or decisions >= longest:
            return decisions
        else:
            n = considered(rules, state, scratch, guidance)
            if n == 0:
                return decisions
            action = picked(rules, state, rng, mover, n, tree, scratch, knobs, guidance)
            apply(rules, state, action)
            scratch.line[decisions, 0] = mover
            scratch.line[decisions, 1] = action
            decisions += 1


@inlined
def may_end(rules, state, mover, guidance):
    """Return whether a playout that is long enough may end here."""
    if guidance is None:
        return mover != CHANCE
    return is_quiet(rules, state)


@inlined
def picked(rules, state, rng, mover, n, tree, scratch, knobs, guidance):
    """Return the best of a few of the ``n`` actions listed."""
    picks = whole(knobs[PICKS])
    if guidance is not None:
        if knobs[PICKS_BY] != RECORD:
            k = draw_some(rng, n, picks, scratch, guidance)
            return best_by(knobs[PICKS_BY], rules, state, mover, k, tree, scratch, guidance)
        if knobs[LEAN] > 0:
            sum_odds(rules, state, scratch.actions, n, knobs[LEAN], guidance.weights)
            return leaning(rng, mover, n, picks, tree, scratch, guidance)
    return promising(rng, mover, n, picks, tree, scratch)


@rule
def promising(rng, mover, n, picks, tree, scratch):
    """Return the listed action with the best record of ``picks`` drawn at random."""
    chosen = whole(scratch.actions[below(rng, n)])
    if n == 1:
        return chosen
    best = average(tree.record, mover, chosen)
    for _ in range(1, picks):
        action = whole(scratch.actions[below(rng, n)])
        mean = average(tree.record, mover, action)
        if mean > best:
            best = mean
            chosen = action
    return chosen


@rule
def leaning(rng, mover, n, picks, tree, scratch, guidance):
    """Return the listed action with the best record of ``picks`` drawn by their odds."""
    chosen = whole(scratch.actions[by_odds(rng, n, guidance.weights)])
    best = average(tree.record, mover, chosen)
    for _ in range(1, picks):
        action = whole(scratch.actions[by_odds(rng, n, guidance.weights)])
        mean = average(tree.record, mover, action)
        if mean > best:
            best = mean
            chosen = action
    return chosen


@rule
def draw_some(rng, n, picks, scratch, guidance):
    """Draw ``picks`` of the ``n`` listed actions, all if there are no more; return how many."""
    k = min(n, picks)
    for i in range(k):
        other = i + below(rng, n - i)
        guidance.drawn[i] = scratch.actions[other]
        scratch.actions[other] = scratch.actions[i]
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
