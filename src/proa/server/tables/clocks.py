"""The clocks of a table: how much time the seats have left after a change.

Only what everybody sees moves a clock. Hidden decisions in a row share one time: they leave the
clock alone until the turn passes on, and then count as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proa.server.store.rows import PERSON, Event, TableRow
from proa.server.tables import time_control
from proa.server.tables.events import ACTED, LONE, everybody
from proa.server.tables.game_log import GameLog, Step
from proa.server.tables.table import Table
from proa.server.tables.time_control import SHORTEST_PACE

AFTER_RETURN = 30
"""Seconds that a seat has at least when its player comes back after its bank was empty."""


def after(table: Table, log: GameLog, now: float, events: Sequence[Event] = ()) -> dict[str, Any]:
    """Return the columns of a table's clocks after a change by ``events``, in a running game.

    ``log`` has played them. ``table.row`` has the clocks before, ``table.seats`` the seats after.
    """
    row, mover = table.row, log.position().to_move
    place = table.seats[mover]
    control = time_control.of_row(row)
    if row.is_paused or not control.is_timed:
        return {"due": None, "banks": row.banks if control.bank is not None else None}
    is_on = place.kind == PERSON and not place.stand_in
    banks = _banks(table, log, now, events)
    if not is_on:
        return {"due": None, "banks": banks}
    earned = _earned(log, mover, events)
    if row.due is not None and row.turn == mover:
        if banks is not None:
            return {"due": row.due + row.increment * earned, "banks": banks}
        return {"due": now + control.pace if earned and control.pace else row.due, "banks": banks}
    is_back = any(event.kind == "undo" for event in events)
    given = banks[mover] if banks is not None else float(control.pace or 0)
    if not is_back:
        return {"due": now + given, "banks": banks}
    return {"due": _due_again(row, log, now, given, events[0].number), "banks": banks}


def with_time_for(row: TableRow, seat: int, kind: str) -> TableRow:
    """Return a table's row with the time of a seat whose player comes (back) by an event.

    Who returns with an empty bank gets an increment; a new player gets the whole bank.
    """
    if row.bank is None or row.banks is None or kind not in ("return", "joined"):
        return row
    banks = list(row.banks)
    least = max(row.increment, AFTER_RETURN) if kind == "return" else row.bank
    banks[seat] = max(banks[seat], float(least))
    return replace(row, banks=banks)


def _banks(table: Table, log: GameLog, now: float, events: Sequence[Event]) -> list[float] | None:
    """Return what is left in the banks: of the seat whose clock stops now, what it did not use."""
    row, mover = table.row, log.position().to_move
    if row.bank is None:
        return None
    banks = list(row.banks or [float(row.bank)] * row.players)
    was = row.turn
    if was is None or row.due is None or (was == mover and _runs(table, was)):
        return banks
    is_interrupted = was != mover and any(event.kind == "undo" for event in events)
    if not is_interrupted:  # by another seat's undo: its clock did not count
        banks[was] = max(0.0, row.due - now) + row.increment * _earned(log, was, events)
    return banks


def _runs(table: Table, seat: int) -> bool:
    place = table.seats[seat]
    return place.kind == PERSON and not place.stand_in


def _due_again(row: TableRow, log: GameLog, now: float, given: float, since: int) -> float:
    """Return when the time of a mover is over who took back what had passed the turn on, by events
    from ``since`` on.

    Their clock has run since, as the next seat's did.
    """
    began, soonest = time_given(log).at, now + SHORTEST_PACE
    if row.due is None or row.turn is None:  # a bot was to move
        return max(began + given, soonest)
    if row.banks is not None:
        return row.due - row.banks[row.turn] + given
    mover = log.position().to_move
    passed_on = next(
        step.event.at
        for step in reversed(log.steps[:since])
        if step.event.kind in ACTED and step.event.seat == mover
    )
    return max(row.due - (passed_on - began), soonest)


def _earned(log: GameLog, seat: int, events: Sequence[Event]) -> int:
    """Return how many of ``events`` gave ``seat`` time by its own decisions."""
    if not events:
        return 0
    first = events[0].number
    return sum(event.number >= first for event in times_given(log, seat)[1:])


def time_given(log: GameLog) -> Event:
    """Return the event that last started the mover's clock."""
    return times_given(log, log.position().to_move)[-1]


def times_given(log: GameLog, seat: int) -> list[Event]:
    """Return the events that gave ``seat`` time since another seat acted, and that seat's action.

    An own decision gives time if it raises the number of own decisions in force to a new maximum,
    so undo gives none. Only decisions count that all see, or that pass the turn on.
    """
    start = next(
        step.event.number
        for step in reversed(log.steps)
        if step.event.kind in ACTED and step.event.seat != seat and step.event.actor != LONE
    )
    found, most = [log.steps[start].event], 0
    for step in log.steps[start + 1 :]:
        if step.event.kind not in ACTED or not _is_noticed(log, step):
            continue
        stand = _in_force(log, step, start)
        if stand > most:
            found, most = [*found, step.event], stand
    return found


def _is_noticed(log: GameLog, step: Step) -> bool:
    """Return whether everybody sees a decision, or that it passes the turn on."""
    if step.event.kind == "undo":
        return False
    passes_on = log.mover(step.event.number) != step.event.seat
    return step.event.seen == everybody(log.players) or passes_on


def _in_force(log: GameLog, step: Step, since: int) -> int:
    """Return the number of noticed decisions after event ``since`` in force at a step."""
    n, at = 0, step.stands
    while at > since:
        found = log.steps[at]
        n += found.event.actor != LONE and _is_noticed(log, found)
        at = found.below
    return n
