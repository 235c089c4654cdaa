"""Networks of random weights, which play like trained ones."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from proa.bots.networks import Network, Weights, actions_hash


def untrained(game, width=16, seed=0, **changed):
    """Return a network for every number of players; ``changed`` are entries of its card."""
    rng = np.random.default_rng(seed)
    codes, seats, sources = len(game.all_codes), game.players[1], len(game.spec.texts.sources)
    outputs = codes + 2 * seats + sources
    arrays = []
    for rows, columns in pairwise((game.layout.size, width, width, outputs)):
        matrix = rng.normal(0, rows**-0.5, (rows, columns))
        arrays += [matrix.astype(np.float32), rng.normal(0, 0.1, columns).astype(np.float32)]
    card = {
        "game": game.name,
        "layout": game.layout.hash,
        "actions": actions_hash(game),
        "players": [*range(game.players[0], seats + 1)],
        "numbers": game.layout.size,
        "codes": codes,
        "seats": seats,
        "sources": sources,
    }
    weights = Weights(*arrays, rng.normal(0.5, 0.2, codes).astype(np.float32))
    return Network(weights, card | changed, "untrained.npz")
