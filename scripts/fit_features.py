"""Fit the weights of Bora Bora's evaluation (src/proa/games/borabora/ai/weights.py).

    python scripts/fit_features.py play FOLDER [--games 400] [--seed 1] [--bot expert:150]
        [--hand 0.25]
    python scripts/fit_features.py fit FOLDER [FOLDER ...] [--on] [--write]

``play`` adds games to a folder, in parts, for two to four players in turn. The seats are the bot's,
and some those of handmade bots, because a search that never does a thing can't learn its value.
``fit`` reads them and prints the prediction error of the points that remain after each round, in
games that were not used to fit; ``--write`` writes the weights. ``--on`` starts from the present
weights instead of the guess, so that they stay where new games have little data.

The prediction is a sum over features of a seat (``evaluation_features.NAMES``), by ridge regression
within games towards a player's guess (``guess``), and towards the neighbouring rounds. Its targets
are half the final points and half the prediction one round later, which depends less on luck.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import proa
from proa.bots import bot_named
from proa.engine.core.verbs import CHANCE
from proa.games.borabora.ai import weights
from proa.games.borabora.ai.evaluation import is_quiet
from proa.games.borabora.ai.evaluation_features import NAMES, evaluation_features
from proa.games.borabora.state import ROUNDS, TYPES

HAND = ("settler", "householder", "builder", "taskmaster")
PART = 20
"""Games per file."""
STRAY = 0.03
"""The share of random choices at a bot's seat."""
RIDGE, BESIDE, MIX = 25.0, 25.0, 0.5
LAST = ROUNDS - 1
"""The last round after which something remains."""
Floats = NDArray[np.float64]

GUESSED = {
    "free spaces after the first": 0.15,
    "huts on 12th space": 0.9,
    "person on 12th space": 1.0,
    "regions": 0.3,
    "islands": 0.2,
    "fish of building spaces": -0.2,
    "sites after the first": 0.4,
    "ceremony spaces beyond six": 0.3,
    "buildings beyond three": 0.7,
    "first priest, from the right": 0.25,
    "last priest, from the right": 0.25,
    "most priests": 1.0,
    "place in turn order": -0.6,
    "Gods that can be paid": 0.3,
    "shells, up to four": 1.0,
    "shells beyond four": 0.9,
    "jewelry": 0.1,
    "jewelry points in reach next": 0.1,
    "tasks that lack 2": 0.8,
}
"""Points to come per unit of each feature."""
GUESSED_BY_ROUND = {
    "types of women after the first": (-1.0, -0.8, -0.6, -0.4, -0.2),
    "types of men after the first": (-1.0, -0.8, -0.6, -0.4, -0.2),
    "shells on women": (0.65, 0.65, 0.65, 0.65, 0.45),
    "status symbols on men": (0.55, 0.55, 0.55, 0.55, 0.4),
    "a free space": (1.2, 1.2, 1.2, 0.8, 0.4),
    "materials on the board": (1.3, 1.3, 1.1, 0.7, 0.4),
    "a site": (4.0, 3.0, 3.0, 1.7, 1.5),
    "priests in the temple": (1.2, 1.6, 1.6, 1.8, 1.2),
    "God tiles": (1.5, 1.5, 1.5, 1.5, 1.0),
    "God cards, up to four": (0.8, 0.8, 0.8, 0.8, 0.5),
    "offerings, up to three": (0.8, 0.8, 0.8, 0.8, 0.4),
    "shells beyond eight": (-0.6, -0.6, -0.6, -0.6, -0.9),
    "no round without jewelry": (0.4, 0.6, 1.0, 1.7, 3.0),
    "no round without a task": (0.3, 0.5, 0.8, 1.3, 2.2),
    "complete tasks": (4.5, 4.5, 4.5, 4.5, 5.5),
    "tasks that lack 1": (2.3, 2.3, 2.3, 2.3, 3.0),
}
USE = {"land": 0.1, "water": 0.1, "build": 0.35, "move": -0.3, "god": -0.1, "offering": -0.1}
"""The value of a type in a round to come, compared with others."""
MAIN = (
    "women",
    "men",
    "shells on women",
    "status symbols on men",
    "types of women after the first",
    "types of men after the first",
    "huts on 12th space",
    "regions",
    "islands",
    "materials on the board",
    "a site",
    "sites after the first",
    "buildings",
    "priests in the temple",
    "most priests",
    "God tiles",
    "place in turn order",
    "God cards, up to four",
    "offerings, up to three",
    "Gods that can be paid",
    "shells, up to four",
    "jewelry points in reach next",
    "complete tasks",
    "tasks that lack 1",
    "tasks that lack 2",
    "tasks that lack more",
)
"""Features that the games alone determine; the rest stays six times nearer to the guess."""


# -- games -----------------------------------------------------------------------------------


def play(folder: Path, games: int, seed: int, bot: str, hand: float) -> None:
    """Play games and store the features of every seat after each round."""
    folder.mkdir(parents=True, exist_ok=True)
    for first in range(0, games, PART):
        path = folder / f"{seed}-{first}.npz"
        if not path.exists():
            part = [played([seed, first + i], bot, hand) for i in range(min(PART, games - first))]
            columns = {name: np.concatenate([rows[name] for rows in part]) for name in part[0]}
            np.savez_compressed(path, **columns)
            print(path, f"{columns['end'].mean():.1f} points", flush=True)


def played(seed: list[int], bot: str, hand: float) -> dict[str, NDArray[np.float64]]:
    """Play one game; return a row for each seat and round but the last."""
    game, rng = proa.game("borabora"), np.random.default_rng(seed)
    players = 2 + seed[-1] % 3
    by_hand = rng.random(players) < hand
    bots = [bot_named(rng.choice(HAND) if one else bot) for one in by_hand]
    position = game.start(players, seed=f"outlook {seed}")
    rows = []
    while not position.is_over:
        seat = position.to_move
        information_state = game.information_state(position, seat, int(rng.integers(2**62)))
        choices = information_state.choices()
        strays = len(choices) == 1 or (not by_hand[seat] and rng.random() < STRAY)
        look = int(rng.integers(2**62))
        action = int(rng.choice(choices)) if strays else bots[seat].choose(information_state, look)
        position = game.play(position, action, chance=False)
        if not position.is_over and is_quiet(game.tables, position.fields):
            rows += rows_of(position)
        if position.to_move == CHANCE:
            position = game.settle(position)[0]
    end, won = game.scores(position), game.returns(position)
    for row in rows:
        seat = row["seat"]
        row |= {"end": end[seat], "won": won[seat], "hand": by_hand[seat]}
        row["game"] = 1000 * seed[0] + seed[1]
    return {name: np.array([row[name] for row in rows], np.float64) for name in rows[0]}


def rows_of(position: proa.Position) -> list[dict]:
    """Return the features of every seat."""
    state, tables = position.fields, position.game.tables
    scores = position.game.scores(position)
    found = np.zeros((position.players, len(NAMES)))
    for seat in range(position.players):
        evaluation_features(tables, state, seat, found[seat])
    return [
        {"over": state.round - 1, "seat": seat, "found": found[seat], "now": scores[seat]}
        for seat in range(position.players)
    ]


# -- fitting ---------------------------------------------------------------------------------


def guess() -> Floats:
    """Return ``[round, feature]``: a player's guess, before anything was fitted."""
    made = np.zeros((LAST, len(NAMES)))
    for over in range(1, LAST + 1):
        left = ROUNDS - over
        guessed = GUESSED | {
            name: by_round[over - 1] for name, by_round in GUESSED_BY_ROUND.items()
        }
        guessed |= dict.fromkeys(("women", "men"), 1 + 0.45 * left)
        guessed |= {f"sexes with type {kind}": USE.get(kind, 0.0) * left for kind in TYPES}
        made[over - 1] = [guessed.get(name, 0.0) for name in NAMES]
    return made


Columns = dict[str, NDArray[np.float64]]


def read(folders: list[Path]) -> Columns:
    """Return the rows of all games in folders."""
    parts = [np.load(path) for folder in folders for path in sorted(folder.glob("*.npz"))]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0].files}


def present() -> Floats:
    """Return ``[round, feature]``: the present weights."""
    none = (0.0,) * LAST
    return np.array([weights.TO_COME.get(name, none) for name in NAMES]).T.copy()


def fitted(rows: Columns, usual: Floats) -> Floats:
    """Return ``[round, feature]``: the weights, pulled towards the usual ones.

    The last round is fitted first; later sweeps also pull towards the neighbouring rounds.
    """
    found = np.zeros_like(usual)
    for sweep in range(3):
        for over in range(LAST, 0, -1):
            beside = [other for other in (over - 1, over + 1) if sweep and 1 <= other <= LAST]
            found[over - 1] = ridge(rows, over, usual[over - 1], found, beside)
    return found


def ridge(rows: Columns, over: int, usual: Floats, found: Floats, beside: list[int]) -> Floats:
    """Return the weights after one round, pulled towards those of the rounds ``beside``."""
    mine = rows["over"] == over
    has = np.c_[rows["found"][mine], rows["hand"][mine]]
    groups = rows["game"][mine]
    has = apart(has, groups)
    to_come = apart((targets(rows, over, found) - rows["now"][mine])[:, None], groups)[:, 0]
    trust = np.array([1.0 if name in MAIN else 6.0 for name in NAMES])
    trust *= np.maximum(rows["found"].std(axis=0), 0.15) ** 2
    square, right = has.T @ has, has.T @ to_come
    pull, towards = RIDGE * trust, RIDGE * trust * usual
    for other in beside:
        scaled = found[other - 1] * (1 + (ROUNDS - over) / (ROUNDS - other)) / 2
        pull, towards = pull + BESIDE * trust, towards + BESIDE * trust * scaled
    square[:-1, :-1] += np.diag(pull)
    square[-1, -1] += 1e-3
    right[:-1] += towards
    solved: Floats = np.linalg.solve(square, right)
    return solved[:-1]


def targets(rows: Columns, over: int, found: Floats) -> Floats:
    """Return for each row of a round its final points mixed with predictions of later rounds."""
    value = rows["end"][rows["over"] == LAST]
    for later in range(LAST, over, -1):
        mine = rows["over"] == later
        predicted = rows["now"][mine] + rows["found"][mine] @ found[later - 1]
        level = (rows["end"][mine] - predicted).mean()
        value = MIX * value + (1 - MIX) * (predicted + level)
    return value


def apart(values: Floats, groups: Floats) -> Floats:
    """Return values minus the mean of their group."""
    _, index = np.unique(groups, return_inverse=True)
    sums = np.zeros((index.max() + 1, values.shape[1]))
    np.add.at(sums, index, values)
    apart: Floats = values - (sums / np.bincount(index)[:, None])[index]
    return apart


def errors(rows: Columns, found: Floats) -> Floats:
    """Return ``[round]``: the prediction error within games (root of the mean square)."""
    off = []
    for over in range(1, LAST + 1):
        mine = rows["over"] == over
        predicted = rows["now"][mine] + rows["found"][mine] @ found[over - 1]
        rest = apart(np.c_[rows["end"][mine] - predicted, rows["hand"][mine]], rows["game"][mine])
        rest, hand = rest[:, 0], rest[:, 1]
        rest -= hand * (hand @ rest) / max(hand @ hand, 1e-9)
        off.append(np.sqrt((rest**2).mean()))
    return np.array(off)


def fit(folders: list[Path], on: bool, write: bool) -> None:
    """Print the prediction errors by four-fold cross-validation; write the weights."""
    rows = read(folders)
    usual = present() if on else guess()
    _, number = np.unique(rows["game"], return_inverse=True)
    predictors = {
        "nothing": lambda known: np.zeros_like(usual),
        "a guess": lambda known: guess(),
        "present weights": lambda known: present(),
        "a fit": lambda known: fitted(known, usual),
    }
    print(number.max() + 1, "games; points off after each round, predicted by")
    for name, made in predictors.items():
        off = np.zeros(LAST)
        for part in range(4):
            test = number % 4 == part
            found = made({k: v[~test] for k, v in rows.items()})
            off += errors({k: v[test] for k, v in rows.items()}, found) / 4
        print(f"{name:16}", np.round(off, 2))
    if write:
        write_weights(fitted(rows, usual), folders, number.max() + 1)


def write_weights(found: Floats, folders: list[Path], games: int) -> None:
    """Write the weights."""
    lines = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps([round(float(weight), 2) for weight in found[:, i]])}"
        for i, name in enumerate(NAMES)
    )
    weights.FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    print("written:", games, "games of", *folders)


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("folder", type=Path)
    playing.add_argument("--games", type=int, default=400)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--bot", default="expert:150")
    playing.add_argument("--hand", type=float, default=0.25)
    fitting = commands.add_parser("fit")
    fitting.add_argument("folders", type=Path, nargs="+")
    fitting.add_argument("--on", action="store_true")
    fitting.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.command == "play":
        play(given.folder, given.games, given.seed, given.bot, given.hand)
    else:
        fit(given.folders, given.on, given.write)


if __name__ == "__main__":
    main()
