"""How a tie for the most points ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from proa.engine.core.view_types import Tie
from proa.engine.messages import join_list, seat
from proa.games.tahiti.messages import say

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position


def tie(game: Game, position: Position, seats: Sequence[int]) -> Tie:
    """Say that a tie is shared (TA-8.13), or that the larger chest decides it (TA-10.2)."""
    level = join_list([seat(i) for i in seats])
    if not game.tables.chest_breaks_ties:
        return {
            "text": say("{seats} tie for most points and share the win.", seats=level),
            "rule": "TA-8.13",
        }
    best = [i for i in seats if game.returns(position)[i] > 0]
    chest = position.fields.player[best[0]].chest
    if len(best) == len(seats):
        text = say(
            "{seats} tie for most points, with ${n} in each chest: they share the win.",
            seats=level,
            n=chest,
        )
    else:
        text = say(
            "{seats} tie for most points. The larger chest wins: {best} with ${n}.",
            seats=level,
            best=join_list([seat(i) for i in best]),
            n=chest,
        )
    return {"text": text, "rule": "TA-10.2"}
