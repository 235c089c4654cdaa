"""Tables with their seats and guests, in one query."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from proa.server.store.rows import SeatRow, TableRow
from proa.server.store.schema import holders, seats, tables

ASIDE = ("standing", "standing_since")
"""The columns of a seat that change without a change of its table."""

BESIDE = [seats.c[name] for name in (*ASIDE, "standing_amount")]

_OF_TABLE = [column.name for column in tables.c]

_OF_SEAT = [column.name for column in seats.c]

WHOLE = (
    sa.select(*tables.c, *seats.c, holders.c.holder)
    .join(seats, seats.c.table_id == tables.c.id)
    .join(
        holders,
        (holders.c.table_id == seats.c.table_id) & (holders.c.seat == seats.c.seat),
        isouter=True,
    )
    .order_by(seats.c.seat, holders.c.holder)
)
"""Tables with their seats and guests, in one query."""

Found = tuple[TableRow, list[SeatRow]]


def rows_of(rows: Iterable[sa.Row[Any]]) -> list[Found]:
    """Return tables with their seats from the rows of ``WHOLE``, in their order."""
    found: dict[str, Found] = {}
    for row in rows:
        columns = dict(zip(_OF_TABLE, row, strict=False))
        place = dict(zip(_OF_SEAT, row[len(_OF_TABLE) :], strict=False))
        if columns["id"] not in found:
            found[columns["id"]] = TableRow(**columns), []
        people = found[columns["id"]][1]
        is_same = bool(people) and people[-1].seat == place["seat"]
        known = people.pop().holders if is_same else ()
        guest_id = row[-1]
        people.append(SeatRow(**place, holders=(*known, guest_id) if guest_id else known))
    return list(found.values())
