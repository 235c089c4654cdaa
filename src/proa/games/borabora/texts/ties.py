"""How a tie for the most points ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from proa.engine.core.view_types import Tie
from proa.engine.messages import join_list, seat
from proa.games.borabora.messages import say

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


def tie(game: Game, position: Position, seats: Sequence[int]) -> Tie:
    """Say that turn order decides a tie (BB-17.14)."""
    text = say(
        "{seats} tie for most points. {best} wins, being earliest in turn order.",
        seats=join_list([seat(i) for i in seats]),
        best=seat(game.returns(position).index(1.0)),
    )
    return {"text": text, "rule": "BB-17.14"}
