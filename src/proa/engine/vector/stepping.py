"""The compiled side of :mod:`proa.engine.vector.vector`: many games, one decision each per call."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from proa.engine.compiler.compile import compiled_function, inlined, rule, whole
from proa.engine.compiler.intrinsics import borrowed, row_of
from proa.engine.core.chance import play_chance
from proa.engine.core.observation_rules import observe_seat
from proa.engine.core.rng import below, next_number, rekey, seeded
from proa.engine.core.verbs import CHANCE, OVER, apply, legal, start, to_move
from proa.engine.vector.policies import OUTSIDE, chosen_by
from proa.engine.vector.reward_rules import GAINS, fill_rewards

ANY_SEAT = -1
"""The learner, if every seat learns."""
NOTHING, SCALED, WHOLE = range(3)
"""How observations are told: not at all, as float32, as int8."""
FAULT = -3
"""Who is asked when a policy is at fault; ``scratch.weights[0]`` is its code then."""
FAULT_KINDS = 4
"""A door returns a game in which a policy is at fault times so many, minus the policy's code."""
NO_POLICY = 0
"""Decide at random."""
NEAR = 16
"""How many legal actions are compared at once; most lists are shorter."""


class Games(NamedTuple):
    """The data of all games, ``[n]`` and more axes."""

    seeds: NDArray[np.uint64]
    """The source of all chance of a game."""
    rounds: NDArray[np.int64]
    """How often it was started."""
    dice: NDArray[np.uint64]
    """The random numbers of seats that decide at random."""
    learners: NDArray[np.int64]
    """The seat that is asked, or ``ANY_SEAT``; a policy decides for the others."""
    seats: NDArray[np.int64]
    """The seat to decide, or ``OVER``."""
    counts: NDArray[np.int64]
    """The number of legal actions."""
    legal: NDArray[np.int32]
    """The legal actions, ``[n, capacity]``."""
    worths: NDArray[np.float64]
    """The value of each game for each seat that was paid so far, ``[n, players]``."""
    masks: NDArray[np.bool_]
    """The legal actions as a mask, ``[n, actions]``; without columns if masks are off."""
    numbers: NDArray[np.int8]
    """The observation of the seat to decide, ``[n, numbers]``, if the form is ``WHOLE``."""
    observations: NDArray[np.float32]
    """The same, ``[n, numbers]``, if the form is ``SCALED``."""
    rewards: NDArray[np.float32]
    """The rewards of each seat in the last step, ``[n, players]``."""
    done: NDArray[np.bool_]
    """Whether the last step ended the game."""


class Scratch(NamedTuple):
    """Scratch memory of a step."""

    actions: NDArray[np.int32]
    weights: NDArray[np.int64]
    totals: NDArray[np.int64]
    worths: NDArray[np.float64]
    rng: NDArray[np.uint64]
    fresh: NDArray[np.int8]
    """An observation in whole numbers."""
    factors: NDArray[np.float32]
    """The factors of its numbers for float32; read-only."""


# -- one game --------------------------------------------------------------------------------


@rule
def settle(rules, state, actions, weights):
    """Play chance, drawn from the position's key, until a seat decides."""
    while to_move(rules, state) == CHANCE:
        play_chance(rules, state, actions, weights)


@inlined
def decided(rules, state, seat, policy, actions, n, scratch):
    """Return the action of ``n`` that a policy, or chance without one, chooses for a seat; -1 if
    the policy chose an index outside the list."""
    if policy == NO_POLICY:
        return whole(actions[below(scratch.rng, n)])
    observe_seat(rules, state, seat, scratch.fresh)
    number = next_number(scratch.rng)
    choice = chosen_by(policy, scratch.fresh, actions, n, seat, number)
    if 0 <= choice < n:
        return whole(actions[choice])
    scratch.weights[0] = min(choice, OUTSIDE)
    return whole(-1)


@inlined
def let_others(rules, state, learner, policy, scratch):
    """Let a policy decide for all other seats until the learner is asked or the game is over.

    Returns the mover, or ``FAULT`` if the policy chose an index outside its list.
    """
    mover = to_move(rules, state)
    while mover >= 0 and mover != learner and learner != ANY_SEAT:
        n = whole(legal(rules, state, scratch.actions))
        action = decided(rules, state, mover, policy, scratch.actions, n, scratch)
        if action < 0:
            return whole(FAULT)
        apply(rules, state, action)
        settle(rules, state, scratch.actions, scratch.weights)
        mover = to_move(rules, state)
    return mover


@rule
def begin(rules, states, scenes, i, players, games, scratch):
    """Start game i, new or from one of the scenes (the first of them is empty).

    Its key comes from its seed and the number of times it was started.
    """
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
def open_game(rules, states, scenes, i, players, others, games, scratch):
    """Start game i and play until a learner is asked; return whether no policy was at fault."""
    mover = whole(OVER)
    while mover == OVER:
        begin(rules, states, scenes, i, players, games, scratch)
        mover = let_others(rules, states[i], games.learners[i], others, scratch)
    games.dice[i] = scratch.rng[0]
    return mover != FAULT


@inlined
def pay(rules, state, i, reward, is_over, games, scratch):
    """Write each seat's reward: the increase of the value of the game for it."""
    if reward == GAINS or is_over:
        fill_rewards(rules, state, reward, scratch.totals, scratch.worths)
        for seat in range(len(scratch.worths)):
            games.rewards[i, seat] = scratch.worths[seat] - games.worths[i, seat]
            games.worths[i, seat] = scratch.worths[seat]
    else:
        for seat in range(len(scratch.worths)):
            games.rewards[i, seat] = 0.0


@inlined
def note(rules, state, i, games):
    """Write who decides in game i and what is legal."""
    mover = whole(to_move(rules, state))
    games.seats[i] = mover
    games.counts[i] = 0 if mover == OVER else whole(legal(rules, state, games.legal[i]))


@inlined
def observe_game(rules, state, i, sees, games, scratch):
    """Write what is legal, as a mask, and the observation of the seat to decide."""
    mask = games.masks[i]
    for k in range(len(mask)):
        mask[k] = False
    if len(mask) > 0:
        for k in range(games.counts[i]):
            mask[games.legal[i, k]] = True
    if games.seats[i] != OVER:
        if sees == WHOLE:
            observe_seat(rules, state, games.seats[i], games.numbers[i])
        elif sees == SCALED:
            observe_seat(rules, state, games.seats[i], scratch.fresh)
            scale(scratch.fresh, scratch.factors, games.observations[i])


@inlined
def scale(numbers, factors, observation):
    """Write an observation as float32: all of it, because finding the changes would take longer."""
    for k in range(len(observation)):
        observation[k] = np.float32(numbers[k]) * factors[k]


@inlined
def step(rules, states, ended, scenes, i, action, players, reward, again, others, games, scratch):
    """Play a decision in game i, and everything up to the next decision of a learner.

    If that ends the game, its last position is stored, and with ``again`` it is started anew.
    Returns whether no policy was at fault.
    """
    apply(rules, states[i], action)
    settle(rules, states[i], scratch.actions, scratch.weights)
    scratch.rng[0] = games.dice[i]
    mover = let_others(rules, states[i], games.learners[i], others, scratch)
    games.dice[i] = scratch.rng[0]
    is_over = mover == OVER
    pay(rules, states[i], i, reward, is_over, games, scratch)
    games.done[i] = is_over
    went_well = mover != FAULT
    if is_over:
        ended[i] = states[i]
        if again:
            went_well = open_game(rules, states, scenes, i, players, others, games, scratch)
    return went_well


# -- the compiled functions ------------------------------------------------------------------


@inlined
def make_games(
    seeds, rounds, dice, learners, seats, counts, listed, worths,
    masks, numbers, observations, rewards, done,
    actions, weights, totals, gains, rng, fresh, factors,
):  # fmt: skip
    """Return the arrays that every compiled function here takes, as tuples."""
    games = Games(
        borrowed(seeds), borrowed(rounds), borrowed(dice), borrowed(learners), borrowed(seats),
        borrowed(counts), borrowed(listed), borrowed(worths), borrowed(masks), borrowed(numbers),
        borrowed(observations), borrowed(rewards), borrowed(done),
    )  # fmt: skip
    scratch = Scratch(
        borrowed(actions), borrowed(weights), borrowed(totals), borrowed(gains), borrowed(rng),
        borrowed(fresh), borrowed(factors),
    )  # fmt: skip
    return games, scratch


@inlined
def is_listed_near(row, n, action):
    """Return whether an action is among the first ``NEAR`` of a list of ``n``, without a branch,
    because its index can't be predicted."""
    short, most = np.int32(action), np.int32(n)  # eight of them fit into a register
    found = np.int32(0)
    for k in range(NEAR):
        found |= np.int32(row[k] == short) & np.int32(np.int32(k) < most)
    return found != 0 and short == action


@compiled_function("i8(i8[:], i4[:, :], i8[:], i8[:])")
def first_illegal(actions, listed, counts, seats):
    """Return the first game in which an action is not legal, -1 if there is none."""
    near = listed.shape[1] >= NEAR
    for i in range(len(actions)):
        row, n, action = row_of(listed[i]), counts[i], actions[i]
        if near and is_listed_near(row, n, action):
            continue
        k = 0
        while k < n and row[k] != action:
            k += 1
        if k == n and seats[i] != OVER:
            return i
    return -1


@compiled_function(
    "i8(R, S, S, b1[:], i8, i8, i8,"
    " u8[:], i8[:], u8[:], i8[:], i8[:], i8[:], i4[:, :], f8[:, :],"
    " b1[:, :], i1[:, :], f4[:, :], f4[:, :], b1[:],"
    " i4[:], i8[:], i8[:], f8[:], u8[:], i1[:], f4[:])"
)
def begin_each(
    rules, states, scenes, chosen, players, sees, others,
    seeds, rounds, dice, learners, seats, counts, listed, worths,
    masks, numbers, observations, rewards, done,
    actions, weights, totals, gains, rng, fresh, factors,
):  # fmt: skip
    """Start the chosen games; return the first in which a policy was at fault, or -1."""
    games, scratch = make_games(
        seeds, rounds, dice, learners, seats, counts, listed, worths,
        masks, numbers, observations, rewards, done,
        actions, weights, totals, gains, rng, fresh, factors,
    )  # fmt: skip
    fault = -1
    for i in range(len(states)):
        if chosen[i]:
            if not open_game(rules[0], states, scenes, i, players, others, games, scratch):
                fault = i * FAULT_KINDS - scratch.weights[0] if fault < 0 else fault
            note(rules[0], states[i], i, games)
            done[i] = False
            for seat in range(players):
                rewards[i, seat] = 0.0
            observe_game(rules[0], states[i], i, sees, games, scratch)
    return fault


@compiled_function(
    "i8(R, S, i8,"
    " u8[:], i8[:], u8[:], i8[:], i8[:], i8[:], i4[:, :], f8[:, :],"
    " b1[:, :], i1[:, :], f4[:, :], f4[:, :], b1[:],"
    " i4[:], i8[:], i8[:], f8[:], u8[:], i1[:], f4[:])"
)
def ask_each(
    rules, states, sees,
    seeds, rounds, dice, learners, seats, counts, listed, worths,
    masks, numbers, observations, rewards, done,
    actions, weights, totals, gains, rng, fresh, factors,
):  # fmt: skip
    """Recompute everything that follows from the positions."""
    games, scratch = make_games(
        seeds, rounds, dice, learners, seats, counts, listed, worths,
        masks, numbers, observations, rewards, done,
        actions, weights, totals, gains, rng, fresh, factors,
    )  # fmt: skip
    for i in range(len(states)):
        note(rules[0], states[i], i, games)
        observe_game(rules[0], states[i], i, sees, games, scratch)
    return -1


@compiled_function(
    "i8(R, S, S, S, i8[:], i8, i8, i8, i8, b1, i8, i8,"
    " u8[:], i8[:], u8[:], i8[:], i8[:], i8[:], i4[:, :], f8[:, :],"
    " b1[:, :], i1[:, :], f4[:, :], f4[:, :], b1[:],"
    " i4[:], i8[:], i8[:], f8[:], u8[:], i1[:], f4[:])"
)
def step_each(
    rules, states, ended, scenes, chosen, times, policy, players, reward, again, sees, others,
    seeds, rounds, dice, learners, seats, counts, listed, worths,
    masks, numbers, observations, rewards, done,
    actions, weights, totals, gains, rng, fresh, factors,
):  # fmt: skip
    """Play the chosen decision in every running game; if ``chosen`` is empty, ``times`` decisions
    of a policy. Return the first game in which it was at fault, or -1."""
    games, scratch = make_games(
        seeds, rounds, dice, learners, seats, counts, listed, worths,
        masks, numbers, observations, rewards, done,
        actions, weights, totals, gains, rng, fresh, factors,
    )  # fmt: skip
    states, ended, scenes = borrowed(states), borrowed(ended), borrowed(scenes)
    fault = -1
    for i in range(len(states)):
        for _ in range(times):
            if games.seats[i] == OVER:
                pay(rules[0], states[i], i, reward, True, games, scratch)
                continue
            if len(chosen):
                action = chosen[i]
            else:
                rng[0] = dice[i]
                action = decided(
                    rules[0], states[i], games.seats[i], policy, games.legal[i],
                    games.counts[i], scratch,
                )  # fmt: skip
                dice[i] = rng[0]
            went_well = action >= 0 and step(
                rules[0], states, ended, scenes, i, action, players, reward, again, others,
                games, scratch,
            )  # fmt: skip
            note(rules[0], states[i], i, games)
            if not went_well:
                fault = i * FAULT_KINDS - scratch.weights[0] if fault < 0 else fault
                break
        observe_game(rules[0], states[i], i, sees, games, scratch)
    return fault
