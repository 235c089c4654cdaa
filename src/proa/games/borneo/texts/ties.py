"""How a tie for the most points ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from proa.engine.core.view_types import Tie
from proa.engine.messages import join_list, seat
from proa.games.borneo.messages import plural, say
from proa.games.borneo.rules.ending import missions_completed

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


def tie(game: Game, position: Position, seats: Sequence[int]) -> Tie:
    """Say that more missions decide a tie (BO-12.5), or that it is shared (BO-12.6)."""
    level = join_list([seat(i) for i in seats])
    best = [i for i in seats if game.returns(position)[i] > 0]
    missions = missions_completed(position.fields.player[best[0]])
    if len(best) == len(seats):
        text = plural(
            "{seats} tie for most points, with {n} mission each: they share the win.",
            "{seats} tie for most points, with {n} missions each: they share the win.",
            missions,
            seats=level,
        )
        return {"text": text, "rule": "BO-12.6"}
    text = say(
        "{seats} tie for most points. More completed missions win: {best} with {n}.",
        seats=level,
        best=join_list([seat(i) for i in best]),
        n=missions,
    )
    return {"text": text, "rule": "BO-12.5"}
