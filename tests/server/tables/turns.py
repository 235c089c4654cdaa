"""Whose turn it is at a table."""

from __future__ import annotations

from server.site import Player
from waiting import until


async def person_to_move(players: list[Player | None]) -> Player:
    """Return the person to move, as soon as it is a person's turn."""
    site, table_id = next((p.site, p.table) for p in players if p)

    async def found() -> Player | None:
        table = await site.tables.load(table_id)
        turn = table.row.turn
        return None if turn is None or table.bot_to_move else players[turn]

    return await until(found)
