"""Accounts with their names, sessions and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

import sqlalchemy as sa

from proa.server.store.database import Database, can_be_key, reads, reads_at_once, writes
from proa.server.store.rows import AccountRow, PasskeyRow, SessionRow
from proa.server.store.schema import (
    account_names,
    account_tokens,
    accounts,
    bot_accounts,
    mail_addresses,
    passkeys,
    sessions,
)


def lock_account(connection: sa.Connection, account_id: str) -> None:
    """Let other changes of an account wait for the end of this one."""
    query = sa.select(accounts.c.id).where(accounts.c.id == account_id)
    connection.execute(query.with_for_update())


class SignedIn(NamedTuple):
    """The account that a session belongs to."""

    account_id: str
    name: str
    used: float
    """When the session was used last, to within a day."""


class AccountStore(Database):
    """Accounts with their names, sessions and tokens."""

    @writes
    def create_account(
        self,
        account: AccountRow,
        keys: Sequence[str],
        passkey: PasskeyRow | None = None,
        address: str = "",
        owner: str = "",
        token: str = "",
    ) -> bool:
        """Store an account with its first way in; return False if another has one of the two.

        ``keys`` are the hashes of how its name looks. A bot has an ``owner``, and the hash of a
        ``token``.
        """
        own: dict[str, Any] = {"account_id": account.id}
        verified = {"address": address, "key": address.lower(), "verified": account.created}
        try:
            with self.writing() as connection:
                connection.execute(sa.insert(accounts), asdict(account))
                connection.execute(sa.insert(account_names), [own | {"key": key} for key in keys])
                if passkey is not None:
                    connection.execute(sa.insert(passkeys), asdict(passkey))
                if address:
                    connection.execute(sa.insert(mail_addresses), own | verified)
                if owner:
                    connection.execute(sa.insert(bot_accounts), own | {"owner": owner})
                    made = {"hash": token, "name": account.name, "created": account.created}
                    connection.execute(sa.insert(account_tokens), own | made)
        except sa.exc.IntegrityError:
            return False
        return True

    @reads
    def is_name_taken(self, keys: Sequence[str], but_by: str = "") -> bool:
        """Return whether a name looks like that of an account, other than ``but_by``."""
        is_like = account_names.c.key.in_(keys) & (account_names.c.account_id != but_by)
        with self.reading() as connection:
            return (
                connection.execute(sa.select(account_names.c.key).where(is_like)).first()
                is not None
            )

    @writes
    def rename_account(self, account_id: str, name: str, keys: Sequence[str]) -> bool:
        """Rename an account; return False if another one's name looks like the new one."""
        rows = [{"account_id": account_id, "key": key} for key in keys]
        is_theirs = account_names.c.account_id == account_id
        renamed = sa.update(accounts).where(accounts.c.id == account_id).values(name=name)
        try:
            with self.writing() as connection:
                if connection.execute(renamed).rowcount != 1:
                    return False
                connection.execute(sa.delete(account_names).where(is_theirs))
                connection.execute(sa.insert(account_names), rows)
        except sa.exc.IntegrityError:
            return False
        return True

    @reads
    def account(self, account_id: str) -> AccountRow | None:
        """Return an account."""
        query = sa.select(accounts).where(accounts.c.id == account_id)
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
            return AccountRow(**row._mapping) if row else None

    # -- sessions --------------------------------------------------------------------------

    @writes
    def begin_session(self, session: SessionRow) -> bool:
        """Store a session; return False if its account is gone."""
        try:
            with self.writing() as connection:
                connection.execute(sa.insert(sessions), asdict(session))
        except sa.exc.IntegrityError:
            return False
        return True

    @reads_at_once
    def session(self, hashed: str) -> SignedIn | None:
        """Return the account of a session."""
        query = (
            sa.select(accounts.c.id, accounts.c.name, sessions.c.used)
            .join_from(sessions, accounts)
            .where(sessions.c.hash == hashed)
        )
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
            return SignedIn(*row) if row else None

    @writes
    def use_session(self, hashed: str) -> None:
        """Note that a session is used."""
        used = sa.update(sessions).where(sessions.c.hash == hashed).values(used=self.now())
        with self.writing() as connection:
            connection.execute(used)

    @reads
    def sessions_of(self, account_id: str) -> list[SessionRow]:
        """Return an account's sessions, the most recently used first."""
        query = sa.select(sessions).where(sessions.c.account_id == account_id)
        with self.reading() as connection:
            rows = connection.execute(query.order_by(sessions.c.used.desc()))
            return [SessionRow(**row._mapping) for row in rows]

    @writes
    def end_sessions(self, account_id: str, hashed: str | None = None) -> None:
        """End an account's session, or all of them."""
        of_account = sessions.c.account_id == account_id
        if hashed is not None and not can_be_key(hashed):
            return
        if hashed is not None:
            of_account &= sessions.c.hash == hashed
        with self.writing() as connection:
            connection.execute(sa.delete(sessions).where(of_account))

    # -- bots ------------------------------------------------------------------------------

    @reads_at_once
    def account_of_token(self, hashed: str) -> AccountRow | None:
        """Return the bot account of a token."""
        query = sa.select(accounts).join_from(account_tokens, accounts)
        with self.reading() as connection:
            row = connection.execute(query.where(account_tokens.c.hash == hashed)).one_or_none()
            return AccountRow(**row._mapping) if row else None

    @reads
    def bots_of(self, owner: str) -> list[AccountRow]:
        """Return the bot accounts of an account, in the order of their names."""
        query = (
            sa.select(accounts)
            .join_from(bot_accounts, accounts, bot_accounts.c.account_id == accounts.c.id)
            .where(bot_accounts.c.owner == owner)
            .order_by(accounts.c.name)
        )
        with self.reading() as connection:
            return [AccountRow(**row._mapping) for row in connection.execute(query)]
