"""What a bot is given: a position drawn from what its seat knows, never the true one."""

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

    It is built from one resampled position and does not refer to the true one. Since resampling
    depends only on what the seat knows, a sample of the sample is as good as one of the truth.
    """

    def __init__(self, imagined: Position, seat: int) -> None:
        self._imagined = imagined
        self.seat = seat

    def __repr__(self) -> str:
        return f"<what seat {self.seat} knows of a position of {self.game!r}>"

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._imagined.game

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._imagined.players

    def legal_actions(self) -> list[int]:
        """The numbers of the seat's legal actions, ascending; none unless it is to move."""
        mine = self._imagined.to_move == self.seat
        return self.game.legal_actions(self._imagined) if mine else []

    def choices(self) -> list[int]:
        """:meth:`legal_actions` for who must decide; :class:`BadOption` if there are none."""
        legal = self.legal_actions()
        if not legal:
            raise BadOption("seat {n} has nothing to decide", n=self.seat)
        return legal

    def observation(self, dtype: str = FLOAT32) -> NDArray[Any]:
        """What the seat may know, as :meth:`Game.observation` tells it."""
        return self.game.observation(self._imagined, self.seat, dtype)

    def sample(self, seed: int) -> Position:
        """A position as it may be, drawn with ``seed``."""
        return self.game.resample(self._imagined, self.seat, seed)

    def record(self) -> NDArray[Any]:
        """A position as it may be, for compiled bots: an array of one, theirs to change."""
        return self._imagined.record()
