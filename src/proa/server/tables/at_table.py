"""What every guest sees of a table beside its game: general data, people, their own rights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proa.bots.roster import roster
from proa.engine.messages import Message
from proa.games import GAMES, spec
from proa.server.durations import rounded
from proa.server.store.rows import OVER, RUNNING, TableRow
from proa.server.tables import time_control
from proa.server.tables.access import TableAccess
from proa.server.tables.replacements import is_left
from proa.server.tables.table import Table


def about(access: TableAccess) -> dict[str, Any]:
    """Return a table's general data, as far as the guest may know it."""
    row = access.table.row
    return {
        "id": access.table_id,
        "name": row.name,
        "game": row.game,
        "title": title(row.game),
        "edition": row.edition,
        "options": row.options,
        "status": row.status,
        "turn": row.turn,
        "commitment": row.commitment,
        "pace": row.pace,
        "bank": row.bank,
        "increment": row.increment,
        "forfeits": row.forfeits,
        "time": time_control.of_row(row).sentence if time_control.of_row(row).is_timed else None,
        "control": time_control.of_row(row).text,
        "due": row.due,
        "pause": _pause(row),
        "undo": row.undo,
        "watchers_chat": row.watchers_chat,
        "hints": row.hints,
        "rematch": access.rematch,
        "url": access.path,
    }


def _face(left: float | None) -> Message | str:
    """Return the time left in a bank, for people."""
    if left is None:
        return ""
    minutes, seconds = divmod(int(left), 60)
    return rounded(left) if minutes >= 60 else f"{minutes}:{seconds:02}"


def _pause(row: TableRow) -> dict[str, Any] | None:
    if row.pause is None:
        return None
    agreed = {"agreed": row.pause.get("agreed", []), "until": row.pause.get("until")}
    return {"on": row.is_paused, **agreed}


def title(game: str) -> str:
    """Return a game's title; its name if it is not installed any more."""
    return spec(game).title if game in GAMES else game


def people(table: Table, viewer: int) -> list[dict[str, Any]]:
    """Return the seats: who sits there, who is to move, who is away; the points after the end."""
    is_over = table.row.status == OVER and not table.why_not_visible
    scores = table.game.scores(table.playing.position()) if is_over else []
    lost = table.log.lost if table.log else ()
    banks: Sequence[float | None] = table.row.banks or [None] * len(table.seats)
    return [
        {
            "seat": place.seat,
            "name": place.name,
            "kind": place.kind,
            "level": place.bot,
            "label": roster()[place.bot].label if place.bot in roster() else "",
            "away": bool(place.stand_in),
            "lost": place.seat in lost,
            "left": banks[place.seat],
            "face": _face(banks[place.seat]),
            "ready": place.nonce is not None,
            "me": place.seat == viewer,
            "turn": table.row.turn == place.seat,
            **({"score": scores[place.seat]} if scores else {}),
        }
        for place in table.seats
    ]


def at_table(access: TableAccess, base: str = "") -> dict[str, Any]:
    """Return what every page of a table shows: table, seats, the guest's rights.

    Links begin with ``base``.
    """
    table, shared = access.table, access.is_shared
    running = table.row.status == RUNNING
    may_replace = access.is_host and bool(access.table_id)
    return {
        "table": about(access),
        "query": access.query,
        "viewer": access.viewer,
        "seats": people(table, access.viewer),
        "is_host": access.is_host,
        "times": time_control.choices(time_control.of_row(table.row)) if access.is_host else {},
        "vacated": [p.seat for p in table.seats if may_replace and is_left(table, p)],
        "begun_at": "" if access.mine or access.is_host else table.row.origin,
        "may_chat": access.may_talk,
        "may_hint": running and table.allows_hints(access.viewer),
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
