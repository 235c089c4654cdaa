"""The values for every page of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proa.server.api import views
from proa.server.store.schema import RUNNING
from proa.server.tables.access import TableAccess
from proa.server.tables.table import Table


def about(access: TableAccess) -> dict[str, Any]:
    """Return a table's general data, as far as the guest may know it."""
    return {**views.about(access).model_dump(), "url": access.path}


def seats_of(table: Table, viewer: int, locale: str) -> list[dict[str, Any]]:
    """Return the seats for people; with their points when the game is over."""
    return [seat.model_dump(exclude_unset=True) for seat in views.people(table, viewer, locale)]


def at_table(access: TableAccess, locale: str, base: str) -> dict[str, Any]:
    """Return the values for every page of a table: table, seats, the guest's rights, links."""
    table, shared = access.table, access.is_shared
    running = table.row.status == RUNNING
    return {
        "table": about(access),
        "query": access.query,
        "viewer": access.viewer,
        "seats": seats_of(table, access.viewer, locale),
        "is_host": access.is_host,
        "begun_at": "" if access.mine or access.is_host else table.row.origin,
        "may_chat": access.may_talk,
        "veil": _places(access, access.mine) if access.must_choose_seat else [],
        "here": _places(access, [seat for seat in access.mine if seat != access.viewer]),
        "open_here": len(access.mine) > 1 and running and not shared,
        "shared": shared,
        "at_screen": access.at_screen,
        "passed_on": access.is_passed_on,
        "watch_url": f"{base}/watch/{watch}" if (watch := access.watch_link) else None,
        "invites": [
            {"seat": place.seat, "name": place.name, "url": f"{base}/sit/{place.invite}"}
            for place in access.invitations
        ],
    }


def _places(access: TableAccess, seats: Sequence[int]) -> list[dict[str, Any]]:
    table = access.table
    return [
        {
            "seat": seat,
            "name": table.seats[seat].name,
            "turn": table.row.turn == seat,
            "url": f"{access.path}?seat={seat}",
        }
        for seat in seats
    ]
