"""What a bot is, and the one that plays at random."""

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
    """A decision in the making, in slices; slicing never changes what is decided."""

    def step(self, milliseconds: float) -> bool:
        """Think for about so long (the GIL is released meanwhile); True when done."""

    def action(self) -> int:
        """The action to play, as far as it is known: any time after the first step."""


class Bot(ABC):
    """Decides from a :class:`~proa.engine.core.information_state.InformationState`, never from the
    position."""

    name: str
    """What it goes by in logs, records and on the command line."""
    version: int
    """Rises when it decides otherwise for the same sight and seed."""
    budget: str
    """What it may spend on a decision, for logs and records."""
    game = ""
    """The only game it plays; empty: it plays all."""

    def units(self, game: Game, players: int) -> tuple[str, ...]:
        """Return the modules whose compiled functions it thinks with, beside those of a table."""
        return ()

    def check_game(self, game: Game) -> None:
        """Raise :class:`BadOption` if it doesn't play this one."""
        if self.game and self.game != game.name:
            raise BadOption(
                "{name} doesn't play {game}, but {own}",
                name=self.name,
                game=game.title,
                own=self.game,
            )

    @classmethod
    def of(cls, *budget: str) -> Bot:
        """The bot with the budget that is written after its name: ``500`` in ``search:500``.

        Raises :class:`BadOption` unless it is one for this bot; the common one has none.
        """
        if budget:
            name = ":".join((cls.name, *budget))
            raise BadOption("there is no bot {name}: this one takes no number", name=repr(name))
        return cls()

    @abstractmethod
    def begin(self, information_state: InformationState, seed: int) -> Thinker:
        """Start to think; the same sight and seed give the same decision.

        Raises :class:`~proa.engine.errors.BadOption` if the seat has nothing to decide.
        """

    def choose(self, information_state: InformationState, seed: int) -> int:
        """The action to play."""
        thinking = self.begin(information_state, seed)
        while not thinking.step(SLICE):
            pass
        return thinking.action()


class ImmediateChoice:
    """A :class:`Thinker` that is done at once."""

    def __init__(self, action: int) -> None:
        self._action = action

    def step(self, milliseconds: float) -> bool:
        """Nothing is left to think."""
        return True

    def action(self) -> int:
        """The action to play."""
        return self._action


class RandomBot(Bot):
    """Any legal action, each as likely."""

    name = "random"
    version = 1
    budget = ""

    def begin(self, information_state: InformationState, seed: int) -> ImmediateChoice:
        """Draw an action."""
        rng = np.random.default_rng(as_word(seed))
        return ImmediateChoice(int(rng.choice(information_state.choices())))
