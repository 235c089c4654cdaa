"""How fast many games run for a learner: ``python benchmarks/vector.py [--game tahiti]``.

A step plays one decision in each game and returns the legal actions, as a list and as a mask,
rewards, ends, the seat to decide and its observation, as float32 or int8. Actions are drawn from
the lists beforehand, outside the measured time; games that end start anew within the step. Figures
are thousands of decisions per second, the median of five rounds with the spread; the goals are for
one thread. With one thread its own processor time counts, so that other load disturbs little.
``--n`` is the number of games. ``--write`` writes the figures of one thread into
``docs/performance.md``.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from timing import ROUNDS, Figure, calibration, machine, measured

from proa import game as opened
from proa.engine.core.game import Game
from proa.engine.vector.vector import Vector
from proa.games import GAMES

PAGE = Path(__file__).resolve().parents[1] / "docs" / "performance.md"
MARK = "<!-- from here on: python benchmarks/vector.py --write -->\n"
GPU = "<!-- from here on: python benchmarks/gpu.py --write -->"
GOALS = {
    "float32": {"tahiti": 2000.0, "borneo": 1000.0, "borabora": 800.0},
    "int8": {"tahiti": 2000.0, "borneo": 2000.0, "borabora": 1600.0},
}
"""Thousands of decisions per second with masks and observations."""
WISHES: Mapping[str, Mapping[str, Any]] = {
    "float32": {},
    "int8": {"dtype": "int8"},
    "masks only": {"observe": False},
    "lists only": {"observe": False, "mask": False},
}
"""What a step returns beside lists, rewards and ends."""
STEPS = 40


def figures(game: Game, n: int, most_threads: int) -> Iterator[Figure]:
    """Yield every figure of a game with most players."""
    players = game.players[1]
    for threads in range(1, most_threads + 1):
        for output, wishes in WISHES.items():
            goal = GOALS.get(output, {}).get(game.name) if threads == 1 else None
            games = Vector(game, players, n, seed=1, threads=threads, **wishes)
            games.step_randomly(20)  # games are at different decisions
            side_by_side = f", {threads} threads" if threads > 1 else ""
            name = f"{game.name}, {players} players{side_by_side}: {output}"
            yield measured(name, "k/s", lambda games=games: _stepped(games), goal)  # type: ignore[misc]
    games = Vector(game, players, n, seed=1, observe=False)
    name = f"{game.name}, {players} players: the same at random in compiled code"
    yield measured(name, "k/s", lambda: _stepped_randomly(games))


def _stepped(games: Vector) -> float:
    """Return thousands of decisions per second."""
    choose, rows, spent = np.random.default_rng(1), np.arange(len(games)), 0.0
    for _ in range(STEPS):
        picks = (choose.random(len(games)) * games.counts).astype(np.int64)
        actions = games.legal[rows, picks].astype(np.int64)
        spent += _seconds(games, partial(games.step, actions))
    return len(games) * STEPS / spent / 1e3


def _stepped_randomly(games: Vector) -> float:
    return len(games) * STEPS / _seconds(games, partial(games.step_randomly, STEPS)) / 1e3


def _seconds(games: Vector, action: Callable[[], object]) -> float:
    """Return the time of an action: processor time for one thread, wall-clock time for more."""
    clock = time.thread_time if games.threads == 1 else time.perf_counter
    began = clock()
    action()
    return clock() - began


def chapter(about: str, made: Sequence[Figure]) -> str:
    """Return the figures as the last chapter of the page."""
    lines = [
        "## Many games for a learner, beside the goals",
        "",
        "Measured by `python benchmarks/vector.py --write` on "
        f"{time.strftime('%Y-%m-%d', time.gmtime())}: {about}. Each step returns lists, masks,"
        " rewards and ends, and observations as float32 or int8 where the row says so. Goals are"
        " for the processor time of one thread on a machine with a calibration of 1.3 ns.",
        "",
        "| | thousand decisions a second | | goal |",
        "|---|--:|---|--:|",
    ]
    for each in made:
        spread = f"{min(each.rounds):,.0f} to {max(each.rounds):,.0f}"
        goal = f"{each.goal:,.0f}" if each.goal else ""
        lines.append(f"| {each.name} | {each.median:,.0f} | {spread} | {goal} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure and print, or write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", choices=list(GAMES), help="one game only")
    parser.add_argument("--n", type=int, default=4096, help="how many games side by side")
    parser.add_argument("--write", action="store_true", help="keep them in docs/performance.md")
    arguments = parser.parse_args()
    if arguments.write and arguments.game:
        parser.error("what is written is of all games")
    load, pace = os.getloadavg()[0], calibration()
    about = f"{machine()}; {arguments.n:,} games; median of {ROUNDS} (slowest to fastest)"
    print(about)
    print(pace.row())
    made = []
    for name in [arguments.game] if arguments.game else GAMES:
        for figure in figures(opened(name), arguments.n, 1 if arguments.write else 2):
            print(figure.row(), flush=True)
            made.append(figure)
    if arguments.write:
        about += f"; calibration {pace.median:.2f} ns; load when it began {load:.1f}"
        others, _, rest = PAGE.read_text(encoding="utf-8").partition(MARK)
        _, mark, gpu = rest.partition(GPU)
        page = f"{others.rstrip()}\n\n{MARK}\n{chapter(about, made)}"
        page += f"\n{mark}{gpu}" if mark else ""
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
