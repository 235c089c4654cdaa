"""What positions and choices are worth to a seat that does not see everything.

Each value is estimated in several batches of simulations, which differ in their seeds, and an
interval comes from how they differ. A batch begins from a position that the seat can't tell from
the true one and that depends on nothing else, so positions that it can't tell apart have the same
value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from proa.arena.statistics import mean_interval
from proa.bots.search import AT_ONCE, ExpertBot, Search
from proa.bots.simulations import Simulations
from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.engine.core.position import Position
from proa.engine.core.search_settings import SearchSettings
from proa.engine.core.seeds import Seed, as_word, checked_seed
from proa.engine.core.verbs import CHANCE
from proa.review.results import Estimate, Value
from proa.review.winning import chances, spread_of

BATCHES = 8
FEWEST = 4
"""Simulations of a batch."""
LINEAR = 1000.0
"""The scale on which simulations measure leads: far beyond all leads, so that means are means."""
USUAL_SCALE = 15.0
"""Points, of games whose settings name no scale."""
MOST_OUTCOMES = 8
"""Chance with more outcomes is sampled."""
SAMPLED = 4
"""Outcomes that a batch samples."""
HANDS = 8
"""Hands that a batch deals to weigh the outcomes of chance."""
POINTS, WINS = range(2)
Values = NDArray[np.float64]
"""``[batch, POINTS or WINS]``"""


class Found(NamedTuple):
    """What a search found."""

    best: int
    second: int
    """The next best choice; the same if there is only one."""
    line: list[int]
    """How it expects the game to go on, beginning with ``best``."""


def value_of(values: Values) -> Value:
    """Return the means and intervals of the batches."""
    return Value(estimate_of(values[:, POINTS]), estimate_of(values[:, WINS]))


def estimate_of(values: NDArray[np.float64]) -> Estimate:
    """Return mean and interval of one number a batch."""
    low, high = mean_interval(values) or (-np.inf, np.inf)
    return Estimate(float(values.mean()), low, high)


class Valuer:
    """Values positions and choices of a game."""

    def __init__(
        self,
        game: Game,
        players: int,
        simulations: int,
        seed: Seed,
        rest: Callable[[], None] = lambda: None,
        *,
        open_cards: bool = False,
    ) -> None:
        """``rest`` is called between simulations, so that others can go first. With ``open_cards``
        every seat sees everything."""
        self._game = game
        self._open_cards = open_cards
        self._rest = rest
        self.set_simulations(simulations)
        self._seed = checked_seed(seed)
        self._settings = replace(linear(game, players), open_cards=open_cards)
        self._spread = spread_of(game.name, players)
        self._words: dict[tuple[str, int], int] = {}
        self._known: dict[tuple[int, int, bytes], NDArray[np.float64]] = {}

    def set_simulations(self, simulations: int) -> None:
        """Set how many an estimate gets from now on."""
        self._simulations = max(FEWEST, simulations // BATCHES)

    # -- positions -------------------------------------------------------------------------

    def position(self, position: Position, seat: int, left: float) -> Values:
        """Return the values of a position for a seat; ``left`` is the part of the game to come."""
        if position.is_over:
            return self.result(position, seat)
        batches = range(BATCHES)
        return np.array([self._in_batch(position, seat, left, batch) for batch in batches])

    def result(self, position: Position, seat: int) -> Values:
        """Return the values of a game that is over: its result."""
        values = [_lead(self._game.scores(position), seat), self._game.returns(position)[seat]]
        return np.full((BATCHES, 2), values)

    def _in_batch(
        self, position: Position, seat: int, left: float, batch: int
    ) -> NDArray[np.float64]:
        if position.is_over:
            over: NDArray[np.float64] = self.result(position, seat)[0]
            return over
        state = self._state(position, seat, batch)
        at = (seat, batch, state.record().tobytes())
        if at not in self._known:
            self._known[at] = self._simulated(state, position.to_move, batch)
        return self._valued(self._known[at], seat, left)

    def _simulated(self, state: InformationState, mover: int, batch: int) -> NDArray[np.float64]:
        """Return the expected leads; where a seat decides, after the choice that it tried most."""
        self._rest()
        simulations = Simulations(
            state, self._word("position", batch), self._simulations, self._settings
        )
        simulations.run_all(self._simulations)
        visits = simulations.visits_of_root() if mover != CHANCE else {}
        best = max(visits, key=lambda action: (visits[action], -action), default=None)
        return lead_in_points(simulations.seat_means(best))

    # -- chance ----------------------------------------------------------------------------

    def luck(self, before: Position, after: Position, seat: int, left: float) -> Values | None:
        """Return what an outcome brought a seat, against the mean of all that could have come as
        far as the seat knows; None if only one could."""
        drawn = [self._outcomes(before, seat, batch) for batch in range(BATCHES)]
        if len({outcome for one in drawn for outcome in one}) < 2:
            return None
        values = self.position(after, seat, left)
        return np.array(
            [
                self._above_mean(values[batch], one, seat, left, batch)
                for batch, one in enumerate(drawn)
            ]
        )

    def _outcomes(
        self, position: Position, seat: int, batch: int
    ) -> dict[int, tuple[float, Position]]:
        """Return the outcomes that the seat thinks possible: their odds, and a position for each
        in which it can come."""
        found: dict[int, tuple[float, Position]] = {}
        for possible in self._possible(position, seat, batch):
            for outcome, odds in zip(*self._game.odds(possible), strict=True):
                known, first = found.get(outcome, (0.0, possible))
                found[outcome] = (known + odds, first)
        return found

    def _possible(self, position: Position, seat: int, batch: int) -> list[Position]:
        """Return positions that the seat can't tell from this one."""
        if self._open_cards:
            return [position]
        words = [self._word(f"hand {number}", batch) for number in range(HANDS)]
        return [self._game.resample(position, seat, word) for word in words]

    def _above_mean(
        self,
        value: NDArray[np.float64],
        outcomes: dict[int, tuple[float, Position]],
        seat: int,
        left: float,
        batch: int,
    ) -> NDArray[np.float64]:
        """Return how far a value is above the mean after chance, over all outcomes or some drawn
        at random."""
        drawn, odds = [*outcomes], np.array([odds for odds, _ in outcomes.values()])
        odds /= odds.sum()
        if len(drawn) > MOST_OUTCOMES:
            rng = np.random.default_rng(self._word("outcomes", batch))
            drawn = rng.choice(drawn, SAMPLED, p=odds).tolist()
            odds = np.full(SAMPLED, 1 / SAMPLED)
        after = [self._game.play(outcomes[one][1], one, chance=False) for one in drawn]
        values = [self._in_batch(one, seat, left, batch) for one in after]
        difference: NDArray[np.float64] = odds @ (value - np.array(values))
        return difference

    # -- decisions -------------------------------------------------------------------------

    def find_best(self, position: Position, simulations: int) -> Found:
        """Return what the game's strongest search finds for the seat to move."""
        state = self._state(position, position.to_move, 0)
        usual = ExpertBot(simulations).default_settings(state)
        settings = replace(usual, open_cards=self._open_cards)
        search = Search(state, self._word("search", 0), simulations, settings)
        while not search.run(AT_ONCE):
            self._rest()
        best = search.action()
        second = next((action for action in search.values() if action != best), best)
        return Found(best, second, search.line(best))

    def gain(
        self, position: Position, chosen: int, best: int, left: float, *, more: int = 1
    ) -> Values:
        """Return how much more ``best`` is worth to the seat to move than ``chosen``, by
        simulations that had no part in finding it; ``more`` multiplies them, and draws others."""
        batches = range(BATCHES)
        return np.array([self._gain(position, chosen, best, left, b, more) for b in batches])

    def _gain(
        self, position: Position, chosen: int, best: int, left: float, batch: int, more: int
    ) -> NDArray[np.float64]:
        seat, turns = position.to_move, self._simulations * more
        state = self._state(position, seat, batch)
        self._rest()
        simulations = Simulations(
            state, self._word(f"gain {more}", batch), 2 * turns, self._settings
        )
        simulations.run_each([chosen, best], turns)
        low, high = (
            self._valued(lead_in_points(simulations.seat_means(action)), seat, left)
            for action in (chosen, best)
        )
        return high - low

    # -- seeds and scales ------------------------------------------------------------------

    def _state(self, position: Position, seat: int, batch: int) -> InformationState:
        if self._open_cards:
            return InformationState(position, seat)
        return self._game.information_state(position, seat, self._word("hands", batch))

    def _word(self, use: str, batch: int) -> int:
        """Return the seed of a batch for one use."""
        if (use, batch) not in self._words:
            self._words[use, batch] = as_word(f"{self._seed!r} {use} {batch}")
        return self._words[use, batch]

    def _valued(self, leads: NDArray[np.float64], seat: int, left: float) -> NDArray[np.float64]:
        return np.array([leads[seat], chances(leads, self._spread, left)[seat]])


def linear(game: Game, players: int) -> SearchSettings:
    """Return the game's settings, with a value that is linear in the lead."""
    usual = game.spec.analysis.search_settings.get(players, SearchSettings(guided=True))
    explore = usual.explore * (usual.scale or USUAL_SCALE) / LINEAR
    return replace(usual, victory=0.0, scale=LINEAR, explore=explore, halving=False)


def lead_in_points(means: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the leads that have these mean values on the scale of :func:`linear`."""
    points: NDArray[np.float64] = LINEAR * np.log(means / (1 - means))
    return points


def _lead(scores: list[int], seat: int) -> int:
    """Return how far a seat is ahead of the best other one."""
    return scores[seat] - max(scores[:seat] + scores[seat + 1 :])
