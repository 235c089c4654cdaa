"""Helpers for the tests of every game: positions reached by playing, and the twin."""

from __future__ import annotations

import random
import warnings

import numpy as np

from proa.engine.core import verbs
from proa.engine.core.fields import record_of, twin_of
from proa.engine.core.verbs import CHANCE
from proa.engine.core.view_types import ALL, SPECTATOR

LONGEST = 5000
"""More decisions than any game has."""


def walk(game, players, seed):
    """Yield the positions of a random game, chance outcomes one by one: (position, action)
    pairs."""
    choose = random.Random(seed)
    position = game.start(players, seed=seed, chance=False)
    while not position.is_over:
        if position.to_move == CHANCE:
            weights = game.outcomes(position)
            code = choose.choices(list(weights), list(weights.values()))[0]
        else:
            code = choose.choice(game.codes(position))
        yield position, code
        position = game.play(position, code, chance=False)
    yield position, None


def sampled(game, players, seed, every):
    """Return every ``every``-th position of a random game, and its last."""
    positions = [position for position, _ in walk(game, players, seed)]
    return [*positions[::every], positions[-1]]


def viewers(position):
    """Return all possible viewers while the game runs, and after its end."""
    return [SPECTATOR, *range(position.players), *([ALL] if position.is_over else [])]


class TwinGame:
    """A game played by its rules in Python, on the twin."""

    def __init__(self, game, position):
        self.game = game
        self.rules = twin_of(game.rules)
        self.state = twin_of(position.record())

    def call(self, verb, *arguments):
        """Call a verb."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # uint64 arithmetic wraps on purpose
            return getattr(verbs, verb)(self.rules, self.state, *arguments)

    def record(self):
        """Return the twin as a record's bytes."""
        return record_of(self.state).tobytes()

    def legal(self):
        """Return the legal actions."""
        actions = np.zeros(self.game.spec.capacity, np.int32)
        return actions[: self.call("legal", actions)].tolist()
