"""Who asks: as which seat or as a spectator somebody looks at a table."""

from __future__ import annotations

from dataclasses import dataclass

from proa.engine.kind import WATCHER
from proa.engine.words import say
from proa.server.errors import Refusal
from proa.server.tables.table import Table, no_table
from proa.server.tables.tables import Tables


@dataclass(frozen=True)
class Sitting:
    """Somebody at a table: as whom he looks, and which seats he holds."""

    table: Table
    holder: str
    viewer: int
    """His seat, or ``WATCHER``: also while he holds several seats and has not said which he is."""
    mine: list[int]
    door: str
    """The path by which he came: ``/table/...`` or ``/watch/...``."""

    @property
    def query(self) -> str:
        """What follows the path in addresses for this seat."""
        return f"?seat={self.viewer}" if len(self.mine) > 1 and self.viewer != WATCHER else ""

    @property
    def is_veiled(self) -> bool:
        """Whether he must say who he is before he is shown more than spectators are."""
        return len(self.mine) > 1 and self.viewer == WATCHER

    @property
    def seat(self) -> int:
        """His seat; refused for spectators and behind the veil."""
        if self.is_veiled:
            raise Refusal(409, say("Say first who you are."))
        if self.viewer == WATCHER:
            raise Refusal(403, say("Spectators look on; this is for those who play."))
        return self.viewer


async def seated(tables: Tables, table_id: str, holder: str, seat: int | None) -> Sitting:
    """A holder of seats at their table; nobody else is told that there is one."""
    return at_seat(await tables.load(table_id), holder, seat)


def at_seat(table: Table, holder: str, seat: int | None) -> Sitting:
    """The same at a table that was read already."""
    mine = table.seats_of(holder)
    if not mine and holder != table.row.host:
        raise no_table()
    if seat is not None and seat not in mine:
        raise Refusal(403, say("That seat is not yours."))
    if seat is None:
        seat = mine[0] if len(mine) == 1 else WATCHER
    return Sitting(table, holder, seat, mine, f"/table/{table.id}")


async def watching(tables: Tables, watch: str, holder: str) -> Sitting:
    """Whoever has the link for spectators."""
    return at_watch(await tables.load_watched(watch), holder)


def at_watch(table: Table, holder: str) -> Sitting:
    """The same at a table that was read already."""
    return Sitting(table, holder, WATCHER, [], f"/watch/{table.row.watch}")
