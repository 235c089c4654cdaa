"""Settings of the search and of levels: numbers that a game may set."""

from __future__ import annotations

from dataclasses import dataclass, field

RANDOM, RECORD, STEP, SCORES = range(4)
"""How to rank actions that a search has not explored: not at all; by their results in simulations
so far; by ``evaluate`` of the position after them; by ``score_actions``."""


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search."""

    guided: bool = False
    """Whether to use the game's ``evaluate``, ``prune`` and ``is_quiet``."""
    explore: float = 0.5
    """The weight of uncertainty in the choice among children, whose values are 0 to 1."""
    victory: float = 0.5
    """The weight of victory at the end of a game; the rest is the lead."""
    width: float = 2.0
    growth: float = 0.5
    """A node visited n times has at most ``1 + width * n ** growth`` children."""
    picks: int = 4
    """How many actions a random decision draws to take the best of."""
    horizon: int = 0
    """The most random decisions of a simulation; 0: the game's default
    (``AnalysisSpec.horizon``)."""
    picks_by: int = RECORD
    """How to rank those drawn. This and the following settings apply only if ``guided``."""
    order_by: int = RANDOM
    """How to choose the next child of a node."""
    scale: float = 0.0
    """Points of lead that make a value of 0.73; 0: the spread of the leads seen so far."""
    lean: float = 0.0
    """How strongly ``score_actions`` affects random draws: the odds are e to the power of ``lean``
    times the score; 0: all actions have the same odds."""
    cut: bool = False
    """Whether a simulation ends at the first position where the game ``is_quiet``, also inside the
    tree; then ``horizon`` is not used."""
    open_cards: bool = False
    """Whether simulations begin from the given position itself, as if all cards were open; chance
    is drawn anew."""
    halving: bool = False
    """Whether the root uses sequential halving (:mod:`proa.bots.halving`) instead of upper
    bounds."""


NETWORK = 0
"""Instead of simulations: the network that comes with the game plays, without search."""


@dataclass(frozen=True)
class Strength:
    """The strength of a level."""

    simulations: int
    """Simulations per decision; ``NETWORK``: none, the game's network alone."""
    looseness: float = 0.0
    """How much less value than the best, of 0 to 1, an answer may have and still be chosen; one of
    the answers that close is drawn."""
    prior: bool = field(default=False, repr=False)
    """Whether the game's network says which actions to simulate. Measured games are stored by the
    ``repr`` of a strength, and by the network itself."""
