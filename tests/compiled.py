"""Compiling the rules before the tests are shared out, so that it is done once.

Run as a program it compiles all of them, the toy too; with the name of a game only that one.
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
    """Compile what is not in the cache: each game in a process of its own."""
    names = [
        game.name for game in not_compiled([*reversed(OURS), "toy"])
    ]  # the largest came last to us
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
