"""The ways into accounts: passkeys, mail addresses and their links, recovery codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple

import sqlalchemy as sa

from proa.server.store.accounts import lock_account
from proa.server.store.database import Database, can_be_key, reads, writes
from proa.server.store.rows import PasskeyRow
from proa.server.store.schema import (
    challenges,
    mail_addresses,
    mailed_links,
    passkeys,
    recovery_codes,
    sessions,
)

MINUTES = 60.0
CHALLENGE, LINK = 5 * MINUTES, 15 * MINUTES
"""Seconds for which challenges and mailed links are valid."""
UNUSED = 400 * 24 * 3600.0
"""Seconds after which an unused session ends; no browser stores its cookie longer."""


class Asked(NamedTuple):
    """What a passkey was asked for."""

    account_id: str
    """The account that it is for, which may be a new one; empty: it signs in."""
    name: str
    """The name of a new account."""


class MailedLink(NamedTuple):
    """A link that was mailed."""

    account_id: str | None
    """The account that the address is for; None: the link signs in."""
    address: str


class WayInStore(Database):
    """The ways into accounts."""

    # -- passkeys --------------------------------------------------------------------------

    @writes
    def add_challenge(self, hashed: str, holder: str, account_id: str, name: str) -> None:
        """Store the hash of what a passkey of a guest's browser is asked to sign."""
        values = {
            "hash": hashed,
            "holder": holder,
            "account_id": account_id,
            "name": name,
            "until": self.now() + CHALLENGE,
        }
        with self.writing() as connection:
            connection.execute(sa.insert(challenges), values)

    @writes
    def take_challenge(self, hashed: str, holder: str) -> Asked | None:
        """Return what a guest's passkey was asked for; the challenge is used up."""
        is_valid = (challenges.c.hash == hashed) & (challenges.c.until > self.clock())
        is_valid &= challenges.c.holder == holder
        columns = (challenges.c.account_id, challenges.c.name)
        with self.writing() as connection:
            taken = sa.delete(challenges).where(is_valid).returning(*columns)
            row = connection.execute(taken).one_or_none()
            return Asked(*row) if row else None

    @writes
    def add_passkey(self, passkey: PasskeyRow) -> bool:
        """Add a passkey; return False if it is known or its account is gone."""
        try:
            with self.writing() as connection:
                connection.execute(sa.insert(passkeys), asdict(passkey))
        except sa.exc.IntegrityError:
            return False
        return True

    @reads
    def passkey(self, passkey_id: str) -> PasskeyRow | None:
        """Return a passkey."""
        if not can_be_key(passkey_id):
            return None
        query = sa.select(passkeys).where(passkeys.c.id == passkey_id)
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
            return PasskeyRow(**row._mapping) if row else None

    @reads
    def passkeys_of(self, account_id: str) -> list[PasskeyRow]:
        """Return an account's passkeys, the oldest first."""
        query = sa.select(passkeys).where(passkeys.c.account_id == account_id)
        with self.reading() as connection:
            rows = connection.execute(query.order_by(passkeys.c.created, passkeys.c.id))
            return [PasskeyRow(**row._mapping) for row in rows]

    @writes
    def use_passkey(self, passkey_id: str, sign_count: int) -> None:
        """Note that a passkey is used, and its new count."""
        values = {"sign_count": sign_count, "used": self.now()}
        used = sa.update(passkeys).where(passkeys.c.id == passkey_id).values(values)
        with self.writing() as connection:
            connection.execute(used)

    @writes
    def rename_passkey(self, account_id: str, passkey_id: str, name: str) -> None:
        """Rename a passkey of an account."""
        if not can_be_key(passkey_id):
            return
        is_it = (passkeys.c.id == passkey_id) & (passkeys.c.account_id == account_id)
        with self.writing() as connection:
            connection.execute(sa.update(passkeys).where(is_it).values(name=name))

    @writes
    def remove_passkey(self, account_id: str, passkey_id: str, *, mails: bool) -> bool:
        """Remove a passkey; return False if it is the only way in, where mail is one or not."""
        if not can_be_key(passkey_id):
            return True
        of_account = passkeys.c.account_id == account_id
        others = sa.select(passkeys.c.id).where(of_account, passkeys.c.id != passkey_id)
        with self.writing() as connection:
            lock_account(connection, account_id)
            has_other = connection.execute(others.limit(1)).first() is not None
            if not has_other and not (mails and self._address(connection, account_id)):
                return False
            connection.execute(sa.delete(passkeys).where(of_account, passkeys.c.id == passkey_id))
        return True

    # -- mail ------------------------------------------------------------------------------

    @writes
    def add_link(self, hashed: str, address: str, account_id: str | None) -> None:
        """Store the hash of a link that is mailed to an address."""
        values = {
            "hash": hashed,
            "address": address,
            "account_id": account_id,
            "until": self.now() + LINK,
        }
        with self.writing() as connection:
            connection.execute(sa.insert(mailed_links), values)

    @reads
    def link(self, hashed: str) -> MailedLink | None:
        """Return a mailed link while it is valid, without using it."""
        columns = (mailed_links.c.account_id, mailed_links.c.address)
        query = sa.select(*columns).where(self._is_link(hashed))
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
            return MailedLink(*row) if row else None

    @writes
    def take_link(self, hashed: str) -> MailedLink | None:
        """Return a mailed link; it is used up."""
        columns = (mailed_links.c.account_id, mailed_links.c.address)
        taken = sa.delete(mailed_links).where(self._is_link(hashed)).returning(*columns)
        with self.writing() as connection:
            row = connection.execute(taken).one_or_none()
            return MailedLink(*row) if row else None

    def _is_link(self, hashed: str) -> sa.ColumnElement[bool]:
        return (mailed_links.c.hash == hashed) & (mailed_links.c.until > self.clock())

    @reads
    def account_of_address(self, address: str) -> str | None:
        """Return the account with a verified address."""
        is_it = mail_addresses.c.key == address.lower()
        with self.reading() as connection:
            query = sa.select(mail_addresses.c.account_id).where(is_it)
            return connection.execute(query).scalar_one_or_none()

    @reads
    def address_of(self, account_id: str) -> str:
        """Return the verified address of an account; empty for none."""
        with self.reading() as connection:
            return self._address(connection, account_id)

    def _address(self, connection: sa.Connection, account_id: str) -> str:
        is_theirs = mail_addresses.c.account_id == account_id
        query = sa.select(mail_addresses.c.address).where(is_theirs)
        return connection.execute(query).scalar_one_or_none() or ""

    @writes
    def set_address(self, account_id: str, address: str) -> bool:
        """Set the verified address of an account; return False if another one has it."""
        values = {"account_id": account_id, "address": address, "key": address.lower()}
        is_theirs = mail_addresses.c.account_id == account_id
        try:
            with self.writing() as connection:
                connection.execute(sa.delete(mail_addresses).where(is_theirs))
                connection.execute(sa.insert(mail_addresses), values | {"verified": self.now()})
        except sa.exc.IntegrityError:
            return False
        return True

    @writes
    def remove_address(self, account_id: str) -> bool:
        """Remove the address of an account; return False if it is the only way in."""
        others = sa.select(passkeys.c.id).where(passkeys.c.account_id == account_id)
        is_theirs = mail_addresses.c.account_id == account_id
        with self.writing() as connection:
            lock_account(connection, account_id)
            if connection.execute(others.limit(1)).first() is None:
                return False
            connection.execute(sa.delete(mail_addresses).where(is_theirs))
        return True

    # -- recovery codes --------------------------------------------------------------------

    @writes
    def set_codes(self, account_id: str, hashes: Sequence[str]) -> None:
        """Replace the recovery codes of an account, by their hashes."""
        of_account = recovery_codes.c.account_id == account_id
        rows = [{"hash": hashed, "account_id": account_id} for hashed in hashes]
        with self.writing() as connection:
            lock_account(connection, account_id)
            connection.execute(sa.delete(recovery_codes).where(of_account))
            connection.execute(sa.insert(recovery_codes), rows)

    @writes
    def take_code(self, hashed: str) -> str | None:
        """Return the account of a recovery code; the code is used up."""
        is_it = recovery_codes.c.hash == hashed
        taken = sa.delete(recovery_codes).where(is_it).returning(recovery_codes.c.account_id)
        with self.writing() as connection:
            return connection.execute(taken).scalar_one_or_none()

    @reads
    def codes_of(self, account_id: str) -> int:
        """Return how many recovery codes of an account are unused."""
        of_account = recovery_codes.c.account_id == account_id
        query = sa.select(sa.func.count()).select_from(recovery_codes).where(of_account)
        with self.reading() as connection:
            return connection.execute(query).scalar_one()

    @writes
    def remove_expired(self) -> None:
        """Remove challenges and links that are no longer valid, and sessions that nobody uses."""
        now = self.now()
        with self.writing() as connection:
            connection.execute(sa.delete(challenges).where(challenges.c.until < now))
            connection.execute(sa.delete(mailed_links).where(mailed_links.c.until < now))
            connection.execute(sa.delete(sessions).where(sessions.c.used < now - UNUSED))
