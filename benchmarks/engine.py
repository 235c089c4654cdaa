"""The speed of the games: ``python benchmarks/engine.py [--game tahiti] [--peers]``.

Random play lists the legal actions at every decision, and the time includes chance. One core,
compiled loops, median of five rounds with the spread. ``--peers`` also measures games of other
projects (``pip install open_spiel catanatron``); those not installed are named and left out.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numba
import numpy as np
from timing import ROUNDS, Figure, calibration, machine, measured, seconds

import proa
from proa.arena.bench import measure
from proa.engine.core import position_functions
from proa.engine.core.game import Game
from proa.games import GAMES

GOALS = {"tahiti": 65.0, "borneo": 110.0, "borabora": 160.0}
"""Goal in nanoseconds for a decision in random play."""
COPY_GOALS = {"tahiti": 20.0}
"""Goal in nanoseconds for a copy of a position."""
PYTHON_GOAL = 3000.0
"""Goal in nanoseconds for a decision from Python, one position at a time."""
OBSERVATION_GOAL = 2000.0
"""Goal in nanoseconds for an observation from Python."""
REPLAY_GOALS = {"tahiti": 100.0}
"""Goal in microseconds for a replayed game."""


def figures(game: Game) -> Iterator[Figure]:
    """Yield every figure of a game."""
    for players in range(game.players[0], game.players[1] + 1):
        speed = measure(game, players)
        name = f"{game.name}, {players} players: a random decision"
        yield Figure(name, "ns", speed.rounds, GOALS.get(game.name))
    yield _one_at_a_time(game)
    yield _observed(game)
    yield _copy(game)
    yield _replay(game)


def _one_at_a_time(game: Game) -> Figure:
    """Measure random games from Python: a list of legal actions and a choice at each decision."""
    players = game.players[1]

    def once() -> float:
        choose, decisions = random.Random(3), 0

        def play() -> None:
            nonlocal decisions
            for seed in range(20):
                position = game.start(players, seed=seed)
                while not position.is_over:
                    position = game.play(position, choose.choice(game.legal_actions(position)))
                    decisions += 1

        return seconds(play) / decisions * 1e9

    name = f"{game.name}, {players} players, from Python: a random decision"
    return measured(name, "ns", once, PYTHON_GOAL)


def _observed(game: Game) -> Figure:
    """Measure an observation of one seat, from Python."""
    position, n = game.start(game.players[1], seed=3), 20_000

    def ask() -> None:
        for _ in range(n):
            game.observation(position, 0)

    def once() -> float:
        return seconds(ask) / n * 1e9

    name = f"{game.name}, from Python: an observation ({len(game.observation_names())} numbers)"
    return measured(name, "ns", once, OBSERVATION_GOAL)


def _copy(game: Game) -> Figure:
    """Measure a copy of a position inside compiled code."""
    array = np.zeros(1024, game.spec.state)

    @numba.njit
    def copies(array, n):  # type: ignore[no-untyped-def]
        for i in range(n):
            array[(i * 7) & 1023] = array[i & 1023]

    n, goal = 5_000_000, COPY_GOALS.get(game.name)
    copies(array, 1)
    name = f"{game.name}: a copy of a position ({game.spec.state.itemsize} bytes)"
    return measured(name, "ns", lambda: seconds(lambda: copies(array, n)) / n * 1e9, goal)


def _replay(game: Game) -> Figure:
    """Measure the replay of a whole game from its codes, with chance and legality checks."""
    choose = random.Random(7)
    start = position = game.start(game.players[1], seed=7)
    codes = []
    while not position.is_over:
        codes.append(choose.choice(game.codes(position)))
        position = game.play(position, codes[-1])
    line = np.array([game.action(code) for code in codes], np.int32)
    actions = np.zeros(game.spec.capacity, np.int32)
    weights = np.zeros(game.spec.capacity, np.int64)
    replay = game.compiled[position_functions.replay]

    def once() -> float:
        records = [start.record() for _ in range(200)]

        def every() -> None:
            for record in records:
                replay(game.rules, record, line, actions, weights)

        return seconds(every) / len(records) * 1e6

    name = f"{game.name}: a game of {len(line)} decisions replayed from parsed codes"
    return measured(name, "us", once, REPLAY_GOALS.get(game.name))


def importing() -> Figure:
    """Measure a new process that imports proa, minus one that imports nothing."""

    def once() -> float:
        def run(code: str) -> float:
            return seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True))

        return max(run("import proa") - run("pass"), 0.0) * 1e3

    return measured("import proa in a new process", "ms", once, 500)


# -- peers -----------------------------------------------------------------------------------


def open_spiel(name: str) -> Figure | None:
    """Measure random play of an OpenSpiel game through its Python binding's C++ states."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)

    def once() -> float:
        choose, decisions, games = random.Random(3), 0, 20

        def play() -> None:
            nonlocal decisions
            for _ in range(games):
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                        state.apply_action(choose.choices(outcomes, odds)[0])
                    else:
                        state.apply_action(choose.choice(state.legal_actions()))
                        decisions += 1

        return seconds(play) / max(decisions, 1) * 1e9

    return measured(f"OpenSpiel {name}, from Python: a random decision", "ns", once)


def catanatron() -> Figure | None:
    """Measure random play of Catanatron."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None
    colors = [Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE]

    def once() -> float:
        games = [Game([RandomPlayer(color) for color in colors]) for _ in range(3)]
        spent = seconds(lambda: [game.play() for game in games])
        made = sum(len(_actions_of(game)) for game in games)
        return spent / max(made, 1) * 1e9

    return measured("Catanatron, 4 players: a random decision", "ns", once)


def _actions_of(game: Any) -> Sequence[Any]:
    """Return the actions that were played; the field's name changed between versions."""
    state = game.state
    return getattr(state, "action_records", None) or state.actions  # type: ignore[no-any-return]


def peers() -> Iterator[Figure | str]:
    """Yield figures of other projects' games, or a line about what is not installed."""
    for name in ("backgammon", "hearts", "maedn"):
        yield open_spiel(name) or f"OpenSpiel {name}: not installed (pip install open_spiel)"
    yield catanatron() or "Catanatron: not installed (pip install catanatron)"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", choices=list(GAMES), help="one game only")
    parser.add_argument("--peers", action="store_true", help="measure other projects beside it")
    arguments = parser.parse_args()
    print(f"{machine()}; median of {ROUNDS} (fastest to slowest)")
    print(calibration().row())
    for name in [arguments.game] if arguments.game else GAMES:
        for figure in figures(proa.game(name)):
            print(figure.row(), flush=True)
    print(importing().row())
    for peer in peers() if arguments.peers else ():
        print(peer if isinstance(peer, str) else peer.row(), flush=True)


if __name__ == "__main__":
    main()
