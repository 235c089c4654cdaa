"""An observation is complete: it contains all that matters for choices, consequences and their
odds.

Positions are changed a little in all ways that the game's own check allows. If the seat that
decides observes no difference, none may result: with hidden things drawn alike and the same chance,
both games go on identically to the end.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

import proa
from games.conformance import sampled
from proa.engine.core.fields import Fields, record_of, twin_of
from proa.engine.core.position import Position
from proa.engine.errors import ProaError
from proa.games import GAMES

PLAYERS = {name: proa.game(name).players for name in GAMES}
TRIES = 2500
NOT_RULES = {"key", "counter", "players"}


def leaves(twin, path=()):
    """Yield the places of a twin's numbers: (container, name or index, path) of each."""
    items = vars(twin).items() if isinstance(twin, Fields) else enumerate(twin)
    for name, value in list(items):
        if name in NOT_RULES or name in GAMES:
            continue
        if isinstance(value, int):
            yield twin, name, (*path, name)
        else:
            yield from leaves(value, (*path, name))


def get(leaf):
    container, name, _ = leaf
    return getattr(container, name) if isinstance(container, Fields) else container[name]


def put(leaf, value):
    container, name, _ = leaf
    if isinstance(container, Fields):
        setattr(container, name, value)
    else:
        container[name] = value


def change(choose, twin, donor):
    """Change a twin a little: a number of another position, one more here and less there, a card or
    tile elsewhere, or two numbers of one kind exchanged."""
    all_leaves = list(leaves(twin))
    one, two = choose.choice(all_leaves), choose.choice(all_leaves)
    alike = [leaf for leaf in all_leaves if leaf[2][0] == one[2][0] and leaf[2][-1] == one[2][-1]]
    near = choose.choice(alike)
    way = choose.randrange(6)
    if way == 0:
        put(one, choose.choice([get(leaf) for leaf in leaves(donor) if leaf[2] == one[2]]))
    elif way == 1:
        put(one, get(one) + choose.choice([-1, 1]))
    elif way == 2:
        other = choose.choice([near, two])
        put(one, get(one) - 1)
        put(other, get(other) + 1)
    elif way == 3:
        bits = [bit for bit in range(60) if get(one) >> bit & 1]
        other = choose.choice([near, two])
        if bits and get(one) >= 0:
            bit = choose.choice(bits)
            put(one, get(one) & ~(1 << bit))
            put(other, get(other) ^ (1 << bit))
    elif way == 4:
        mine, theirs = get(one), get(near)
        put(one, theirs)
        put(near, mine)
    else:
        put(one, choose.randrange(8))


def changed(game, positions, seed):
    """Yield pairs of a position and a possible one that differs a little."""
    choose = random.Random(seed)
    for _ in range(TRIES):
        position = choose.choice(positions)
        twin = twin_of(position.record())
        donor = twin_of(choose.choice(positions).record())
        try:
            for _ in range(choose.choice([1, 1, 2])):
                change(choose, twin, donor)
            other = game.load(game.dump(Position(game, record_of(twin))))
        except (OverflowError, IndexError, ValueError, KeyError, ProaError):
            continue  # there is no such position
        if other != position and other.to_move >= 0:
            yield position, other


def with_chance(game, position, seat, seed):
    """Return the position with what the seat can't see and the chance drawn by ``seed``."""
    record = game.resample(position, seat, seed).record()
    record["key"], record["counter"] = seed, 0
    return Position(game, record)


def go_on_alike(game, one, two, seat, seed):
    """Return None if two games go on identically, played at random, else the first difference."""
    choose = random.Random(seed)
    one, two = (with_chance(game, position, seat, seed) for position in (one, two))
    while not one.is_over or not two.is_over:
        if one.to_move != two.to_move or game.legal_actions(one) != game.legal_actions(two):
            return game.codes(one), game.codes(two)
        action = choose.choice(game.legal_actions(one))
        one, two = game.play(one, action), game.play(two, action)
    results = [(game.scores(end), game.returns(end)) for end in (one, two)]
    return None if results[0] == results[1] else results


@pytest.mark.parametrize("name", [name for name in GAMES if name != "toy"])
def test_what_matters_is_observed(name):
    game = proa.game(name)
    players = PLAYERS[name][0] + 1
    walks = [sampled(game, players, seed=seed, every=7) for seed in (71, 72)]
    positions = [p for walk in walks for p in walk if p.to_move >= 0]
    tried = equal = 0
    for one, two in changed(game, positions, seed=7):
        seat = one.to_move
        tried += 1
        seen = [game.observation(position, seat, "int8") for position in (one, two)]
        if (seen[0] == seen[1]).all():
            equal += 1
            for seed in (1, 2):
                why = go_on_alike(game, one, two, seat, seed)
                assert why is None, (name, difference(one, two), why)
    assert tried > 100
    assert equal < tried


def difference(one, two):
    """Return the numbers in which two positions differ."""
    pairs = zip(*(leaves(twin_of(p.record())) for p in (one, two)), strict=True)
    return [(a[2], get(a), get(b)) for a, b in pairs if get(a) != get(b)]


@pytest.mark.parametrize("name", list(GAMES))
def test_most_numbers_lie_between_0_and_1(name):
    game = proa.game(name)
    seen = [
        game.observation(position, max(position.to_move, 0))
        for position in sampled(game, PLAYERS[name][1], seed=73, every=5)
    ]
    assert np.mean(np.abs(seen) <= 1) > 0.99 or name == "toy"
    assert np.max(seen) < 10
