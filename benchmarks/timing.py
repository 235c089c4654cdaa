"""Reliable timing: several rounds, the median with its spread, and a calibration loop."""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numba
import numpy as np

ROUNDS = 5


@dataclass(frozen=True)
class Figure:
    """A measured figure: the rounds' values in one unit."""

    name: str
    unit: str
    rounds: tuple[float, ...]
    goal: float | None = None

    @property
    def median(self) -> float:
        """Return the figure to quote."""
        return statistics.median(self.rounds)

    def row(self) -> str:
        """Return a line of the report."""
        spread = f"{min(self.rounds):,.1f} to {max(self.rounds):,.1f}"
        goal = f"   goal {self.goal:,.0f}" if self.goal is not None else ""
        return f"{self.name:58} {self.median:12,.1f} {self.unit:4} ({spread}){goal}"


def measured(name: str, unit: str, once: Callable[[], float], goal: float | None = None) -> Figure:
    """Run ``once``, which returns a value, for warming up and then for each round."""
    once()
    return Figure(name, unit, tuple(once() for _ in range(ROUNDS)), goal)


def seconds(action: Callable[[], object]) -> float:
    """Return the wall-clock time of an action."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


@numba.njit
def _calibration(n: int) -> np.uint64:
    x = np.uint64(1)
    for _ in range(n):
        x ^= x >> np.uint64(12)
        x *= np.uint64(6364136223846793005)
    return x


def calibration() -> Figure:
    """Measure a dependent multiply and add, the same everywhere, to compare machines."""
    n = 20_000_000
    _calibration(1)
    name = "calibration: a dependent shift, xor and multiply"
    return measured(name, "ns", lambda: seconds(lambda: _calibration(n)) / n * 1e9)


def machine() -> str:
    """Return the machine and the versions in one line."""
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}"
    return f"{platform.machine()}, {versions}, Numba {numba.__version__}"
