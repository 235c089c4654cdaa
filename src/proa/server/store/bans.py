"""Bans, what the host did and why, and lookup of ids by their first letters."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from proa.server.store.database import Database, reads, writes
from proa.server.store.rows import Act, Ban
from proa.server.store.schema import acts, bans, chat, holders, tables

NEVER = 1e11
"""No time is later: a ban that ends after the year 5000, or at no number, never ends."""


class BanStore(Database):
    """Bans, and lookup of ids by their first letters."""

    @reads
    def bans(self) -> list[Ban]:
        """Return the bans in force, the newest first."""
        is_now = bans.c.until.is_(None) | (bans.c.until > self.clock())
        query = sa.select(*bans.c).where(is_now).order_by(bans.c.since.desc())
        with self.reading() as connection:
            return [_ban(row) for row in connection.execute(query)]

    @writes
    def ban(self, who: str, what: str, until: float | None) -> None:
        """Mute or block a guest or address, until a time or permanently."""
        values = {"who": who, "what": what, "until": until, "since": self.now()}
        with self.writing() as connection:
            connection.execute(sa.delete(bans).where(bans.c.who == who, bans.c.what == what))
            connection.execute(sa.insert(bans), values)

    @writes
    def unban(self, who: str, what: str) -> None:
        """Lift a ban."""
        with self.writing() as connection:
            connection.execute(sa.delete(bans).where(bans.c.who == who, bans.c.what == what))

    @writes
    def note_act(self, what: str, whom: str, why: str) -> None:
        """Store what the host of the server did to whom, and why."""
        values = {"id": secrets.token_hex(16), "at": self.now(), "what": what}
        with self.writing() as connection:
            connection.execute(sa.insert(acts), {**values, "whom": whom, "why": why})

    @reads
    def acts(self, most: int = 200) -> list[Act]:
        """Return what the host of the server did, the newest first."""
        columns = (acts.c.at, acts.c.what, acts.c.whom, acts.c.why)
        query = sa.select(*columns).order_by(acts.c.at.desc()).limit(most)
        with self.reading() as connection:
            return [Act(**row._mapping) for row in connection.execute(query)]

    @reads
    def tables_like(self, beginning: str) -> list[str]:
        """Return the ids of at most two tables that begin with ``beginning``."""
        query = sa.select(tables.c.id).where(tables.c.id.startswith(beginning)).limit(2)
        with self.reading() as connection:
            return list(connection.execute(query).scalars())

    @reads
    def people_like(self, beginning: str) -> list[str]:
        """Return at most two guest ids that begin with ``beginning``."""
        with self.reading() as connection:
            return list(connection.execute(people(beginning).limit(2)).scalars())


def _ban(row: sa.Row[Any]) -> Ban:
    found = Ban(**row._mapping)
    is_end = found.until is not None and found.until < NEVER
    return found if is_end else replace(found, until=None)


def people(beginning: str = "") -> sa.CompoundSelect[str]:
    """Return the query of all guests that opened tables, sit at one or wrote a chat line.

    Only ids that begin with ``beginning`` are selected.
    """
    columns = tables.c.host, holders.c.holder, chat.c.holder
    return sa.union(*(sa.select(column).where(column.startswith(beginning)) for column in columns))
