"""The search bot: the Python side of :mod:`proa.bots.tree`."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Mapping
from typing import NamedTuple, Self

import numpy as np

from proa.bots import guided_search, tree
from proa.bots.bot import Bot
from proa.bots.halving import NO_PRIOR, Halving
from proa.bots.simulations import Simulations
from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.engine.core.search_settings import SearchSettings
from proa.engine.core.seeds import as_word
from proa.engine.errors import BadOption

DEFAULT_SIMULATIONS = 2_000
MOST_SIMULATIONS = 10_000_000
AT_ONCE = 1000
"""Simulations after which Ctrl+C is noticed."""
FIRST_SLICE = 32
"""Simulations of a slice before their speed is known."""
LOOKS = 16
"""How often a search checks whether it may stop early, at equal distances."""
FEWEST = 2
"""Simulations of a node that belongs to the expected line."""
WELL_EXPLORED = 20
"""An answer with fewer simulations than the best by this factor is not played instead."""
CONFIDENCE = 1.96
"""Standard deviations of the 95 % interval."""
DOUBT = 0.25
"""Added to the squares, like a far-off simulation: few simulations that agree prove little."""


class Value(NamedTuple):
    """The value of a choice for the seat to move, 0 to 1: a lead on the scale of the search, and at
    the end the seat's part of the victory."""

    mean: float
    low: float
    high: float
    """The 95 % interval of the mean; it ignores what the search has not explored."""
    simulations: int


class Search(Simulations):
    """One decision in progress."""

    def __init__(
        self,
        information_state: InformationState,
        seed: int,
        simulations: int,
        settings: SearchSettings,
        looseness: float = 0.0,
        prior: Mapping[int, float] = NO_PRIOR,
    ) -> None:
        """``looseness`` is that of :class:`~proa.engine.core.search_settings.Strength`; ``prior``
        has the actions to choose from, with the logarithms of their probabilities."""
        self._seed = as_word(seed)
        self._looseness = looseness
        self._choices = list(prior) or root_choices(information_state, settings)
        self._left = simulations if len(self._choices) > 1 else 0
        self._halving: Halving | None = None
        if settings.halving and Halving.is_possible(len(self._choices), self._left):
            self._halving = Halving(self._choices, self._left, prior)
        self._stretch = max(1, simulations // LOOKS)
        self._speed = 0.0
        super().__init__(information_state, seed, self._left, settings)

    def run(self, simulations: int) -> bool:
        """Run so many of the simulations that are left, or a few more, so that all actions have
        equally many; return True when none is left."""
        end = max(0, self._left - simulations)
        while self._left > end:
            n = min(self._left - end, AT_ONCE)
            if self._halving:
                self._sweep(self._halving, n)
            else:
                self._run(n)
                self._left -= n
        return self._left == 0

    def _sweep(self, halving: Halving, simulations: int) -> None:
        """Give each action that is left one turn or several."""
        turns = halving.turns(simulations)
        self._run(turns, halving.left)
        self._left -= turns * len(halving.left)
        halving.count(turns, self._means(), self._left)
        if halving.is_done:
            self._left = 0

    def step(self, milliseconds: float) -> bool:
        """Search for about so long; return True when done.

        The search is done as soon as the simulations left can't change :meth:`action`. The length
        of the slices does not change the result.
        """
        n = max(1, int(self._speed * milliseconds)) if self._speed else FIRST_SLICE
        n = min(n, self._left)
        began, end = time.perf_counter(), self._left - n
        while self._left > end:
            self.run(min(self._left - end, self._left % self._stretch or self._stretch))
            if self._is_settled():
                return True
        self._speed = n / max(1e-3, 1000 * (time.perf_counter() - began))
        return self._left == 0

    def _is_settled(self) -> bool:
        """Return whether no action can overtake the one with the most simulations any more."""
        if self._looseness or self._halving or self._left % self._stretch:
            return False
        *_, second, most = sorted(self.visits().values())
        return most - second > self._left

    def visits(self) -> dict[int, int]:
        """Return the simulations of each action at the root, by action."""
        visits = dict.fromkeys(self._choices, 0)
        for child in self._children(0):
            visits[self._action(child)] = self._visits(child)
        return visits

    def values(self) -> dict[int, Value]:
        """Return the value of each root action for the seat, as far as explored.

        All actions that the search considers are there, the best first, then by simulations.
        """
        found = {self._action(child): self._value(child) for child in self._children(0)}
        for action in self._choices:
            found.setdefault(action, Value(0.5, 0.0, 1.0, 0))
        best = self._best()
        return dict(
            sorted(found.items(), key=lambda one: (one[0] != best, -one[1].simulations, one[0]))
        )

    def line(self, action: int) -> list[int]:
        """Return the expected line after an action: actions, and outcomes that branch.

        Each is the one with the most simulations; the line ends at nodes with fewer than
        ``FEWEST``.
        """
        line = [action]
        node = next((c for c in self._children(0) if self._action(c) == action), 0)
        while node:
            node = max(self._children(node), key=self._visits, default=0)
            if not node or self._visits(node) < FEWEST:
                break
            line.append(self._action(node))
        return line

    def _means(self) -> dict[int, float]:
        """Return the means of the explored actions at the root, by action."""
        return {self._action(child): self._mean(child) for child in self._children(0)}

    def _value(self, child: int) -> Value:
        n = self._visits(child)
        mean = self._mean(child)
        variance = (float(self._tree.squares[child]) - n * mean**2 + DOUBT) / n
        spread = CONFIDENCE * math.sqrt(max(0.0, variance) / n)
        return Value(mean, max(0.0, mean - spread), min(1.0, mean + spread), n)

    def action(self) -> int:
        """Return the best action, or, with looseness, one that is nearly as good."""
        best = self._best()
        values = self.values()
        if not self._looseness or not values[best].simulations:
            return best
        least = values[best].mean - self._looseness
        near = [
            action
            for action, value in sorted(values.items())
            if value.mean >= least and value.simulations * WELL_EXPLORED >= values[best].simulations
        ]
        return random.Random(self._seed).choice(near)

    def _best(self) -> int:
        """Return the action with the most simulations, or the last one left by halving."""
        if self._halving:
            return self._halving.best(self._means())
        visits = self.visits()
        return max(visits, key=lambda action: (visits[action], -action))


def root_choices(information_state: InformationState, settings: SearchSettings) -> list[int]:
    """Return the seat's choices; in a guided search only those that the game does not prune."""
    choices = information_state.choices()
    if not settings.guided:
        return choices
    actions = np.zeros(information_state.game.spec.capacity, np.int32)
    n = information_state.game.run(
        guided_search.legal_after_pruning, information_state.record(), actions
    )
    return [int(action) for action in actions[:n]]


class SearchBot(Bot):
    """Monte-Carlo tree search with a fixed number of simulations per decision."""

    name = "search"
    version = 1

    def __init__(
        self, simulations: int, settings: SearchSettings | None = None, looseness: float = 0.0
    ) -> None:
        self.simulations = simulations
        self.settings = settings
        self.looseness = looseness
        self.name = f"{type(self).name}:{simulations}"
        self.budget = f"{simulations} simulations"

    @classmethod
    def of(cls, *budget: str) -> Self:
        """Return the bot with so many simulations per decision (``500``)."""
        most = simulations_named(cls.name, ":".join(budget)) if budget else DEFAULT_SIMULATIONS
        return cls(most)

    def begin(self, information_state: InformationState, seed: int) -> Search:
        """Return a search that has not run yet."""
        return Search(
            information_state,
            seed,
            self.simulations,
            self.settings or self.default_settings(information_state),
            self.looseness,
        )

    def units(self, game: Game, players: int) -> tuple[str, ...]:
        """The search's own module, or that of searches that know the game."""
        settings = self.settings or self._usual_settings(game, players)
        return (guided_search.__name__ if settings.guided else tree.__name__,)

    def default_settings(self, information_state: InformationState) -> SearchSettings:
        """How it goes about it if it isn't told."""
        return self._usual_settings(information_state.game, information_state.players)

    def _usual_settings(self, game: Game, players: int) -> SearchSettings:
        """The same in all games, knowing none."""
        return SearchSettings()


class ExpertBot(SearchBot):
    """The same search guided by the game's verbs (:mod:`proa.engine.core.verbs`), with settings
    that were tuned in matches."""

    name = "expert"

    def _usual_settings(self, game: Game, players: int) -> SearchSettings:
        """What the game says for so many players; without that, what all games have, and what this
        one tells of itself."""
        known = game.spec.analysis.search_settings
        return known.get(players, SearchSettings(guided=True))


def simulations_named(name: str, number: str) -> int:
    """Return the number after a bot's name; raise :class:`BadOption` if it is none."""
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_SIMULATIONS):
        raise BadOption(
            "{name} needs a number of simulations between 1 and {most}, not {number}",
            name=name,
            most=MOST_SIMULATIONS,
            number=repr(number),
        )
    return int(number)
