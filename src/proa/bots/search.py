"""The searching bot: the Python side of :mod:`proa.bots.tree`."""

from __future__ import annotations

import time
from dataclasses import astuple, dataclass, replace

import numpy as np
from numpy.typing import NDArray

from proa.bots import tree
from proa.bots.bot import Bot
from proa.engine.errors import BadOption
from proa.engine.sight import Sight

LONGEST_PATH = 512
LONGEST_LINE = 2000
DEFAULT_SIMULATIONS = 2_000
MOST_SIMULATIONS = 10_000_000
FIRST_SLICE = 32
"""Simulations of a slice before their speed is known."""


@dataclass(frozen=True)
class Settings:
    """How a search goes about it."""

    explore: float = 0.5
    """How much doubt counts in the choice among children, against their values of 0 to 1."""
    victory: float = 0.5
    """How much victory counts at the end of a game; the rest is the lead."""
    width: float = 2.0
    growth: float = 0.5
    """A node visited n times has at most ``1 + width * n ** growth`` children."""
    picks: int = 4
    """How many actions a random decision draws to take the best of."""
    horizon: int = 0
    """The most random decisions of a simulation; 0: what the game says (``Kind.horizon``)."""

    def knobs(self, sight: Sight) -> NDArray[np.float64]:
        """The settings as numbers for :mod:`proa.bots.tree`."""
        ahead = sight.game.kind.study.horizon * sight.players or LONGEST_LINE
        return np.array(astuple(replace(self, horizon=self.horizon or ahead)), np.float64)


class Search:
    """One decision in the making."""

    def __init__(self, sight: Sight, seed: int, simulations: int, settings: Settings) -> None:
        self._game = game = sight.game
        self._seat = sight.seat
        self._choices = sight.choices()
        self._left = simulations if len(self._choices) > 1 else 0
        self._speed = 0.0
        codes, seats = len(game.all_codes), sight.players
        self._states = np.repeat(sight.record(), 2)
        self._rng = np.array([seed % 2**64], np.uint64)
        self._knobs = settings.knobs(sight)
        self._tree = tree.Tree(
            nodes=np.zeros((self._left + 1, tree.COLUMNS), np.int32),
            values=np.zeros((self._left + 1, seats), np.float64),
            record=np.zeros((2 * seats, codes), np.float64),
            counts=np.array([1, 0], np.int64),
            leads=np.zeros(1, np.float64),
        )
        self._scratch = tree.Scratch(
            actions=np.zeros(game.kind.capacity, np.int32),
            child_of=np.zeros(codes, np.int32),
            path=np.zeros(LONGEST_PATH, np.int64),
            line=np.zeros((LONGEST_LINE, 2), np.int32),
            totals=np.zeros(seats, np.int64),
            shares=np.zeros(seats, np.float64),
            logs=np.log(np.maximum(1, np.arange(self._left + 2))),
        )

    def run(self, simulations: int) -> bool:
        """Run so many of the simulations that are left; True when none is."""
        n = min(simulations, self._left)
        if n > 0:
            arguments = (self._states, self._seat, n, self._rng, self._knobs)
            self._game.run(tree.simulate, *arguments, *self._tree, *self._scratch)
            self._left -= n
        return self._left == 0

    def step(self, milliseconds: float) -> bool:
        """Search for about so long; True when done."""
        n = max(1, int(self._speed * milliseconds)) if self._speed else FIRST_SLICE
        began = time.perf_counter()
        done = self.run(n)
        self._speed = n / max(1e-3, 1000 * (time.perf_counter() - began))
        return done

    def visits(self) -> dict[int, int]:
        """The simulations of each action at the root, by action."""
        visits = dict.fromkeys(self._choices, 0)
        nodes = self._tree.nodes
        child = nodes[0, tree.CHILD]
        while child:
            visits[int(nodes[child, tree.ACTION])] = int(nodes[child, tree.VISITS])
            child = nodes[child, tree.SIBLING]
        return visits

    def action(self) -> int:
        """The action with the most simulations."""
        visits = self.visits()
        return max(visits, key=lambda action: (visits[action], -action))


class SearchBot(Bot):
    """Monte-Carlo tree search with a fixed number of simulations a decision."""

    version = 1

    def __init__(self, simulations: int, settings: Settings | None = None) -> None:
        self.simulations = simulations
        self.settings = settings or Settings()
        self.name = f"search:{simulations}"
        self.budget = f"{simulations} simulations"

    @classmethod
    def of(cls, *budget: str) -> SearchBot:
        """``500`` simulations a decision."""
        return cls(_simulations(":".join(budget)) if budget else DEFAULT_SIMULATIONS)

    def begin(self, sight: Sight, seed: int) -> Search:
        """A search that has not run yet."""
        return Search(sight, seed, self.simulations, self.settings)


def _simulations(number: str) -> int:
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_SIMULATIONS):
        raise BadOption(
            "search needs a number of simulations from 1 to {most}, not {number}",
            most=MOST_SIMULATIONS,
            number=repr(number),
        )
    return int(number)
