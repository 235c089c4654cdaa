"""The compiled side of :mod:`proa.engine.vector`: many games, a decision of each at a call."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from proa.engine.appraisal import GAINS, appraise
from proa.engine.borrowing import borrowed
from proa.engine.chance import play_chance
from proa.engine.compile import door, inlined, rule, whole
from proa.engine.rng import below, rekey, seeded
from proa.engine.verbs import CHANCE, OVER, apply, legal, observe, start, to_move

ANY_SEAT = -1
"""Who learns, if every seat does."""


class Games(NamedTuple):
    """What is kept of each game, ``[n]`` and more."""

    seeds: NDArray[np.uint64]
    """What all its chance comes from."""
    rounds: NDArray[np.int64]
    """How often it was begun."""
    dice: NDArray[np.uint64]
    """The random numbers of those who decide at random."""
    learners: NDArray[np.int64]
    """The seat that is asked, or ``ANY_SEAT``; the others decide at random."""
    seats: NDArray[np.int64]
    """Who is to decide, or ``OVER``."""
    counts: NDArray[np.int64]
    """How many legal actions there are."""
    legal: NDArray[np.int32]
    """They, ``[n, capacity]``."""
    masks: NDArray[np.bool_]
    """They again, ``[n, actions]``."""
    observations: NDArray[np.float32]
    """What who is to decide knows, ``[n, features]``."""
    worths: NDArray[np.float64]
    """What each game is worth to each seat, as far as it was paid, ``[n, players]``."""
    rewards: NDArray[np.float32]
    """What each seat got in the last step, ``[n, players]``."""
    done: NDArray[np.bool_]
    """Whether the last step ended the game."""


class Scratch(NamedTuple):
    """Memory that a step may use."""

    actions: NDArray[np.int32]
    weights: NDArray[np.int64]
    totals: NDArray[np.int64]
    worths: NDArray[np.float64]
    rng: NDArray[np.uint64]


# -- one game --------------------------------------------------------------------------------


@rule
def settle(rules, state, actions, weights):
    """Go on through chance, drawn from the position's key."""
    while to_move(rules, state) == CHANCE:
        play_chance(rules, state, actions, weights)


@rule
def let_others(rules, state, learner, rng, actions, weights):
    """Who does not learn decides at random, until who learns is asked or the game is over."""
    mover = to_move(rules, state)
    while mover >= 0 and mover != learner and learner != ANY_SEAT:
        n = whole(legal(rules, state, actions))
        apply(rules, state, whole(actions[below(rng, n)]))
        settle(rules, state, actions, weights)
        mover = to_move(rules, state)
    return mover


@rule
def begin(rules, states, scenes, i, players, games, scratch):
    """Begin game i, anew or from one of the scenes (the first of them is empty), with a key that
    comes from its seed and the number of times it was begun."""
    rng = scratch.rng
    rng[0] = seeded(games.seeds[i], np.uint64(games.rounds[i]))
    games.rounds[i] += 1
    chosen = 0
    if len(scenes) > 1:
        chosen = 1 + below(rng, len(scenes) - 1)
    states[i] = scenes[chosen]
    if chosen == 0:
        start(rules, states[i], players)
    rekey(states[i], rng)
    settle(rules, states[i], scratch.actions, scratch.weights)
    for seat in range(players):
        games.worths[i, seat] = 0.0


@rule
def open_game(rules, states, scenes, i, players, games, scratch):
    """Begin game i and go on until somebody who learns is asked."""
    mover = OVER
    while mover == OVER:
        begin(rules, states, scenes, i, players, games, scratch)
        mover = let_others(
            rules, states[i], games.learners[i], scratch.rng, scratch.actions, scratch.weights
        )
    games.dice[i] = scratch.rng[0]


@inlined
def pay(rules, state, i, reward, is_over, games, scratch):
    """Every seat gets by how much the game is now worth more to it."""
    if reward == GAINS or is_over:
        appraise(rules, state, reward, scratch.totals, scratch.worths)
        for seat in range(len(scratch.worths)):
            games.rewards[i, seat] = scratch.worths[seat] - games.worths[i, seat]
            games.worths[i, seat] = scratch.worths[seat]
    else:
        for seat in range(len(scratch.worths)):
            games.rewards[i, seat] = 0.0


@inlined
def ask(rules, state, i, sees, games, scratch):
    """Note who is to decide in game i, what is legal and what that seat knows."""
    for k in range(games.counts[i]):
        games.masks[i, games.legal[i, k]] = False
    mover = to_move(rules, state)
    n = 0 if mover == OVER else whole(legal(rules, state, games.legal[i]))
    for k in range(n):
        games.masks[i, games.legal[i, k]] = True
    games.seats[i], games.counts[i] = mover, n
    if sees and mover != OVER:
        observe(rules, state, mover, games.observations[i])


@inlined
def step(rules, states, ended, scenes, i, action, players, reward, again, games, scratch):
    """Play a decision in game i, and what nobody is asked for after it. If that ends it, its last
    position is kept, and with ``again`` it is begun anew."""
    apply(rules, states[i], action)
    settle(rules, states[i], scratch.actions, scratch.weights)
    scratch.rng[0] = games.dice[i]
    mover = let_others(
        rules, states[i], games.learners[i], scratch.rng, scratch.actions, scratch.weights
    )
    games.dice[i] = scratch.rng[0]
    is_over = mover == OVER
    pay(rules, states[i], i, reward, is_over, games, scratch)
    games.done[i] = is_over
    if is_over:
        ended[i] = states[i]
        if again:
            open_game(rules, states, scenes, i, players, games, scratch)


# -- the doors -------------------------------------------------------------------------------


@inlined
def gathered(
    seeds, rounds, dice, learners, seats, counts, listed, masks, observations, worths,
    rewards, done, actions, weights, totals, gains, rng,
):  # fmt: skip
    """The arrays that every door takes."""
    games = Games(
        borrowed(seeds), borrowed(rounds), borrowed(dice), borrowed(learners), borrowed(seats),
        borrowed(counts), borrowed(listed), borrowed(masks), borrowed(observations),
        borrowed(worths), borrowed(rewards), borrowed(done),
    )  # fmt: skip
    scratch = Scratch(
        borrowed(actions), borrowed(weights), borrowed(totals), borrowed(gains), borrowed(rng),
    )  # fmt: skip
    return games, scratch


@door("i8(i8[:], i4[:, :], i8[:], i8[:])")
def first_illegal(actions, listed, counts, seats):
    """The first game in which an action is not legal, -1 if there is none."""
    for i in range(len(actions)):
        found = seats[i] == OVER
        for k in range(counts[i]):
            found = found or listed[i, k] == actions[i]
        if not found:
            return i
    return -1


@door(
    "void(R, S, S, b1[:], i8, b1, u8[:], i8[:], u8[:], i8[:], i8[:], i8[:], i4[:, :], b1[:, :],"
    " f4[:, :], f8[:, :], f4[:, :], b1[:],"
    " i4[:], i8[:], i8[:], f8[:], u8[:])"
)
def begin_each(
    rules, states, scenes, chosen, players, sees,
    seeds, rounds, dice, learners, seats, counts, listed, masks, observations, worths,
    rewards, done, actions, weights, totals, gains, rng,
):  # fmt: skip
    """Begin the games that are chosen."""
    games, scratch = gathered(
        seeds, rounds, dice, learners, seats, counts, listed, masks, observations, worths,
        rewards, done, actions, weights, totals, gains, rng,
    )  # fmt: skip
    for i in range(len(states)):
        if chosen[i]:
            open_game(rules[0], states, scenes, i, players, games, scratch)
            ask(rules[0], states[i], i, sees, games, scratch)
            done[i] = False
            for seat in range(players):
                rewards[i, seat] = 0.0


@door(
    "void(R, S, b1, u8[:], i8[:], u8[:], i8[:], i8[:], i8[:], i4[:, :], b1[:, :],"
    " f4[:, :], f8[:, :], f4[:, :], b1[:],"
    " i4[:], i8[:], i8[:], f8[:], u8[:])"
)
def ask_each(
    rules, states, sees,
    seeds, rounds, dice, learners, seats, counts, listed, masks, observations, worths,
    rewards, done, actions, weights, totals, gains, rng,
):  # fmt: skip
    """Find anew what follows from the positions."""
    games, scratch = gathered(
        seeds, rounds, dice, learners, seats, counts, listed, masks, observations, worths,
        rewards, done, actions, weights, totals, gains, rng,
    )  # fmt: skip
    for i in range(len(states)):
        ask(rules[0], states[i], i, sees, games, scratch)


@door(
    "void(R, S, S, S, i8[:], i8, i8, i8, b1, b1, u8[:], i8[:], u8[:], i8[:], i8[:], i8[:],"
    " i4[:, :], b1[:, :], f4[:, :], f8[:, :], f4[:, :], b1[:],"
    " i4[:], i8[:], i8[:], f8[:], u8[:])"
)
def step_each(
    rules, states, ended, scenes, chosen, times, players, reward, again, sees,
    seeds, rounds, dice, learners, seats, counts, listed, masks, observations, worths,
    rewards, done, actions, weights, totals, gains, rng,
):  # fmt: skip
    """Play the chosen decision in every game that goes on, or, if none is chosen (the array is
    empty), so many times one at random."""
    games, scratch = gathered(
        seeds, rounds, dice, learners, seats, counts, listed, masks, observations, worths,
        rewards, done, actions, weights, totals, gains, rng,
    )  # fmt: skip
    states, ended, scenes = borrowed(states), borrowed(ended), borrowed(scenes)
    for i in range(len(states)):
        for _ in range(times):
            if seats[i] == OVER:
                pay(rules[0], states[i], i, reward, True, games, scratch)
                continue
            if len(chosen):
                action = chosen[i]
            else:
                rng[0] = dice[i]
                action = whole(listed[i, below(rng, counts[i])])
                dice[i] = rng[0]
            step(rules[0], states, ended, scenes, i, action, players, reward, again, games, scratch)
            ask(rules[0], states[i], i, sees, games, scratch)
