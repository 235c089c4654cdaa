"""The outbox of notices: what a change of a table adds to it, in the same transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from proa.server.store.rows import OPEN, OVER, PERSON, RUNNING, WAITING, Event, SeatRow, TableRow
from proa.server.store.schema import notice_channels, notice_settings, notices

TURN, BEGAN, ENDED, JOINED = "turn", "began", "over", "joined"
KINDS = (TURN, BEGAN, ENDED, JOINED)
STOPS = 3 * 24 * 3600
"""Seconds after which nothing more is tried by a channel that always fails."""


def recipients(
    before: TableRow,
    was: Sequence[SeatRow],
    after: TableRow,
    seats: Sequence[SeatRow],
    events: Sequence[Event] = (),
) -> dict[str, set[str]]:
    """Return whom a change concerns, by kind of notice: guests and accounts.

    All of it is public. Those who made the change know it, and who plays bots alone comes back by
    themselves.
    """
    if sum(place.kind == PERSON for place in seats) < 2:
        return {}
    if before.status == WAITING and after.status == WAITING:
        took = [place for place in seats if _took(was[place.seat], place)]
        return {JOINED: {after.host} - _holders(took)} if took else {}
    if before.status == WAITING:
        acted = [place for place in seats if place.nonce != was[place.seat].nonce]
        mover = _mover(after, seats)
        return {TURN: mover, BEGAN: _holders(seats) - mover - _holders(acted)}
    moved = set() if before.turn is None else set(was[before.turn].holders)
    moved |= _holders(place for place in seats if place.seat in _who_undid(events))
    if before.status == RUNNING and after.status == OVER:
        return {ENDED: _holders(seats) - moved}
    if before.turn != after.turn:
        return {TURN: _mover(after, seats) - moved}
    return {}


def _who_undid(events: Sequence[Event]) -> set[int | None]:
    return {event.seat for event in events if event.kind == "undo"}


def _took(was: SeatRow, place: SeatRow) -> bool:
    return (was.kind, place.kind) == (OPEN, PERSON)


def _holders(seats: Iterable[SeatRow]) -> set[str]:
    return {holder for place in seats for holder in place.holders if place.kind == PERSON}


def _mover(table: TableRow, seats: Sequence[SeatRow]) -> set[str]:
    """Return who holds the seat to move, unless a bot plays it."""
    if table.status != RUNNING or table.turn is None or seats[table.turn].bot:
        return set()
    return _holders([seats[table.turn]])


def adding(
    insert: Any,
    table_id: sa.ColumnElement[str],
    guests: sa.ColumnElement[Any] | sa.Select[Any],
    beside: sa.FromClause | None = None,
) -> Any:
    """Return the statement that puts a notice into the outbox, for each channel of ``guests``.

    It replaces an older notice of the same table, also one that is just being sent. ``insert`` is
    that of a dialect.
    """
    now, channels = sa.bindparam("outbox_now", type_=sa.Float(53)), notice_channels
    since = channels.c.failing_since
    wait = sa.func.coalesce(notice_settings.c.wait, sa.bindparam("outbox_wait", type_=sa.Float(53)))
    values: dict[str, sa.ColumnElement[Any]] = {
        "channel_id": channels.c.id,
        "table_id": table_id,
        "kind": sa.bindparam("outbox_kind", type_=sa.String(10)),
        "event": sa.bindparam("outbox_event", type_=sa.Integer),
        "at": now,
        "due": now + wait,
        "tries": sa.literal(0, sa.Integer),
        "owner": sa.literal("", sa.String(32)),
        "until": sa.literal(0.0, sa.Float(53)),
    }
    is_same = notice_settings.c.account_id == channels.c.account_id
    source = channels.outerjoin(notice_settings, is_same)
    query = (
        sa.select(*(value.label(name) for name, value in values.items()))
        .select_from(source if beside is None else source.join(beside, sa.true()))
        .where(channels.c.account_id.in_(guests), since.is_(None) | (since > now - STOPS))
    )
    made = insert(notices).from_select(list(values), query)
    fresh = {name: made.excluded[name] for name in values if not name.endswith("_id")}
    return made.on_conflict_do_update(index_elements=["channel_id", "table_id"], set_=fresh)
