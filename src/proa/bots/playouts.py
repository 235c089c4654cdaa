"""Compiled playouts of a search: which actions are considered, and how they are chosen."""

from __future__ import annotations

import math

from proa.bots.search_arrays import CUT, HORIZON, LEAN, PICKS, PICKS_BY
from proa.engine.compiler.compile import inlined, rule, whole
from proa.engine.core.rng import below, fraction, next_number
from proa.engine.core.search_settings import RECORD, SCORES
from proa.engine.core.verbs import (
    CHANCE,
    apply,
    draw,
    evaluate,
    is_quiet,
    legal,
    prune,
    score_actions,
    to_move,
)
from proa.engine.vector.reward_rules import lead_of


@inlined
def considered(rules, state, scratch, guidance):
    """List the mover's actions, pruned if the search is guided; return their number."""
    n = whole(legal(rules, state, scratch.actions))
    if guidance is not None:
        if n > 1:
            n = whole(prune(rules, state, scratch.actions, n))
    return n


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
