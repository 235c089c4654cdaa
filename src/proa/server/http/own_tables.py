"""One stream of all tables of a guest, for programs: lines of JSON (ndjson).

Like every stream it says that something changed, never what.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from proa.server.errors import Refusal
from proa.server.http.event_streams import GONE, PAUSE, PING, UNREACHABLE, Followed, news_of
from proa.server.live.subscriptions import Subscriptions
from proa.server.store.rows import RUNNING, WAITING
from proa.server.tables.access import TableAccess
from proa.server.tables.tables import Tables

MOST = 200
"""Maximal number of tables in one stream: the most recently used."""
CLOSED = "closed"
"""The status of a table that the guest can no longer see."""


class LinesResponse(StreamingResponse):
    """A stream of lines of JSON, counted until it ends, even if it never begins."""

    media_type = "application/x-ndjson"
    slot: contextlib.ExitStack

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.slot:
            await super().__call__(scope, receive, send)


class OwnTables:
    """The open tables of a guest, for a stream about them.

    ``access`` returns the guest's access to a table; ``is_known`` whether the account still is.
    """

    def __init__(
        self,
        tables: Tables,
        live: Subscriptions,
        guest_id: str,
        address: str,
        access: Callable[[str], Awaitable[TableAccess]],
        is_known: Callable[[], Awaitable[bool]],
    ) -> None:
        self._tables, self._live = tables, live
        self._guest_id, self._address = guest_id, address
        self._access, self._is_known = access, is_known

    def response(self) -> LinesResponse:
        """Return the stream; refuse if the guest has too many."""
        response = LinesResponse(self._lines())
        response.slot = contextlib.ExitStack()
        response.slot.enter_context(self._live.count_stream(self._guest_id, self._address))
        return response

    async def _lines(self) -> AsyncIterator[str]:
        live = self._live
        with (
            contextlib.suppress(Refusal),
            Followed(self._tables, live, self._address) as followed,
            live.subscribe(self._guest_id, followed.wake()) as seats_changed,
        ):
            seats_changed.set()
            while not live.is_closed:
                if seats_changed.is_set() and not await self._update(followed, seats_changed):
                    return
                async for table_id, numbers, access in followed.changes():
                    yield line(table_id, numbers, access)
                    if numbers and access.table.row.status not in (WAITING, RUNNING):
                        followed.drop(table_id)
                try:
                    async with asyncio.timeout(PING):
                        await followed.any_changed.wait()
                except TimeoutError:
                    yield "\n"
                    seats_changed.set()  # other processes notify of tables, not of guests

    async def _update(self, followed: Followed, seats_changed: asyncio.Event) -> bool:
        """Follow the guest's new tables; return whether the stream may go on."""
        tables = self._tables
        seats_changed.clear()
        tables.bans.check("block", tables.now(), self._guest_id, self._address)
        try:
            if not await self._is_known():
                return False
            for table_id in await tables.store.open_tables_of(self._guest_id, MOST):
                if table_id not in followed.places and len(followed.places) < MOST:
                    await self._add(followed, table_id)
        except UNREACHABLE:
            await asyncio.sleep(PAUSE)
            seats_changed.set()
        return True

    async def _add(self, followed: Followed, table_id: str) -> None:
        try:
            followed.add(table_id, await self._access(table_id))
        except Refusal as refusal:
            if refusal.status not in GONE:
                raise


def line(table_id: str, numbers: dict[str, int] | None, access: TableAccess) -> str:
    """Return what a stream says about a table; without numbers, that it is gone."""
    if numbers is None:
        return json.dumps({"table": table_id, "status": CLOSED}) + "\n"
    said = {"table": table_id, "status": access.table.row.status, **news_of(access), **numbers}
    return json.dumps(said) + "\n"
