"""7. and 8. The end: who has won, how a tie ends, why the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from proa.engine.core.view_types import Tie
from proa.engine.messages import Message, join_list, seat
from proa.games.tahiti.messages import say
from proa.games.tahiti.rules.ending import is_spent

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position


def ended(game: Game, before: Position, action: int, after: Position) -> list[Message]:
    """Return why the game is over, once it is."""
    if not after.is_over:
        return []
    if is_spent(game.tables, after.fields):
        return [say("Two colours are gone: the game is over.")]
    return [say("Nobody has moved for three rounds: the game is over.")]


def result(game: Game, position: Position) -> Message:
    """Return who has won, and the points."""
    best = [i for i, share in enumerate(game.returns(position)) if share > 0]
    points = game.scores(position)[best[0]]
    if len(best) == 1:
        return say("{seat} wins with {n}.", seat=seat(best[0]), n=points)
    called = join_list([seat(i) for i in best])
    return say("{seats} share the win with {n}.", seats=called, n=points)


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
