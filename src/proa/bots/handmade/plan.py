"""The base class of plans: they answer at once, from a position drawn from what the seat knows."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeVar

from proa.bots.bot import Bot, ImmediateChoice
from proa.engine.core.information_state import InformationState
from proa.engine.core.position import Position

S = TypeVar("S")


class Plan(Bot):
    """A bot that answers at once."""

    version = 1
    budget = ""

    def begin(self, information_state: InformationState, seed: int) -> ImmediateChoice:
        """Answer the question; a single choice needs no answer."""
        self.check_game(information_state.game)
        choices = information_state.choices()
        if len(choices) == 1:
            return ImmediateChoice(choices[0])
        return ImmediateChoice(
            information_state.game.action(
                self.answer(information_state.sample(seed), information_state.seat)
            )
        )

    @abstractmethod
    def answer(self, now: Position[Any], seat: int) -> str:
        """Return the code of the action of ``seat``; ``now`` is drawn from what the seat knows."""


def after(now: Position[S], code: str) -> Position[S]:
    """Return the position after a choice, before chance."""
    return now.game.play(now, code, chance=False)


def lead(now: Position[S], seat: int) -> int:
    """Return the points ahead of the best of the others, if the game ended now."""
    scores = now.game.scores(now)
    return scores[seat] - max(scores[:seat] + scores[seat + 1 :])
