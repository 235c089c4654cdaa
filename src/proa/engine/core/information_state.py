"""Information states: a position drawn from what a seat knows, never the true one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from proa.engine.core.observation import FLOAT32
from proa.engine.errors import BadOption

if TYPE_CHECKING:
    from proa.engine.core.game import Game
    from proa.engine.core.position import Position


class InformationState:
    """A seat's knowledge of a position.

    It holds one resampled position and no reference to the true one. Since resampling depends only
    on what the seat knows, a sample of the sample is as good as one of the true position.
    """

    def __init__(self, position: Position, seat: int) -> None:
        self._position = position
        self.seat = seat

    def __repr__(self) -> str:
        return f"<what seat {self.seat} knows of a position of {self.game!r}>"

    @property
    def game(self) -> Game:
        """Return the game."""
        return self._position.game

    @property
    def players(self) -> int:
        """Return the number of seats."""
        return self._position.players

    def legal_actions(self) -> list[int]:
        """Return the numbers of the seat's legal actions, ascending; none unless it is to move."""
        mine = self._position.to_move == self.seat
        return self.game.legal_actions(self._position) if mine else []

    def choices(self) -> list[int]:
        """Return :meth:`legal_actions`; raise :class:`BadOption` if there are none."""
        legal = self.legal_actions()
        if not legal:
            raise BadOption("seat {n} has nothing to decide", n=self.seat)
        return legal

    def observation(self, dtype: str = FLOAT32) -> NDArray[Any]:
        """Return the seat's observation; see :meth:`Game.observation`."""
        return self.game.observation(self._position, self.seat, dtype)

    def sample(self, seed: int) -> Position:
        """Return a possible position, drawn with ``seed``."""
        return self.game.resample(self._position, self.seat, seed)

    def record(self) -> NDArray[Any]:
        """Return a possible position for compiled bots: an array of one that they may change."""
        return self._position.record()
