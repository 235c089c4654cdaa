"""The pause before a bot's answer, so that its speed reveals no hidden cards.

A bot with one legal answer needs no time to find it. Where the others can't see that there is only
one, the delay must not reveal it.
"""

from __future__ import annotations

from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.core.view_types import SPECTATOR
from proa.server.tables import reveal_guard
from proa.server.tables.events import ACTED, bit
from proa.server.tables.game_log import GameLog
from proa.server.tables.table import Table

PAUSE = 0.5
LONGER_PAUSES = {"merciless": 1.5}
"""Seconds; and those of levels that search longer on idle cores."""


def pause_before(table: Table, code: str) -> float:
    """Return the seconds between the bot's question and the moment when others may see its answer
    ``code``; 0 where everybody can see whether it had a choice."""
    game, position = table.game, table.playing.position()
    is_public = game.spec.questions.is_public(game.tables, position.fields)
    if is_public or not _is_noticed(game, position, code):
        return 0.0
    return LONGER_PAUSES.get(table.seats[position.to_move].bot, PAUSE)


def asked_at(log: GameLog, seat: int) -> float:
    """Return when the seat to move was asked, as far as the others can know.

    That is the time of the last event of another seat, or of its own last event that others saw.
    """
    return next(
        step.event.at
        for step in reversed(log.steps)
        if step.event.kind in ACTED and (step.event.seat != seat or step.event.seen != bit(seat))
    )


def _is_noticed(game: Game, position: Position, code: str) -> bool:
    """Return whether others notice that the mover plays ``code``, whatever chance brings."""
    seat, action = position.to_move, game.action(code)
    others = (SPECTATOR, *(other for other in range(position.players) if other != seat))
    code_for = game.spec.texts.code_for
    if any(code_for(game, position, action, other) is not None for other in others):
        return True
    after = game.play(position, code, chance=False)
    return after.to_move != seat or reveal_guard.is_lone(game, after)
