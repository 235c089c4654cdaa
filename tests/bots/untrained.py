"""Networks of random weights, which play like trained ones."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from proa.bots.networks import Network, Weights, actions_hash


def untrained(game, width=16, seed=0, **changed):
    """Return a network for every number of players; ``changed`` are entries of its card."""
    rng = np.random.default_rng(seed)
    codes, seats = len(game.all_codes), game.players[1]
    arrays = []
    for inputs, outputs in pairwise((game.layout.size, width, width, codes + 2 * seats)):
        matrix = rng.normal(0, inputs**-0.5, (inputs, outputs))
        arrays += [matrix.astype(np.float32), rng.normal(0, 0.1, outputs).astype(np.float32)]
    card = {
        "game": game.name,
        "layout": game.layout.hash,
        "actions": actions_hash(game),
        "players": [*range(game.players[0], seats + 1)],
        "numbers": game.layout.size,
        "codes": codes,
        "seats": seats,
    }
    weights = Weights(*arrays, rng.normal(0.5, 0.2, codes).astype(np.float32))
    return Network(weights, card | changed, "untrained.npz")
