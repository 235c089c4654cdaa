"""The store: tables, seats, events and chat in SQLite or PostgreSQL.

A read is one statement. Every change of a table is one short write that names the state it was made
for; of two changes made for the same state one wins. On PostgreSQL a change that only adds events
is one statement too, so one round trip.
"""

from __future__ import annotations

import sqlalchemy as sa

from proa.server.store.account_seats import AccountSeatStore
from proa.server.store.accounts import AccountStore
from proa.server.store.bans import BanStore, people
from proa.server.store.chat import ChatStore
from proa.server.store.clock import ClockStore
from proa.server.store.database import writes
from proa.server.store.leases import LeaseStore
from proa.server.store.links import LinkStore
from proa.server.store.lists import ListStore
from proa.server.store.notices import NoticeStore
from proa.server.store.reviews import ReviewStore
from proa.server.store.schema import bans, moves, mutes, rejoins, tables, uploads
from proa.server.store.screens import ScreenStore
from proa.server.store.shared_replays import SharedReplayStore
from proa.server.store.tables import TableStore
from proa.server.store.uploads import UploadStore
from proa.server.store.ways_in import WayInStore
from proa.server.store.write_probe import WriteProbe


class Store(
    TableStore,
    ListStore,
    ClockStore,
    ChatStore,
    BanStore,
    LeaseStore,
    LinkStore,
    ScreenStore,
    SharedReplayStore,
    UploadStore,
    ReviewStore,
    NoticeStore,
    AccountStore,
    WayInStore,
    AccountSeatStore,
    WriteProbe,
):
    """All stored data, with one module for each subject."""

    @writes
    def tidy(self, before: float) -> int:
        """Remove tables and uploads not used since ``before``; return the number of tables.

        Expired links and bans, and mutes of guests without any data, are removed too.
        """
        with self.writing() as connection:
            old = connection.execute(sa.delete(tables).where(tables.c.touched < before))
            connection.execute(sa.delete(uploads).where(uploads.c.created < before))
            for links in (rejoins, moves):
                connection.execute(sa.delete(links).where(links.c.until < self.clock()))
            connection.execute(sa.delete(bans).where(bans.c.until < self.clock()))
            connection.execute(sa.delete(mutes).where(mutes.c.whom.not_in(people())))
            return old.rowcount
