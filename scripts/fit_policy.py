"""Fit the policy of Bora Bora's bots to the choices of long searches
(src/proa/games/borabora/ai/policy.json).

    python scripts/fit_policy.py play FOLDER [--games 300] [--seed 1] [--simulations 2500]
    python scripts/fit_policy.py fit FOLDER [FOLDER ...] [--write]

``play`` adds games to a folder, for two to four players in turn, in which every choice is searched
with so many simulations; one in ten is then drawn by its simulations, so that positions differ.
``fit`` reads them and prints how well the simulations of each choice are predicted, in games that
were not used to fit; ``--write`` writes the result.

An action's odds are a softmax of its score (``score_actions.score_action``), times a number of the
question, plus a number of its own for each round. They are fitted to the shares of the simulations
by cross entropy, with a ridge, by Adam.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import proa
from proa.bots.search import ExpertBot, Search
from proa.engine.core.verbs import CHANCE
from proa.games.borabora import actions as act
from proa.games.borabora.ai import policy, score_actions
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.state import FIRST_CHANCE, QUESTIONS, ROUNDS

STRAY = 0.1
"""How often a choice is drawn by its simulations."""
RIDGE = 0.5
STEPS, RATE, MOMENTS = 400, 0.05, (0.9, 0.99)
"""Settings of Adam; the rate falls to a tenth."""
APART = 5
"""One part of so many of the games is not used to fit."""
CODES = act.ROWS.codes(None)
Floats = NDArray[np.float64]


# -- games -----------------------------------------------------------------------------------


def play(folder: Path, games: int, seed: int, simulations: int) -> None:
    """Play games and store the alternatives of each choice with their simulations."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(games):
        path = folder / f"{seed}-{number}.npz"
        if not path.exists():
            columns = played(seed, number, simulations)
            np.savez_compressed(path, **columns)
            print(path, f"{columns['start'].sum()} choices", flush=True)


def played(seed: int, number: int, simulations: int) -> dict[str, NDArray]:
    """Play one game; return a row for each action of each choice."""
    game, rng = proa.game("borabora"), np.random.default_rng([seed, number])
    position = game.start(2 + number % 3, seed=f"policy {seed} {number}")
    rows: list[tuple] = []
    while not position.is_over:
        information_state = game.information_state(
            position, position.to_move, int(rng.integers(2**62))
        )
        settings = replace(
            ExpertBot(simulations).default_settings(information_state), halving=False
        )
        search = Search(information_state, int(rng.integers(2**62)), simulations, settings)
        search.run(simulations)
        visits, action = search.visits(), search.action()
        if len(visits) > 1:
            shares = np.array(list(visits.values())) / sum(visits.values())
            rows += rows_of(position, list(visits), shares)
            if rng.random() < STRAY:
                action = int(rng.choice(list(visits), p=shares))
        position = game.play(position, action, chance=False)
        if position.to_move == CHANCE:
            position = game.settle(position)[0]
    names = "start", "round", "question", "action", "liked", "share"
    return dict(zip(names, map(np.array, zip(*rows, strict=True)), strict=True))


def rows_of(position: proa.Position, actions: list[int], shares: Floats) -> list[tuple]:
    """Return the question and the score of each action; the first row starts a choice."""
    state, tables = position.fields, position.game.tables
    me, kind = state.player[state.mover], int(top(state).kind)
    return [
        (
            i == 0,
            score_actions.row_of(state),
            kind,
            action,
            score_actions.score_action(tables, state, me, kind, action),
            s,
        )
        for i, (action, s) in enumerate(zip(actions, shares, strict=True))
    ]


# -- fitting ---------------------------------------------------------------------------------


class Rows(NamedTuple):
    """The actions of all choices, one after another."""

    start: NDArray[np.bool_]
    round: NDArray[np.int64]
    question: NDArray[np.int64]
    action: NDArray[np.int64]
    liked: Floats
    share: Floats
    game: NDArray[np.int64]

    def of(self, chosen: NDArray[np.bool_]) -> Rows:
        """Return the chosen rows."""
        return Rows(*(column[chosen] for column in self))


class Policy(NamedTuple):
    """The parameters of the policy."""

    score_weights: Floats
    """``[question]``: the weight of the score."""
    by_round: Floats
    """``[round, action]``."""

    def odds(self, rows: Rows) -> Floats:
        """Return the softmax within each choice."""
        scores = (
            self.score_weights[rows.question] * rows.liked + self.by_round[rows.round, rows.action]
        )
        first = np.flatnonzero(rows.start)
        choice = np.cumsum(rows.start) - 1
        powers = np.exp(scores - np.maximum.reduceat(scores, first)[choice])
        shares: Floats = powers / np.add.reduceat(powers, first)[choice]
        return shares


def read(folders: list[Path]) -> Rows:
    """Return the rows of all games in folders."""
    paths = [path for folder in folders for path in sorted(folder.glob("*.npz"))]
    parts = [np.load(path) for path in paths]
    sizes = [len(part["start"]) for part in parts]
    columns = [np.concatenate([part[name] for part in parts]) for name in Rows._fields[:-1]]
    return Rows(*columns, np.repeat(np.arange(len(parts)), sizes))


def present() -> Policy:
    """Return the present policy."""
    return Policy(policy.SCORE_WEIGHT.copy(), policy.ODDS.copy())


def cross_entropy(found: Policy, rows: Rows) -> float:
    """Return the cross entropy to the simulations' shares, per choice."""
    return float(-(rows.share * np.log(found.odds(rows) + 1e-12)).sum() / rows.start.sum())


def fitted(rows: Rows) -> Policy:
    """Return the policy that predicts these choices best."""
    found = Policy(np.full(FIRST_CHANCE, 0.5), np.zeros((ROUNDS, len(CODES))))
    means, squares = ([np.zeros_like(part) for part in found] for _ in range(2))
    (keep, keep_squares), choices = MOMENTS, rows.start.sum()
    for step in range(1, STEPS + 1):
        for part, slope, mean, square in zip(
            found, slopes(found, rows), means, squares, strict=True
        ):
            slope = slope / choices
            mean += (1 - keep) * (slope - mean)
            square += (1 - keep_squares) * (slope**2 - square)
            size = mean / (1 - keep**step) / (np.sqrt(square / (1 - keep_squares**step)) + 1e-8)
            part -= RATE * (1 - 0.9 * step / STEPS) * size
    return found


def slopes(found: Policy, rows: Rows) -> Policy:
    """Return the gradient of the error over all choices."""
    off = found.odds(rows) - rows.share
    by_round = np.zeros_like(found.by_round)
    np.add.at(by_round, (rows.round, rows.action), off)
    score_weights = np.bincount(rows.question, off * rows.liked, len(found.score_weights))
    return Policy(score_weights, by_round + RIDGE * found.by_round)


def fit(folders: list[Path], write: bool) -> None:
    """Print how well choices are predicted in games apart; write the policy."""
    rows = read(folders)
    apart = rows.game % APART == 0
    print(
        rows.game.max() + 1, "games,", rows.start.sum(), "choices; cross entropy of those apart by"
    )
    alone = Policy(np.full(FIRST_CHANCE, 0.5), np.zeros((ROUNDS, len(CODES))))
    for name, found in {
        "half the score": alone,
        "the present policy": present(),
        "a fit": fitted(rows.of(~apart)),
    }.items():
        print(f"{name:20}", f"{cross_entropy(found, rows.of(apart)):.3f}")
    if write:
        write_policy(fitted(rows))
        print("written:", *folders)


def write_policy(found: Policy) -> None:
    """Write the policy."""
    numbers = {
        "score weights": {
            QUESTIONS[kind]: round(float(number), 2)
            for kind, number in enumerate(found.score_weights)
        },
        "odds": {
            CODES[action]: [round(float(number), 2) for number in numbers]
            for action, numbers in enumerate(found.by_round.T)
            if np.abs(numbers).max() >= 0.005
        },
    }
    parts = (
        f"  {json.dumps(part)}: {{\n"
        + ",\n".join(f"    {json.dumps(name)}: {json.dumps(one)}" for name, one in rows.items())
        + "\n  }"
        for part, rows in numbers.items()
    )
    policy.FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("folder", type=Path)
    playing.add_argument("--games", type=int, default=300)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--simulations", type=int, default=2_500)
    fitting = commands.add_parser("fit")
    fitting.add_argument("folders", type=Path, nargs="+")
    fitting.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.command == "play":
        play(given.folder, given.games, given.seed, given.simulations)
    else:
        fit(given.folders, given.write)


if __name__ == "__main__":
    main()
