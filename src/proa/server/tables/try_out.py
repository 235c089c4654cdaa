"""Trying out a turn in private: what would follow, as far as the seat can know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.messages import say
from proa.server.errors import Code, Refusal
from proa.server.tables import reveal_guard
from proa.server.tables.play import MOST_CODES
from proa.server.tables.table import Table, check_frame


def try_turn(table: Table, seat: int, frame: int, codes: Sequence[str]) -> dict[str, Any]:
    """Return the seat's view after playing ``codes`` without chance.

    The true position is not read. The codes are tried in positions drawn from what the seat knows;
    if the results differ, the request is refused.
    """
    check_frame(table, seat, frame)
    if len(codes) > MOST_CODES:
        raise Refusal(422, say("You can play 1 to {n} choices at once.", n=MOST_CODES))
    game, position = table.game, table.playing.position()
    if position.to_move != seat:
        raise Refusal(409, say("It is not your turn."), Code.NOT_YOUR_TURN)
    results = [
        _try(game, sample, seat, codes) for sample in reveal_guard.samples(game, position, seat)
    ]
    if any(other != results[0] for other in results):
        raise Refusal(
            409, say("What would follow depends on hidden information."), Code.UNFORESEEABLE
        )
    return results[0]


def _try(game: Game, position: Position, seat: int, codes: Sequence[str]) -> dict[str, Any]:
    sentences: list[Any] = []
    for code in codes:
        if position.to_move != seat:
            raise Refusal(409, say("Your turn would end before that."), Code.UNFORESEEABLE)
        after = reveal_guard.play_unseen(game, position, code)
        sentences += game.story(position, code, after, seat)
        position = after
    view = game.view(position, seat)
    return {"view": view, "sentences": sentences, "mine": position.to_move == seat}
