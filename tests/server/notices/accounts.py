"""Accounts with channels, for tests of notices."""

from __future__ import annotations

import sqlalchemy as sa

from proa.server.store.rows import Channel
from proa.server.store.schema import accounts, mail_addresses
from proa.server.store.store import Store
from server.rows import write


def add_account(
    store: Store, account_id: str, address: str = "", language="en", time_zone="UTC"
) -> None:
    """Store an account, with a verified mail address if one is given."""
    values = {"id": account_id, "name": account_id, "created": 1.0}
    statements = [sa.insert(accounts).values(language=language, time_zone=time_zone, **values)]
    if address:
        mail = {"account_id": account_id, "address": address, "key": address, "verified": 1.0}
        statements.append(sa.insert(mail_addresses).values(mail))
    write(store, *statements)


async def channel_of(
    store: Store, account_id: str, kind="webhook", target="https://hooks.example/1", **keys
) -> Channel:
    """Store a channel of an account."""
    made = await store.add_channel(account_id, kind, target, keys, 10)
    assert made is not None
    return made
