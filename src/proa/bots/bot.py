"""The interface of bots, and the random bot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

import numpy as np

from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.engine.core.seeds import as_word
from proa.engine.errors import BadOption

SLICE = 200
"""Milliseconds: :meth:`Bot.choose` can be interrupted about so often."""


class Thinker(Protocol):
    """A decision in progress, computed in slices; the slices never change the decision."""

    def step(self, milliseconds: float) -> bool:
        """Think for about so long, without the GIL; return True when done."""

    def action(self) -> int:
        """Return the best action so far; valid any time after the first step."""


class Bot(ABC):
    """A player that decides from an :class:`~proa.engine.core.information_state.InformationState`,
    never from the position."""

    name: str
    """The name in logs, in records and on the command line."""
    version: int
    """Increase it when the bot decides differently for the same information state and seed."""
    budget: str
    """The limit on a decision, for logs and records."""
    game = ""
    """The only game that it plays; empty: it plays all."""

    def units(self, game: Game, players: int) -> tuple[str, ...]:
        """Return the modules whose compiled functions it thinks with, beside those of a table."""
        return ()

    def version_in(self, game: Game) -> int:
        """Return a number that changes when the bot decides differently in this game."""
        return self.version

    def check_game(self, game: Game) -> None:
        """Raise :class:`BadOption` if the bot doesn't play this game."""
        if self.game and self.game != game.name:
            raise BadOption(
                "{name} doesn't play {game}, but {own}",
                name=self.name,
                game=game.title,
                own=self.game,
            )

    @classmethod
    def of(cls, *budget: str) -> Bot:
        """Return the bot with the budget that follows its name: ``500`` in ``search:500``.

        Raises :class:`BadOption` for a budget that this bot can't have; by default it takes none.
        """
        if budget:
            name = ":".join((cls.name, *budget))
            raise BadOption("there is no bot {name}: this one takes no number", name=repr(name))
        return cls()

    @abstractmethod
    def begin(self, information_state: InformationState, seed: int) -> Thinker:
        """Start to think; the same information state and seed give the same decision.

        Raises :class:`~proa.engine.errors.BadOption` if the seat has nothing to decide.
        """

    def choose(self, information_state: InformationState, seed: int) -> int:
        """Return the action to play."""
        thinking = self.begin(information_state, seed)
        while not thinking.step(SLICE):
            pass
        return thinking.action()


class ImmediateChoice:
    """A :class:`Thinker` that is done at once."""

    def __init__(self, action: int) -> None:
        self._action = action

    def step(self, milliseconds: float) -> bool:
        """Return True: nothing is left to do."""
        return True

    def action(self) -> int:
        """Return the action to play."""
        return self._action


class RandomBot(Bot):
    """A bot that plays every legal action with the same probability."""

    name = "random"
    version = 1
    budget = ""

    def begin(self, information_state: InformationState, seed: int) -> ImmediateChoice:
        """Draw an action."""
        rng = np.random.default_rng(as_word(seed))
        return ImmediateChoice(int(rng.choice(information_state.choices())))
