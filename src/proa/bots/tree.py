"""The compiled search: information-set Monte-Carlo tree search for any number of seats.

Each simulation draws a position from what the searching seat knows (``resample``), walks down one
tree that all of them share, adds a node, plays on with random choices and carries the result back
up. Every seat maximises its own value (max^n). Chance that has few outcomes branches like a
decision, drawn by its odds.

All of it lies in arrays of the caller, so that a search can run in slices.

Source: Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search" (2012).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from proa.engine.appraisal import lead_of
from proa.engine.compile import door, rule, whole
from proa.engine.rng import below, next_number
from proa.engine.verbs import CHANCE, apply, draw, legal, resample, returns, scores, to_move

ACTION, CHILD, SIBLING, VISITS, OFFERED = range(5)
COLUMNS = 5
SIZE, MEASURED = range(2)
EXPLORE, VICTORY, WIDTH, GROWTH, PICKS, HORIZON = range(6)
"""``knobs``: the fields of :class:`proa.bots.search.Settings`."""

MOST_BRANCHES = 10
"""Chance with more outcomes than this does not branch: what follows is learned over all of them,
else the tree would end at the first card drawn from a deck."""


class Tree(NamedTuple):
    """What a search has learned."""

    nodes: NDArray[np.int32]
    """``[node, column]``: the action that leads here, first child, next child of the same parent
    (0: none), simulations through it, simulations in which it could have been chosen. Node 0 is
    the root."""
    values: NDArray[np.float64]
    """``[node, seat]``: the sum of the seat's values, 0 to 1 each, over its simulations."""
    record: NDArray[np.float64]
    """``[2 seat, action]``: the sum of the seat's values in simulations in which it played the
    action after leaving the tree; ``[2 seat + 1, action]``: how often."""
    counts: NDArray[np.int64]
    """``SIZE``: nodes in the tree; ``MEASURED``: leads measured."""
    leads: NDArray[np.float64]
    """``[0]``: the sum of the squares of the leads at the ends of simulations."""


class Scratch(NamedTuple):
    """Memory that a simulation may use; ``child_of`` is zero between uses."""

    actions: NDArray[np.int32]
    """Legal actions."""
    child_of: NDArray[np.int32]
    """``[action]``: a node's child."""
    path: NDArray[np.int64]
    """The nodes walked through."""
    line: NDArray[np.int32]
    """``[decision, 0]`` and ``[.., 1]``: seat and action of each random decision."""
    totals: NDArray[np.int64]
    """``[seat]``: points."""
    shares: NDArray[np.float64]
    """``[seat]``: values of the simulation."""
    logs: NDArray[np.float64]
    """``[n]``: the logarithm of n (a quarter of the time of a search went into computing it)."""


# -- the tree --------------------------------------------------------------------------------


@rule
def find_child(nodes, node, action):
    """The child that ``action`` leads to; 0 if there is none yet."""
    child = whole(nodes[node, CHILD])
    while child != 0 and nodes[child, ACTION] != action:
        child = whole(nodes[child, SIBLING])
    return child


@rule
def add_child(tree, node, action):
    """A new node below ``node``."""
    nodes = tree.nodes
    child = tree.counts[SIZE]
    tree.counts[SIZE] += 1
    nodes[child, ACTION] = action
    nodes[child, SIBLING] = nodes[node, CHILD]
    nodes[node, CHILD] = child
    return child


@rule
def spread_children(nodes, node, child_of):
    """Note in ``child_of[action]`` the children of a node."""
    child = nodes[node, CHILD]
    while child != 0:
        child_of[nodes[child, ACTION]] = child
        child = nodes[child, SIBLING]


@rule
def gather_children(nodes, node, child_of):
    """Clear what :func:`spread_children` noted."""
    child = nodes[node, CHILD]
    while child != 0:
        child_of[nodes[child, ACTION]] = 0
        child = nodes[child, SIBLING]


# -- one simulation --------------------------------------------------------------------------


@rule
def walk_down(rules, state, rng, tree, scratch, knobs):
    """Play from the root to a new node or the end; the nodes passed go into the path.

    Returns the length of the path.
    """
    node = whole(0)
    scratch.path[0] = 0
    depth = 1
    while depth < len(scratch.path):
        mover = to_move(rules, state)
        if mover == CHANCE:
            action = whole(draw(rules, state, next_number(rng)))
            if legal(rules, state, scratch.actions) > MOST_BRANCHES:
                apply(rules, state, action)
                continue
            child = find_child(tree.nodes, node, action)
        elif mover < 0:
            break
        else:
            n = whole(legal(rules, state, scratch.actions))
            if n == 0:  # only in a position from outside that no game reaches
                break
            action, child = choose(rng, mover, node, n, tree, scratch, knobs)
        apply(rules, state, action)
        is_new = child == 0
        node = add_child(tree, node, action) if is_new else child
        scratch.path[depth] = node
        depth += 1
        if is_new:
            break
    return depth


@rule
def choose(rng, mover, node, n, tree, scratch, knobs):
    """The mover's choice among the ``n`` actions listed: one of the children, or, while they are
    few for the visits of the node, an action without one. Returns action and child (0: new)."""
    spread_children(tree.nodes, node, scratch.child_of)
    known, child = best_child(mover, n, tree, scratch, knobs)
    action = whole(tree.nodes[child, ACTION])
    if known < n and known <= knobs[WIDTH] * tree.nodes[node, VISITS] ** knobs[GROWTH]:
        action = untried(rng, n, scratch)
        child = whole(0)
    gather_children(tree.nodes, node, scratch.child_of)
    return action, child


@rule
def best_child(mover, n, tree, scratch, knobs):
    """How many listed actions have a child, and the child with the highest upper bound (UCB1, in
    which each child counts the times it could be chosen)."""
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
    """A listed action without a child, at random."""
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
def roll_out(rules, state, rng, tree, scratch, knobs):
    """Play on to the end or the horizon; mover and action of each decision go into the line.

    An action is the best by its record of a few drawn at random. Returns the number of decisions.
    """
    horizon = min(whole(knobs[HORIZON]), whole(len(scratch.line)))
    picks = whole(knobs[PICKS])
    decisions = 0
    while True:
        mover = to_move(rules, state)
        if mover == CHANCE:
            apply(rules, state, draw(rules, state, next_number(rng)))
        elif mover < 0 or decisions >= horizon:
            return decisions
        else:
            n = whole(legal(rules, state, scratch.actions))
            if n == 0:
                return decisions
            action = promising(rng, mover, n, picks, tree, scratch)
            apply(rules, state, action)
            scratch.line[decisions, 0] = mover
            scratch.line[decisions, 1] = action
            decisions += 1


@rule
def promising(rng, mover, n, picks, tree, scratch):
    """The listed action with the best record of ``picks`` drawn at random."""
    chosen = whole(scratch.actions[below(rng, n)])
    if n == 1:
        return chosen
    best = average(tree.record, mover, chosen)
    for _ in range(1, picks):
        action = whole(scratch.actions[below(rng, n)])
        worth = average(tree.record, mover, action)
        if worth > best:
            best = worth
            chosen = action
    return chosen


@rule
def average(record, seat, action):
    """What playing an action brought a seat so far, 0 to 1; a half before it was tried."""
    return (record[2 * seat, action] + 0.5) / (record[2 * seat + 1, action] + 1.0)


@rule
def evaluate(rules, state, tree, scratch, knobs):
    """Each seat's value, 0 to 1, into ``shares``: how good its lead is, on the scale of the leads
    seen so far; when the game is over, its part of the victory counts as well."""
    totals, shares = scratch.totals, scratch.shares
    scores(rules, state, totals)
    for seat in range(len(totals)):
        tree.leads[0] += lead_of(totals, whole(seat)) ** 2
        tree.counts[MEASURED] += 1
    scale = math.sqrt(tree.leads[0] / tree.counts[MEASURED]) + 1e-9
    is_over = to_move(rules, state) < 0
    if is_over:
        returns(rules, state, shares)
    for seat in range(len(totals)):
        goodness = 1.0 / (1.0 + math.exp(-lead_of(totals, whole(seat)) / scale))
        if is_over:
            goodness = knobs[VICTORY] * shares[seat] + (1.0 - knobs[VICTORY]) * goodness
        shares[seat] = goodness


@rule
def carry_back(tree, scratch, depth, decisions):
    """Add the values of a simulation to the nodes of its path and the record of its line."""
    shares = scratch.shares
    for i in range(depth):
        node = scratch.path[i]
        tree.nodes[node, VISITS] += 1
        for seat in range(len(shares)):
            tree.values[node, seat] += shares[seat]
    for i in range(decisions):
        seat = whole(scratch.line[i, 0])
        action = whole(scratch.line[i, 1])
        tree.record[2 * seat, action] += shares[seat]
        tree.record[2 * seat + 1, action] += 1.0


# -- the door --------------------------------------------------------------------------------


@door(
    "void(R, S, i8, i8, u8[:], f8[:], i4[:, :], f8[:, :], f8[:, :], i8[:], f8[:],"
    " i4[:], i4[:], i8[:], i4[:, :], i8[:], f8[:], f8[:])"
)
def simulate(
    rules, states, seat, n, rng, knobs,
    nodes, values, record, counts, leads,
    actions, child_of, path, line, totals, shares, logs,
):  # fmt: skip
    """Run ``n`` simulations for ``seat`` from what it knows of ``states[0]``.

    ``states[1]`` is scratch; then follow the arrays of a :class:`Tree` and a :class:`Scratch`.
    """
    tree = Tree(nodes, values, record, counts, leads)
    scratch = Scratch(actions, child_of, path, line, totals, shares, logs)
    for _ in range(n):
        states[1] = states[0]
        resample(rules[0], states[1], seat, rng)
        depth = walk_down(rules[0], states[1], rng, tree, scratch, knobs)
        decisions = roll_out(rules[0], states[1], rng, tree, scratch, knobs)
        evaluate(rules[0], states[1], tree, scratch, knobs)
        carry_back(tree, scratch, depth, decisions)
