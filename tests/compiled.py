"""Compilation of the rules before the tests are distributed to processes, so that it happens once.

As a program it compiles all games and the toy; with the name of a game only that one.
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import proa
import proa.games
from proa.games import OURS
from proa.precompile import compile_units, not_compiled


def compile_side_by_side(processes: int) -> None:
    """Compile what is not in the cache, each game in its own process."""
    names = [
        game.name for game in not_compiled([*reversed(OURS), "toy"])
    ]  # the largest games were added last
    with ThreadPoolExecutor(processes) as pool:
        list(pool.map(_compile_elsewhere, names))


def _compile_elsewhere(name: str) -> None:
    subprocess.run([sys.executable, __file__, name], check=True)


if __name__ == "__main__":
    proa.games.GAMES.offer("toy", "toy:SPEC")
    if len(sys.argv) > 1:
        compile_units(proa.game(sys.argv[1]))
    else:
        compile_side_by_side(2)
