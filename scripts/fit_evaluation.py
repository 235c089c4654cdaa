"""Find what things are worth that a seat has, in a game whose bots weigh them by how much of it is
to come (``ai/evaluation_features.py`` and ``WEIGHTS`` of ``ai/evaluation.py``).

    python scripts/fit_evaluation.py GAME FOLDER [--players N] [--games 200] [--bots A,B] [--stray
    0.1]

Plays games into the folder, as many as are missing there, each seat by a bot drawn from those
named; in so many of its decisions it does anything. Then it prints for each thing the points that
come of one of it at the end and at the start of a game, by least squares on the points of the end,
among the seats of a moment (so that only what a seat has more than the others counts), a little
towards nothing; and how far off the foretold points are in games that did not serve to fit.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import proa
from proa.bots import bot_named
from proa.engine.core.game import Game

BOTS = {
    "tahiti": "expert:200",
    "borneo": "search:500,search:200,climber,rounder,collector",
}
RIDGE = 300.0
"""Rows that say that a thing is worth nothing, each with a usual amount of it."""
PARTS = 4
Floats = NDArray[np.float64]


def played(game: Game, players: int, seed: list[int], pool: list[str], stray: float) -> Floats:
    """One game: a row for each seat at each moment between turns. Its columns: game, moment, points
    of the end, those that the seat keeps, how much is to come, what the seat has."""
    outlook = import_module(f"proa.games.{game.name}.ai.evaluation_features")
    rng = np.random.default_rng(seed)
    bots = [bot_named(str(rng.choice(pool))) for _ in range(players)]
    position = game.start(players, seed=f"worth {seed}")
    rows, ends = [], []
    moment, was_quiet = 0, False
    while not position.is_over:
        seat, fields = position.to_move, position.fields
        is_quiet = outlook.begins_turn(fields)
        if is_quiet and not was_quiet:
            points = game.scores(position)
            for one in range(players):
                found = np.zeros(len(outlook.NAMES))
                stays = outlook.evaluation_features(game.tables, fields, one, points[one], found)
                rows.append([seed[1], moment, 0, stays, outlook.to_come(fields), *found])
                ends.append(one)
            moment += 1
        was_quiet = is_quiet
        information_state = game.information_state(position, seat, int(rng.integers(2**62)))
        choices, look = information_state.choices(), int(rng.integers(2**62))
        strays = len(choices) == 1 or rng.random() < stray
        action = int(rng.choice(choices)) if strays else bots[seat].choose(information_state, look)
        position = game.play(position, action)
    made = np.array(rows, np.float64)
    made[:, 2] = np.array(game.scores(position))[ends]
    return made


def fitted(rows: Floats) -> Floats:
    """``[thing, when]``: at the end, at the start."""
    has, to_come = split(rows)
    usual = np.maximum(has.std(axis=0), 1e-3)
    pull = np.diag(RIDGE * usual**2)
    solved: Floats = np.linalg.solve(has.T @ has + pull, has.T @ to_come)
    return solved.reshape(2, -1).T


def split(rows: Floats) -> tuple[Floats, Floats]:
    """What a seat has, once for the end and once for the start of the game, and the points that
    came, each beyond the mean of its moment."""
    time = rows[:, 4:5]
    has = np.c_[(1 - time) * rows[:, 5:], time * rows[:, 5:]]
    values = np.c_[has, rows[:, 2] - rows[:, 3]]
    _, moment = np.unique(rows[:, :2], axis=0, return_inverse=True)
    moment = moment.ravel()
    sums = np.zeros((moment.max() + 1, values.shape[1]))
    np.add.at(sums, moment, values)
    values = values - (sums / np.bincount(moment)[:, None])[moment]
    return values[:, :-1], values[:, -1]


def error(rows: Floats, weights: Floats) -> float:
    """How far off the foretold points are: root of the mean square."""
    has, to_come = split(rows)
    return float(np.sqrt(((to_come - has @ weights.T.ravel()) ** 2).mean()))


def main() -> None:
    """Play what is missing, and fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(BOTS))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots")
    parser.add_argument("--stray", type=float, default=0.1)
    given = parser.parse_args()
    game = proa.game(given.game)
    players = given.players or game.players[0]
    pool = (given.bots or BOTS[given.game]).split(",")
    given.folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for number in range(given.games):
        path = given.folder / f"{given.game}-{players}-{given.seed}-{number}.npy"
        if not path.exists():
            np.save(path, played(game, players, [given.seed, number], pool, given.stray))
        parts.append(np.load(path))
    rows = np.concatenate(parts)
    names = import_module(f"proa.games.{given.game}.ai.evaluation_features").NAMES
    now = import_module(f"proa.games.{given.game}.ai.evaluation").WEIGHTS
    usual = now[players - game.players[0]]
    for name, (end, start), used in zip(names, fitted(rows), usual, strict=True):
        print(f"{name:45} {end:7.2f} {start:7.2f}   used: {used[0]:.2f} {used[1]:.2f}")
    off = []
    for part in range(PARTS):
        known = np.concatenate([one for i, one in enumerate(parts) if i % PARTS != part])
        test = np.concatenate(parts[part::PARTS])
        off.append((error(test, fitted(known)), error(test, np.zeros((len(names), 2)))))
    print("points off, in games that did not serve to fit, and by what seats keep alone:")
    print(np.round(np.mean(off, axis=0), 2))


if __name__ == "__main__":
    main()
