"""What a decision of a learned network costs: ``python benchmarks/network.py``.

It measures networks of random weights, which cost as much as learned ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from time import thread_time

import numpy as np
from timing import calibration, machine, measured

import proa
from proa.bots.learned import LearnedBot
from proa.bots.networks import Network, Weights, actions_hash
from proa.engine.core.information_state import InformationState
from proa.engine.vector.batch import Batch

DECISIONS = 2000
GOAL = 100_000
"""Nanoseconds."""


def network(game: proa.Game, width: int) -> Network:
    """Return a network of random weights."""
    sources = len(game.spec.texts.sources)
    card = {
        "game": game.name,
        "layout": game.layout.hash,
        "actions": actions_hash(game),
        "sources": sources,
        "players": range(game.players[0], game.players[1] + 1),
    }
    rng = np.random.default_rng(0)
    heads = len(game.all_codes) + 2 * game.players[1] + sources
    sizes = (game.layout.size, width, width, heads)
    arrays = []
    for inputs, outputs in pairwise(sizes):
        arrays += [
            rng.normal(0, inputs**-0.5, shape).astype(np.float32)
            for shape in ((inputs, outputs), (outputs,))
        ]
    score_weights = np.ones(len(game.all_codes), np.float32)
    return Network(Weights(*arrays, score_weights), card, "random")


def states(game: proa.Game, n: int = 50) -> list[InformationState]:
    """Return what seats know in games of random play, at different times."""
    players = game.players[1]
    found = []
    for seed in range(n):
        batch = Batch(game, players, 1, seed=seed)
        batch.play_randomly(seed, 5 * seed)
        position = batch.position(0)
        if position.to_move >= 0:
            found.append(game.information_state(position, position.to_move))
    return found


def each(bot: LearnedBot, known: Sequence[InformationState]) -> float:
    """Return the mean nanoseconds of a decision: processor time, which other load disturbs
    little."""
    chosen = [one for _ in range(-(-DECISIONS // len(known))) for one in known]
    began = thread_time()
    for one in chosen:
        bot.choose(one, 0)
    return 1e9 * (thread_time() - began) / len(chosen)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=["tahiti", "borneo", "borabora"])
    parser.add_argument("--widths", nargs="*", type=int, default=[96, 128, 192])
    wanted = parser.parse_args()
    print(machine())
    print(calibration().row())
    for name in wanted.games:
        game = proa.game(name)
        known = states(game)
        filled = np.mean([np.mean(one.observation() != 0) for one in known])
        print(f"{name}: {game.layout.size} numbers, {filled:.0%} of them not zero")
        for width in wanted.widths:
            bot = LearnedBot(network(game, width))
            title = f"{name}, a decision of a network of width {width}"
            print(measured(title, "ns", partial(each, bot, known), GOAL).row())


if __name__ == "__main__":
    main()
