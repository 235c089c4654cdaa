"""Pauses by consent: one asks, all others agree, anyone resumes. Meanwhile no clock runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from proa.engine.messages import say
from proa.server.errors import Code, Refusal
from proa.server.store.rows import PERSON, RUNNING
from proa.server.store.tables import Change
from proa.server.tables import time_control
from proa.server.tables.play import state
from proa.server.tables.table import Table, check_running
from proa.server.tables.tables import Tables

ASKED_FOR, ASKED_FOR_SLOWLY = 300.0, 24 * 3600.0
"""Seconds until a request for a pause expires; in games over days."""
What = Literal["ask", "agree", "decline", "resume"]


async def change(tables: Tables, table_id: str, seats: Sequence[int], what: What) -> Table:
    """Ask for a pause, agree to it or decline it for one's ``seats``, or resume the game."""
    make = {"ask": _asked, "agree": _agreed, "decline": _declined, "resume": _resumed}[what]
    return await tables.change(table_id, make, seats)


def asked(table: Table, now: float) -> dict[str, Any] | None:
    """Return the request for a pause: ``agreed`` seats and ``until`` when; None without one."""
    pause = table.row.pause
    return pause if pause and not table.row.is_paused and pause["until"] > now else None


def _asked(table: Table, now: float, seats: Sequence[int]) -> Change | None:
    _check(table, seats)
    if table.row.is_paused:
        return None
    control = time_control.of_row(table.row)
    if not control.is_timed:
        raise Refusal(409, say("There is no clock here to be paused."))
    if asked(table, now):
        return _agreed(table, now, seats)
    until = now + (ASKED_FOR_SLOWLY if control.is_slow else ASKED_FOR)
    return _with(table, now, seats, [], until)


def _agreed(table: Table, now: float, seats: Sequence[int]) -> Change | None:
    _check(table, seats)
    if table.row.is_paused:
        return None
    found = asked(table, now)
    if found is None:
        raise Refusal(409, say("Nobody asks for a pause any more."))
    return _with(table, now, seats, found["agreed"], found["until"])


def _declined(table: Table, now: float, seats: Sequence[int]) -> Change | None:
    _check(table, seats)
    if table.row.is_paused or table.row.pause is None:
        return None
    return Change(table={"pause": None, "people": table.row.people + 1})


def _resumed(table: Table, now: float, seats: Sequence[int]) -> Change | None:
    _check(table, seats)
    row, pause = table.row, table.row.pause
    if pause is None or not row.is_paused:
        return None
    event = table.playing.other_event("resume", seats[0], {}, now)
    on = Table(replace(row, pause=None), table.seats, table.opened)
    values = state(on, table.playing, now)
    if values["due"] is not None and pause["left"] is not None:
        values["due"] = now + pause["left"]
    return Change([event], {**values, "pause": None, "people": row.people + 1})


def _with(
    table: Table, now: float, seats: Sequence[int], agreed: Sequence[int], until: float
) -> Change:
    """Return the change by which ``seats`` agree too: the pause, if nobody else has to."""
    row = table.row
    all_of_them = sorted({*agreed, *seats})
    values: dict[str, Any] = {"people": row.people + 1}
    if not _voters(table) <= set(all_of_them):
        return Change(table={**values, "pause": {"agreed": all_of_them, "until": until}})
    event = table.playing.other_event("pause", seats[0], {}, now)
    left = None if row.due is None else max(0.0, row.due - now)
    return Change([event], {**values, "pause": {"left": left}, "due": None})


def _voters(table: Table) -> set[int]:
    """Return the seats of people who are here."""
    return {p.seat for p in table.seats if p.kind == PERSON and not p.stand_in}


def _check(table: Table, seats: Sequence[int]) -> None:
    check_running(table)
    if table.row.status != RUNNING or not _voters(table) & set(seats):
        raise Refusal(409, say("A bot is playing for you. Take your seat back first."), Code.AWAY)
