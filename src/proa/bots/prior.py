"""The guided search with a prior: a network says which actions at the root to simulate.

The network sees what the seat sees, once a decision. Simulations go to the likely actions only, by
halving, and the network's opinion of them counts until there are many.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Self

import numpy as np

from proa.bots.halving import Halving
from proa.bots.learned import LearnedBot
from proa.bots.networks import Network, read_network
from proa.bots.search import DEFAULT_SIMULATIONS, ExpertBot, Search, simulations_named
from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState

KEPT = 0.98
"""Actions are searched until together they are so likely, the likeliest first."""


class PriorBot(ExpertBot):
    """The search of ``expert:N`` among the actions that a network finds likely."""

    name = "prior"

    def __init__(
        self, simulations: int, network: Network | None = None, looseness: float = 0.0
    ) -> None:
        super().__init__(simulations, looseness=looseness)
        self._learned = LearnedBot(network)
        self.version = self._learned.version
        if network:
            self.name += f":{network.place}"

    @classmethod
    def of(cls, *budget: str) -> Self:
        """Return the bot with so many simulations per decision, and the network in a file, whose
        path may follow; raise :class:`~proa.engine.errors.BadDocument` if there is none."""
        number, *place = budget or (str(DEFAULT_SIMULATIONS),)
        network = read_network(Path(":".join(place))) if place else None
        return cls(simulations_named(cls.name, number), network)

    def version_in(self, game: Game) -> int:
        """Return the number of the network for the game."""
        return self._learned.version_in(game)

    def check_game(self, game: Game) -> None:
        """Raise :class:`BadOption` if it has no network for the game."""
        self._learned.check_game(game)

    def units(self, game: Game, players: int) -> tuple[str, ...]:
        """Return the modules of the search and of the forward pass."""
        return (*super().units(game, players), *self._learned.units(game, players))

    def begin(self, information_state: InformationState, seed: int) -> Search:
        """Return a search that has not run yet."""
        settings = replace(self.default_settings(information_state), halving=True)
        prior = self._prior(information_state)
        return Search(information_state, seed, self.simulations, settings, self.looseness, prior)

    def _prior(self, information_state: InformationState) -> dict[int, float]:
        network = self._learned.network_for(information_state.game)
        network.check_players(information_state.players)
        scores = network.scores(information_state)
        total = np.logaddexp.reduce([*scores.values()])
        logs = {action: float(score - total) for action, score in scores.items()}
        return likely(logs, self.simulations)


def likely(logs: Mapping[int, float], simulations: int) -> dict[int, float]:
    """Return the actions to search, the likeliest first: no more than halving has simulations
    for."""
    kept: dict[int, float] = {}
    known = 0.0
    for action, log in sorted(logs.items(), key=lambda one: (-one[1], one[0])):
        if kept and (known >= KEPT or not Halving.is_possible(len(kept) + 1, simulations)):
            break
        kept[action] = log
        known += float(np.exp(log))
    return kept
