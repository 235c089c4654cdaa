"""Moving the seats of a browser's guest into an account, seat by seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from proa.engine.messages import say
from proa.server.errors import Refusal
from proa.server.store.database import can_be_key
from proa.server.store.rows import SeatRow, TableRow
from proa.server.tables.tables import Tables

MOST = 200
"""The most recently used tables whose seats are offered."""


@dataclass(frozen=True)
class OwnSeat:
    """A seat of this browser's guest."""

    table: TableRow
    seats: Sequence[SeatRow]
    seat: int
    is_shared: bool
    """Whether several people may share the screen: such seats stay where they are."""

    @property
    def key(self) -> str:
        """Return the seat's name in a form."""
        return f"{self.table.id}.{self.seat}"


async def movable(tables: Tables, browser: str, account_id: str) -> list[OwnSeat]:
    """Return the seats of a browser's guest, those of the latest tables first."""
    found = []
    for row, places in await tables.store.tables_of(browser, MOST):
        mine = [place.seat for place in places if browser in place.holders]
        others = any(account_id in place.holders for place in places)
        found += [OwnSeat(row, places, seat, len(mine) > 1 or others) for seat in mine]
    return found


async def move(tables: Tables, browser: str, account_id: str, chosen: Iterable[str]) -> None:
    """Move the chosen seats of a browser's guest into an account; refuse if one can't."""
    wanted = {_seat(key) for key in chosen}
    moved = await tables.store.move_seats(browser, account_id, wanted)
    for table_id in moved:
        tables.forget(table_id)
        tables.live.notify(table_id)
    if len(moved) < len(wanted):
        why = say(
            "Some seats stayed with this browser: several people share their screen, your account"
            " plays at the same table, or they are not yours."
        )
        raise Refusal(409, why)


def _seat(key: str) -> tuple[str, int]:
    table_id, _, seat = key.partition(".")
    if not (can_be_key(table_id) and seat.isdecimal() and len(seat) < 3):
        raise Refusal(422, say("This is no seat."))
    return table_id, int(seat)
