"""Hints for a seat during a game: where its opponents are bots, or the table allows them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Protocol

from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.engine.messages import say
from proa.review.hints import Hint
from proa.server.errors import Code, Refusal, SearchFailed
from proa.server.store.tables import Change
from proa.server.tables.table import Table, check_frame, check_present
from proa.server.tables.tables import Tables

DEADLINE = 9.0
"""Seconds; pages wait one more."""
AGAIN = 5
"""Seconds after which a client may try again."""
HINT = "hint"
"""The kind of the event that tells everybody that a seat has used a hint."""


class Adviser(Protocol):
    """Computes hints: :class:`proa.server.bots.worker_pool.SearchPool`."""

    async def hint(
        self, game: Game, edition: str | None, information_state: InformationState
    ) -> Hint:
        """Return a hint; raise :class:`SearchFailed` if that fails."""


async def use_hint(
    tables: Tables, adviser: Adviser, table: Table, seat: int, frame: int
) -> tuple[Table, Hint]:
    """Return a hint for the seat to move, and the table whose log shows that it was used."""
    _check(table, seat, frame)
    game, position = table.game, table.playing.position()
    state = game.information_state(position, seat)
    search = adviser.hint(game, tables.games.path(table.row.edition), state)
    found = await _in_time(search)

    def make(now_table: Table, now: float) -> Change | None:
        if _has_just_used(now_table, seat):
            return None
        _check(now_table, seat, frame)
        return Change([now_table.playing.other_event(HINT, seat, {}, now)])

    return await tables.change(table.id, make), found


def _check(table: Table, seat: int, frame: int) -> None:
    if not table.allows_hints(seat):
        raise Refusal(403, say("There are no hints at this table."))
    if not _has_just_used(table, seat):
        check_frame(table, seat, frame)
    check_present(table, seat)
    position = table.playing.position()
    if position.to_move != seat:
        raise Refusal(409, say("It is not your turn."), Code.NOT_YOUR_TURN)
    if len(table.game.codes(position)) < 2:
        raise Refusal(409, say("You have only one choice."))


def _has_just_used(table: Table, seat: int) -> bool:
    """Return whether the seat has had a hint for this very decision: a repeated request."""
    event = table.playing.steps[-1].event
    return (event.kind, event.seat) == (HINT, seat)


async def _in_time(search: Awaitable[Hint]) -> Hint:
    try:
        async with asyncio.timeout(DEADLINE):
            return await search
    except (TimeoutError, SearchFailed, OSError):
        why = say("The bots are too busy for a hint now. Please try again.")
        raise Refusal(503, why, again=AGAIN) from None
