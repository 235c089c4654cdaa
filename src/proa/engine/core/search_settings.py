"""How a search goes about it, and how strong a level is: numbers that a game may set."""

from __future__ import annotations

from dataclasses import dataclass

RANDOM, RECORD, STEP, SCORES = range(4)
"""What actions are judged by where a search has not been: nothing; what they brought in simulations
so far; what the position after them is worth; what the game prefers (``score_actions``)."""


@dataclass(frozen=True)
class SearchSettings:
    """How a search goes about it."""

    guided: bool = False
    """Whether the game's ``worth``, ``prune`` and ``is_quiet`` are asked."""
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
    """The most random decisions of a simulation; 0: what the game says
    (``AnalysisSpec.horizon``)."""
    picks_by: int = RECORD
    """What the best of those drawn is judged by; this and what follows only if ``guided``."""
    order_by: int = RANDOM
    """What the next child of a node is chosen by."""
    scale: float = 0.0
    """Points of lead that make a value of 0.73; 0: the spread of the leads seen so far."""
    lean: float = 0.0
    """How much more often what the game prefers is drawn, where actions are drawn at random: odds
    of e to the power of so many times what ``score_actions`` tells; 0: all are alike."""
    cut: bool = False
    """Whether a simulation ends at the first position in which the game is ``is_quiet``, be it in
    the tree; then ``horizon`` is not asked."""
    halving: bool = False
    """Whether the choices are simulated equally often and the worse half given up again and again
    (:mod:`proa.bots.halving`), not by their bounds."""


@dataclass(frozen=True)
class Strength:
    """How strong a level plays."""

    simulations: int
    """Of the search for each decision."""
    looseness: float = 0.0
    """How much value, of 0 to 1, an answer may fall short of the best and still be given: one of
    those that are so close is drawn."""
