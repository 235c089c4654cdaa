"""How fast many games go for a learner: ``python benchmarks/vector.py [--game tahiti] [--n 4096]``.

A step plays a decision in each game and tells what is legal, as a list and as a mask, rewards,
ends, who is asked, and what that seat knows as float32. Actions are drawn beforehand from the
lists and not counted; games that end begin anew within the step. Decisions a second, in thousands,
median of five rounds with the spread; the goals are for one thread.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np
from timing import ROUNDS, Figure, calibration, machine, measured, seconds

from proa import game as opened
from proa.engine.game import Game
from proa.engine.vector import Vector
from proa.games import GAMES

GOALS = {"tahiti": 2000.0, "borneo": 1000.0, "borabora": 800.0}
"""Thousands of decisions a second with masks and observations."""
STEPS = 40


def figures(game: Game, n: int) -> Iterator[Figure]:
    """Every figure of a game with most players."""
    players = game.players[1]
    for threads in (1, 2):
        for observe, told in ((True, "masks and observations"), (False, "masks")):
            goal = GOALS.get(game.name) if observe and threads == 1 else None
            games = Vector(game, players, n, seed=1, threads=threads, observe=observe)
            games.step_randomly(20)  # games are at different decisions
            name = f"{game.name}, {players} players, {threads} threads: {told}"
            yield measured(name, "k/s", lambda games=games: _stepped(games), goal)  # type: ignore[misc]
    games = Vector(game, players, n, seed=1, observe=False)
    name = f"{game.name}, {players} players: the same at random in compiled code"
    yield measured(
        name, "k/s", lambda: n * STEPS / seconds(lambda: games.step_randomly(STEPS)) / 1e3
    )


def _stepped(games: Vector) -> float:
    """Thousands of decisions a second."""
    choose, rows, spent = np.random.default_rng(1), np.arange(len(games)), 0.0
    for _ in range(STEPS):
        picks = (choose.random(len(games)) * games.counts).astype(np.int64)
        actions = games.legal[rows, picks].astype(np.int64)
        spent += seconds(lambda actions=actions: games.step(actions))  # type: ignore[misc]
    return len(games) * STEPS / spent / 1e3


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", choices=list(GAMES), help="one game only")
    parser.add_argument("--n", type=int, default=4096, help="how many games side by side")
    arguments = parser.parse_args()
    print(f"{machine()}; {arguments.n} games; median of {ROUNDS} (slowest to fastest)")
    print(calibration().row())
    for name in [arguments.game] if arguments.game else GAMES:
        for figure in figures(opened(name), arguments.n):
            print(figure.row(), flush=True)


if __name__ == "__main__":
    main()
