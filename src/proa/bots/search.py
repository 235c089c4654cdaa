"""The searching bot: the Python side of :mod:`proa.bots.tree`."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from dataclasses import astuple, replace
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from proa.bots import guided_search, tree
from proa.bots.bot import Bot
from proa.bots.halving import Halving
from proa.engine.compiler.compile import CompiledFunction
from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.engine.core.search_settings import SearchSettings
from proa.engine.core.seeds import as_word
from proa.engine.errors import BadOption

LONGEST_PATH = 512
LONGEST_LINE = 2000
DEFAULT_SIMULATIONS = 2_000
MOST_SIMULATIONS = 10_000_000
AT_ONCE = 1000
"""Simulations after which Ctrl+C is noticed."""
FIRST_SLICE = 32
"""Simulations of a slice before their speed is known."""
LOOKS = 16
"""How often a search looks whether it may end, in equal parts of its simulations."""
FEWEST = 2
"""Simulations of a node that belongs to what is expected."""
WELL_EXPLORED = 20
"""An answer that was looked at less often than the best by this factor is not known well enough to
be given instead."""
CONFIDENCE = 1.96
"""Standard deviations of the 95 % interval."""
NONE = np.zeros(0, np.int32)
DOUBT = 0.25
"""One simulation more that lies as far off as can be: few of them that agree prove little."""


class Value(NamedTuple):
    """What a choice is worth to the seat that is asked, 0 to 1: a lead on the scale of the search,
    and at the end its part of the victory."""

    mean: float
    low: float
    high: float
    """The 95 % interval of the mean; it does not know of what the search has not looked at."""
    simulations: int


class Search:
    """One decision in the making."""

    def __init__(
        self,
        information_state: InformationState,
        seed: int,
        simulations: int,
        settings: SearchSettings,
        looseness: float = 0.0,
    ) -> None:
        """``looseness`` is that of :class:`~proa.engine.core.search_settings.Strength`."""
        self._seed = as_word(seed)
        self._looseness = looseness
        self._game = game = information_state.game
        self._seat = information_state.seat
        self._choices = _choices(information_state, settings)
        self._left = simulations if len(self._choices) > 1 else 0
        self._halving: Halving | None = None
        if settings.halving and Halving.is_possible(len(self._choices), self._left):
            self._halving = Halving(self._choices, self._left)
        self._stretch = max(1, simulations // LOOKS)
        self._speed = 0.0
        codes, seats = len(game.all_codes), information_state.players
        self._states = np.repeat(information_state.record(), 2)
        self._rng = np.array([as_word(seed)], np.uint64)
        self._knobs = _knobs(information_state, settings)
        self._tree = tree.Tree(
            nodes=np.zeros((self._left + 1, tree.COLUMNS), np.int32),
            values=np.zeros((self._left + 1, seats), np.float64),
            record=np.zeros((2 * seats, codes), np.float64),
            counts=np.array([1, 0], np.int64),
            leads=np.zeros(1, np.float64),
            squares=np.zeros(self._left + 1, np.float64),
        )
        self._scratch = tree.Scratch(
            actions=np.zeros(game.spec.capacity, np.int32),
            child_of=np.zeros(codes, np.int32),
            path=np.zeros(LONGEST_PATH, np.int64),
            line=np.zeros((LONGEST_LINE, 2), np.int32),
            totals=np.zeros(seats, np.int64),
            evaluations=np.zeros(seats, np.float64),
            shares=np.zeros(seats, np.float64),
            logs=np.log(np.maximum(1, np.arange(self._left + 2))),
        )
        self._compiled: CompiledFunction = tree.simulate
        self._guidance: tuple[NDArray[Any], ...] = ()
        if settings.guided:
            self._compiled = guided_search.simulate_guided
            self._guidance = tree.Guidance(
                ahead=information_state.record(),
                drawn=np.zeros(game.spec.capacity, np.int32),
                weights=np.zeros(game.spec.capacity, np.float64),
            )
            self._alike = np.zeros(1, np.uint64)

    def run(self, simulations: int) -> bool:
        """Run so many of the simulations that are left, or a few more, so that each action has as
        many; True when none is left."""
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
        """Give each action that is left a turn, or several."""
        turns = halving.turns(simulations)
        self._run(turns, halving.left)
        self._left -= turns * len(halving.left)
        halving.count(turns, self._means(), self._left)
        if halving.is_done:
            self._left = 0

    def _run(self, n: int, left: NDArray[np.int32] = NONE) -> None:
        arguments = (self._states, self._seat, n, self._rng, self._knobs)
        memory = (*self._tree, *self._scratch)
        guidance = (*self._guidance, left, self._alike) if self._guidance else ()
        self._game.run(self._compiled, *arguments, *memory, *guidance)

    def step(self, milliseconds: float) -> bool:
        """Search for about so long; True when done, which is as soon as the simulations that are
        left can't change :meth:`action`. How long slices are changes nothing of what is found."""
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
        """Whether none can overtake the action with the most simulations any more."""
        if self._looseness or self._halving or self._left % self._stretch:
            return False
        *_, second, most = sorted(self.visits().values())
        return most - second > self._left

    def visits(self) -> dict[int, int]:
        """The simulations of each action at the root, by action."""
        visits = dict.fromkeys(self._choices, 0)
        for child in self._children(0):
            visits[self._action(child)] = self._visits(child)
        return visits

    def values(self) -> dict[int, Value]:
        """What each action at the root is worth to the seat, by action, as far as it was looked at:
        all those that the search considers, the best first, then by their simulations."""
        found = {self._action(child): self._value(child) for child in self._children(0)}
        for action in self._choices:
            found.setdefault(action, Value(0.5, 0.0, 1.0, 0))
        best = self._best()
        return dict(
            sorted(found.items(), key=lambda one: (one[0] != best, -one[1].simulations, one[0]))
        )

    def line(self, action: int) -> list[int]:
        """How the game is expected to go on with an action: the numbers of actions, and of outcomes
        that branch, each the one with the most simulations, until there is only one."""
        line = [action]
        node = next((c for c in self._children(0) if self._action(c) == action), 0)
        while node:
            node = max(self._children(node), key=self._visits, default=0)
            if not node or self._visits(node) < FEWEST:
                break
            line.append(self._action(node))
        return line

    def _children(self, node: int) -> Iterator[int]:
        child = int(self._tree.nodes[node, tree.CHILD])
        while child:
            yield child
            child = int(self._tree.nodes[child, tree.SIBLING])

    def _action(self, node: int) -> int:
        return int(self._tree.nodes[node, tree.ACTION])

    def _visits(self, node: int) -> int:
        return int(self._tree.nodes[node, tree.VISITS])

    def _mean(self, node: int) -> float:
        return float(self._tree.values[node, self._seat]) / self._visits(node)

    def _means(self) -> dict[int, float]:
        """By action at the root, of those that were looked at."""
        return {self._action(child): self._mean(child) for child in self._children(0)}

    def _value(self, child: int) -> Value:
        n = self._visits(child)
        mean = self._mean(child)
        variance = (float(self._tree.squares[child]) - n * mean**2 + DOUBT) / n
        spread = CONFIDENCE * math.sqrt(max(0.0, variance) / n)
        return Value(mean, max(0.0, mean - spread), min(1.0, mean + spread), n)

    def action(self) -> int:
        """The best action, or, if it may be loose, one nearly as good."""
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
        """The action with the most simulations, or the last one left."""
        if self._halving:
            return self._halving.best(self._means())
        visits = self.visits()
        return max(visits, key=lambda action: (visits[action], -action))


def _choices(information_state: InformationState, settings: SearchSettings) -> list[int]:
    """The seat's choices, of which a game that is known may keep a few."""
    choices = information_state.choices()
    if not settings.guided:
        return choices
    kept = np.zeros(information_state.game.spec.capacity, np.int32)
    n = information_state.game.run(
        guided_search.legal_after_pruning, information_state.record(), kept
    )
    return [int(action) for action in kept[:n]]


def _knobs(information_state: InformationState, settings: SearchSettings) -> NDArray[np.float64]:
    """The settings as numbers for :mod:`proa.bots.tree`."""
    ahead = information_state.game.spec.analysis.horizon * information_state.players or LONGEST_LINE
    _, *knobs, _ = astuple(replace(settings, horizon=settings.horizon or ahead))
    return np.array(knobs, np.float64)


class SearchBot(Bot):
    """Monte-Carlo tree search with a fixed number of simulations a decision."""

    name = "search"
    version = 1

    def __init__(self, simulations: int, settings: SearchSettings | None = None) -> None:
        self.simulations = simulations
        self.settings = settings
        self.name = f"{type(self).name}:{simulations}"
        self.budget = f"{simulations} simulations"

    @classmethod
    def of(cls, *budget: str) -> Self:
        """``500`` simulations a decision."""
        most = _simulations(cls.name, ":".join(budget)) if budget else DEFAULT_SIMULATIONS
        return cls(most)

    def begin(self, information_state: InformationState, seed: int) -> Search:
        """A search that has not run yet."""
        return Search(
            information_state,
            seed,
            self.simulations,
            self.settings or self.default_settings(information_state),
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
    """The same search, which knows what the game tells of itself (:mod:`proa.engine.core.verbs`),
    with settings that were found in matches."""

    name = "expert"

    def _usual_settings(self, game: Game, players: int) -> SearchSettings:
        """What the game says for so many players; without that, what all games have, and what this
        one tells of itself."""
        known = game.spec.analysis.search_settings
        return known.get(players, SearchSettings(guided=True))


def _simulations(name: str, number: str) -> int:
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_SIMULATIONS):
        raise BadOption(
            "{name} needs a number of simulations between 1 and {most}, not {number}",
            name=name,
            most=MOST_SIMULATIONS,
            number=repr(number),
        )
    return int(number)
