"""Notices: the channels of accounts, and the outbox as those who send it see it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from proa.server.store.database import Database, can_be_key, reads, writes
from proa.server.store.outbox import BEGAN, ENDED, JOINED, TURN
from proa.server.store.rows import OVER, RUNNING, WAITING, Channel, Notice, NoticeSettings, Post
from proa.server.store.schema import (
    accounts,
    holders,
    mail_addresses,
    notice_channels,
    notice_settings,
    notices,
    seats,
    tables,
)

BATCH = 30.0
"""Seconds: what is due so soon after another notice of a channel is sent with it."""
_ALIVE = {TURN: RUNNING, BEGAN: RUNNING, ENDED: OVER, JOINED: WAITING}
"""The status of a table for which each kind of notice is true."""


class NoticeStore(Database):
    """Notices: the channels of accounts, and the outbox as those who send it see it."""

    # -- channels ----------------------------------------------------------------------------

    @reads
    def channels(self, account_id: str) -> list[Channel]:
        """Return an account's channels, the oldest first."""
        query = (
            sa.select(*_CHANNEL)
            .where(notice_channels.c.account_id == account_id)
            .order_by(notice_channels.c.created, notice_channels.c.id)
        )
        with self.reading() as connection:
            return [Channel(**row._mapping) for row in connection.execute(query)]

    @reads
    def channel(self, channel_id: str) -> Channel | None:
        """Return one channel."""
        if not can_be_key(channel_id):
            return None
        query = sa.select(*_CHANNEL).where(notice_channels.c.id == channel_id)
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
            return Channel(**row._mapping) if row else None

    @writes
    def add_channel(
        self, account_id: str, kind: str, target: str, keys: Mapping[str, str], most: int
    ) -> Channel | None:
        """Store a channel, or new keys of one that is there; return None over ``most`` channels.

        A browser's endpoint belongs to one account: the last that was signed in there.
        """
        of = target if kind == "push" else f"{account_id} {target}"
        values = {
            "hash": hashlib.sha256(f"{kind} {of}".encode()).hexdigest(),
            "account_id": account_id,
            "kind": kind,
            "target": target,
            "keys": dict(keys),
            "created": self.now(),
            "failing_since": None,
            "reason": "",
        }
        is_there = notice_channels.c.hash == values["hash"]
        mine = (notice_channels.c.account_id == account_id) & ~is_there
        with self.writing() as connection:
            account = sa.select(accounts.c.id).where(accounts.c.id == account_id)
            if connection.execute(account.with_for_update()).first() is None:
                return None
            count = sa.select(sa.func.count()).select_from(notice_channels).where(mine)
            if connection.execute(count).scalar_one() >= most:
                return None
            moved = is_there & (notice_channels.c.account_id != account_id)
            connection.execute(sa.delete(notice_channels).where(moved))
            found = connection.execute(sa.select(notice_channels.c.id).where(is_there)).scalar()
            values["id"] = found or secrets.token_hex(16)
            if found:
                del values["created"]
                connection.execute(sa.update(notice_channels).where(is_there).values(values))
            else:
                connection.execute(sa.insert(notice_channels).values(values))
            row = connection.execute(sa.select(*_CHANNEL).where(is_there)).one()
            return Channel(**row._mapping)

    @writes
    def remove_channel(self, channel_id: str, account_id: str | None = None) -> bool:
        """Remove a channel, of ``account_id`` alone if given; return whether it was there."""
        if not can_be_key(channel_id):
            return False
        is_it = notice_channels.c.id == channel_id
        if account_id is not None:
            is_it &= notice_channels.c.account_id == account_id
        with self.writing() as connection:
            return connection.execute(sa.delete(notice_channels).where(is_it)).rowcount == 1

    @writes
    def note_channel(self, channel_id: str, reason: str) -> None:
        """Store why a channel fails, or with an empty reason that it works again."""
        is_it = notice_channels.c.id == channel_id
        with self.writing() as connection:
            self._note(connection, is_it, reason)

    def _note(self, connection: sa.Connection, is_it: Any, reason: str) -> None:
        since = sa.func.coalesce(notice_channels.c.failing_since, self.clock()) if reason else None
        values = {"failing_since": since, "reason": reason}
        if not reason:
            is_it &= notice_channels.c.failing_since.is_not(None)
        connection.execute(sa.update(notice_channels).where(is_it).values(values))

    # -- settings ----------------------------------------------------------------------------

    @reads
    def notice_settings(self, account_id: str) -> NoticeSettings:
        """Return an account's settings for notices."""
        query = sa.select(*_SETTINGS).where(notice_settings.c.account_id == account_id)
        with self.reading() as connection:
            return _settings(connection.execute(query).one_or_none())

    @writes
    def set_notice_settings(self, account_id: str, chosen: NoticeSettings) -> None:
        """Store an account's settings for notices."""
        values = {
            "quiet_from": chosen.quiet_from,
            "quiet_until": chosen.quiet_until,
            "wait": chosen.wait,
            "silent": list(chosen.silent),
        }
        mine = notice_settings.c.account_id == account_id
        with self.writing() as connection:
            if connection.execute(sa.update(notice_settings).where(mine).values(values)).rowcount:
                return
            account = sa.select(accounts.c.id).where(accounts.c.id == account_id)
            if connection.execute(account.with_for_update()).first() is not None:
                connection.execute(sa.delete(notice_settings).where(mine))
                connection.execute(
                    sa.insert(notice_settings).values(account_id=account_id, **values)
                )

    @writes
    def set_place(self, account_id: str, time_zone: str | None, language: str) -> None:
        """Store the time zone and the language of an account's notices."""
        values = {"time_zone": time_zone, "language": language}
        with self.writing() as connection:
            is_it = accounts.c.id == account_id
            connection.execute(sa.update(accounts).where(is_it).values(values))

    @reads
    def failing_channel(self, account_id: str) -> bool:
        """Return whether a channel of an account fails."""
        mine = (notice_channels.c.account_id == account_id) & (notice_channels.c.reason != "")
        with self.reading() as connection:
            query = sa.select(notice_channels.c.id).where(mine).limit(1)
            return connection.execute(query).first() is not None

    @reads
    def failed_notices(self, account_id: str) -> list[tuple[str, str, str, float]]:
        """Return what could not be sent for good: channel, kind, the table's name, and when."""
        query = (
            sa.select(notices.c.channel_id, notices.c.kind, tables.c.name, notices.c.at)
            .join(notice_channels, notice_channels.c.id == notices.c.channel_id)
            .join(tables, tables.c.id == notices.c.table_id)
            .where(notice_channels.c.account_id == account_id, notices.c.due.is_(None))
            .order_by(notices.c.at.desc())
        )
        with self.reading() as connection:
            return [(row[0], row[1], row[2], row[3]) for row in connection.execute(query)]

    # -- the outbox --------------------------------------------------------------------------

    @writes
    def claim_post(self, owner: str, seconds: float) -> Post | None:
        """Take what is due for one channel, the longest first; return None if nothing is.

        Notices of processes that died come again when their time is over.
        """
        with self.writing() as connection:
            now = self.clock()
            is_free = notices.c.until < now
            first = (
                sa.select(notices.c.channel_id)
                .where(notices.c.due <= now, is_free)
                .order_by(notices.c.due)
                .limit(1)
            )
            channel_id = connection.execute(first).scalar()
            if channel_id is None:
                return None
            is_soon = (notices.c.channel_id == channel_id) & (notices.c.due <= now + BATCH)
            values = {"owner": owner, "until": now + seconds}
            claim = sa.update(notices).where(is_soon, is_free).values(values)
            if not connection.execute(claim).rowcount:
                return None  # another process was first
            return self._post(connection, channel_id, owner)

    def _post(self, connection: sa.Connection, channel_id: str, owner: str) -> Post:
        row = connection.execute(_ACCOUNT_OF, {"channel": channel_id}).one()
        found = connection.execute(_CLAIMED, {"channel": channel_id, "owner": owner})
        return Post(
            Channel(**{column.name: getattr(row, column.name) for column in _CHANNEL}),
            row.language or "en",
            row.time_zone or "UTC",
            row.address or "",
            _settings(row if row.silent is not None else None),
            tuple(_notice(each) for each in found),
        )

    @writes
    def finish_notices(self, channel_id: str, owner: str, sent: Iterable[Notice]) -> None:
        """Remove notices that were sent or are true no more; newer ones of their tables stay."""
        with self.writing() as connection:
            for notice in sent:
                is_it = _is_owned(channel_id, owner, notice)
                connection.execute(sa.delete(notices).where(is_it))

    @writes
    def postpone_notices(
        self,
        channel_id: str,
        owner: str,
        waiting: Iterable[Notice],
        until: float | None,
        tries: int,
    ) -> None:
        """Send notices ``until`` a time, with so many ``tries`` more counted; None: never."""
        with self.writing() as connection:
            for notice in waiting:
                values = {
                    "due": until,
                    "tries": notices.c.tries + tries,
                    "owner": "",
                    "until": 0.0,
                }
                is_it = _is_owned(channel_id, owner, notice)
                connection.execute(sa.update(notices).where(is_it).values(values))


_CHANNEL = [column for column in notice_channels.c if column is not notice_channels.c.hash]
_SETTINGS = [column for column in notice_settings.c if not column.primary_key]
_ACCOUNT_OF = (
    sa.select(
        *_CHANNEL, accounts.c.language, accounts.c.time_zone, mail_addresses.c.address, *_SETTINGS
    )
    .join(accounts, accounts.c.id == notice_channels.c.account_id)
    .outerjoin(mail_addresses, mail_addresses.c.account_id == accounts.c.id)
    .outerjoin(notice_settings, notice_settings.c.account_id == accounts.c.id)
    .where(notice_channels.c.id == sa.bindparam("channel"))
)
_IS_TO_MOVE = (
    sa.exists()
    .where(
        seats.c.table_id == tables.c.id,
        seats.c.seat == tables.c.turn,
        seats.c.stand_in == "",
        holders.c.table_id == tables.c.id,
        holders.c.seat == tables.c.turn,
        holders.c.holder == notice_channels.c.account_id,
    )
    .label("is_to_move")
)
_CLAIMED = (
    sa.select(
        notices.c.table_id,
        notices.c.kind,
        notices.c.event,
        notices.c.at,
        notices.c.tries,
        tables.c.name,
        tables.c.game,
        tables.c.origin,
        tables.c.status,
        _IS_TO_MOVE,
    )
    .join(notice_channels, notice_channels.c.id == notices.c.channel_id)
    .join(tables, tables.c.id == notices.c.table_id)
    .where(
        notices.c.channel_id == sa.bindparam("channel"),
        notices.c.owner == sa.bindparam("owner"),
        notices.c.due.is_not(None),
    )
    .order_by(notices.c.due)
)


def _notice(row: sa.Row[Any]) -> Notice:
    values = dict(row._mapping)
    status, is_to_move = values.pop("status"), values.pop("is_to_move")
    is_current = status == _ALIVE[row.kind] and (row.kind != TURN or bool(is_to_move))
    return Notice(**values, is_current=is_current)


def _settings(row: Any) -> NoticeSettings:
    if row is None:
        return NoticeSettings()
    return NoticeSettings(row.quiet_from, row.quiet_until, row.wait, tuple(row.silent))


def _is_owned(channel_id: str, owner: str, notice: Notice) -> sa.ColumnElement[bool]:
    return (
        (notices.c.channel_id == channel_id)
        & (notices.c.table_id == notice.table_id)
        & (notices.c.owner == owner)
        & (notices.c.event == notice.event)
    )
