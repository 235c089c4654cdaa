"""Seats that move from a guest into an account, and what an account leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from proa.server.store.accounts import lock_account
from proa.server.store.database import Database, reads, writes
from proa.server.store.schema import (
    accounts,
    bot_accounts,
    chat,
    former_seats,
    holders,
    mutes,
    named_seats,
    reports,
    screens,
    seats,
    shared_replays,
    tables,
    uploads,
)


class AccountSeatStore(Database):
    """Seats that move from a guest into an account, and what an account leaves behind."""

    @writes
    def move_seats(
        self, guest_id: str, account_id: str, chosen: Iterable[tuple[str, int]]
    ) -> list[str]:
        """Move seats from a guest into an account; return the tables of those that moved.

        A seat stays if it is not the guest's only one at its table, as several people may share the
        screen, or if the account plays there. What the guest said at the tables follows.
        """
        with self.writing() as connection:
            moved = [
                table_id
                for table_id, seat in sorted(set(chosen))
                if self._move(connection, guest_id, account_id, table_id, seat)
            ]
            self._mute_too(connection, guest_id, account_id, moved)
            for table_id in moved:
                self.announce(connection, table_id)
        return moved

    def _move(
        self, connection: sa.Connection, guest_id: str, account_id: str, table_id: str, seat: int
    ) -> bool:
        is_host = tables.c.host == guest_id
        values = {
            "host": sa.case((is_host, account_id), else_=tables.c.host),
            "people": tables.c.people + 1,
        }
        at_table = holders.c.table_id == table_id
        both = sa.select(holders.c.seat, holders.c.holder).where(
            at_table, holders.c.holder.in_((guest_id, account_id))
        )
        locked = sa.select(tables.c.id).where(tables.c.id == table_id).with_for_update()
        connection.execute(locked)
        if [tuple(row) for row in connection.execute(both)] != [(seat, guest_id)]:
            return False
        connection.execute(sa.update(tables).where(tables.c.id == table_id).values(values))
        is_theirs = at_table & (holders.c.holder == guest_id)
        connection.execute(sa.update(holders).where(is_theirs).values(holder=account_id))
        is_said = (chat.c.table_id == table_id) & (chat.c.holder == guest_id)
        connection.execute(sa.update(chat).where(is_said).values(holder=account_id))
        is_reported = (reports.c.table_id == table_id) & (reports.c.whom == guest_id)
        connection.execute(sa.update(reports).where(is_reported).values(whom=account_id))
        had_screen = (screens.c.table_id == table_id) & (screens.c.holder == guest_id)
        connection.execute(sa.delete(screens).where(had_screen))
        return True

    def _mute_too(
        self, connection: sa.Connection, guest_id: str, account_id: str, moved: Sequence[str]
    ) -> None:
        """Let people who muted the guest mute the account too: moving is no way around it."""
        if not moved:
            return
        already = sa.select(mutes.c.holder).where(mutes.c.whom == account_id)
        by = sa.select(mutes.c.holder, sa.literal(account_id), mutes.c.blocks).where(
            mutes.c.whom == guest_id, mutes.c.holder.not_in(already)
        )
        connection.execute(sa.insert(mutes).from_select(("holder", "whom", "blocks"), by))

    @reads
    def lines_of(self, holder: str) -> list[dict[str, Any]]:
        """Return what a guest or account said in chats."""
        columns = (chat.c.table_id, chat.c.number, chat.c.at, chat.c.text)
        query = sa.select(*columns).where(chat.c.holder == holder)
        with self.reading() as connection:
            rows = connection.execute(query.order_by(chat.c.table_id, chat.c.number))
            return [dict(row._mapping) for row in rows]

    @writes
    def remove_account(self, account_id: str, stranger: str, pseudonym: str) -> list[str]:
        """Remove an account with all that leads to it; return the tables that have changed.

        A bot that was made for it meanwhile goes too. Its links to replays end, as nobody else
        could withdraw them. Its games stay: ``stranger`` is its id in them from now on,
        ``pseudonym`` its name.
        """
        at_tables = sa.select(holders.c.table_id).where(holders.c.holder == account_id)
        left = sa.select(former_seats.c.table_id).where(former_seats.c.holder == account_id)
        of_account = tables.c.host == account_id
        values = {
            "host": sa.case((of_account, stranger), else_=tables.c.host),
            "people": tables.c.people + 1,
        }
        with_name = at_tables.union(left)
        changed = sa.update(tables).where(of_account | tables.c.id.in_(with_name)).values(values)
        is_theirs = seats.c.table_id.in_(with_name) & (
            _held(seats, account_id) | _held(seats, account_id, former_seats)
        )
        had_screen = screens.c.table_id.in_(at_tables) & (screens.c.holder == account_id)
        bots = sa.select(bot_accounts.c.account_id).where(bot_accounts.c.owner == account_id)
        with self.writing() as connection:
            lock_account(connection, account_id)
            connection.execute(sa.delete(accounts).where(accounts.c.id.in_(bots)))
            ids = list(connection.execute(changed.returning(tables.c.id)).scalars())
            connection.execute(sa.update(seats).where(is_theirs).values(name=pseudonym))
            connection.execute(sa.delete(screens).where(had_screen))
            for listed in (shared_replays, named_seats):
                connection.execute(sa.delete(listed).where(_held(listed, account_id)))
            connection.execute(_renamed(holders, "holder", account_id, stranger))
            reported = _renamed(reports, "whom", account_id, stranger).values(name=pseudonym)
            connection.execute(reported)
            for table, column in (
                (chat, chat.c.holder),
                (reports, reports.c.holder),
                (mutes, mutes.c.holder),
                (mutes, mutes.c.whom),
                (uploads, uploads.c.holder),
                (former_seats, former_seats.c.holder),
                (accounts, accounts.c.id),
            ):
                connection.execute(sa.delete(table).where(column == account_id))
            for table_id in ids:
                self.announce(connection, table_id)
        return ids


def _held(table: sa.Table, account_id: str, by: sa.Table = holders) -> sa.ColumnElement[bool]:
    """Return whether a row of a table is about a seat that an account has, or has given up."""
    return sa.exists().where(
        by.c.table_id == table.c.table_id,
        by.c.seat == table.c.seat,
        by.c.holder == account_id,
    )


def _renamed(table: sa.Table, column: str, old: str, new: str) -> sa.Update:
    return sa.update(table).where(table.c[column] == old).values({column: new})
