"""What a bot is given: a position drawn from what its seat knows, never the true one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from proa.engine.game import Game, Position


class Sight:
    """A seat's knowledge of a position.

    It is built from one resampled position and does not refer to the true one. Since resampling
    depends only on what the seat knows, a sample of the sample is as good as one of the truth.
    """

    def __init__(self, imagined: Position, seat: int) -> None:
        self._imagined = imagined
        self.seat = seat

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._imagined.game

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._imagined.players

    def legal_actions(self) -> list[int]:
        """The numbers of the seat's legal actions, ascending."""
        return self.game.legal_actions(self._imagined)

    def observation(self) -> NDArray[np.float32]:
        """The seat's observation, float32."""
        return self.game.observation(self._imagined, self.seat)

    def sample(self, seed: int) -> Position:
        """A position as it may be, drawn with ``seed``."""
        return self.game.resample(self._imagined, self.seat, seed)

    def record(self) -> NDArray[Any]:
        """A position as it may be, for compiled bots: an array of one, theirs to change."""
        return self._imagined.record()
