"""Updates for all tables that a browser has open."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import JSONResponse, Response

from proa.server.errors import Refusal
from proa.server.http import event_streams
from proa.server.http.dependencies import USUAL, Address, AllLive, AllTables, AtTable, Guest
from proa.server.http.own_tables import OwnTables
from proa.server.pages.responses import timed
from proa.server.tables.access import TableAccess, load_seat_access, load_spectator_access
from proa.server.tables.table import no_table
from proa.server.tables.tables import Tables
from proa.server.tokens import hashed

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
MOST_PLACES = 40
"""Maximal number of tables in one stream."""
PLACE = re.compile(r"/table/(?P<table>\w{1,32})(\?seat=(?P<seat>\d))?|/watch/(?P<watch>\w{1,32})")
"""The address of a table's page, as :class:`~proa.server.tables.access.TableAccess` makes it."""


@router.get("/table/{table_id}/news")
@router.get("/watch/{watch}/news")
async def news(access: AtTable, tables: AllTables) -> JSONResponse:
    """Return the stream's present event for this table, for pages without a stream."""
    return timed(JSONResponse(event_streams.news_of(access)), tables)


@router.post("/stream")
async def stream(
    tables: AllTables,
    live: AllLive,
    guest: Guest,
    address: Address,
    at: Annotated[list[str], Form(max_length=MOST_PLACES)],
) -> Response:
    """Stream server-sent events for all tabs of a browser: whether their tables have changed.

    ``at`` are the tables' addresses in the tabs, with their seats; they are sent by POST, so that
    no log of addresses contains them. Tables that the guest may no longer see are left out.
    """
    places = {}
    for place in dict.fromkeys(at):
        try:
            places[place] = await _at(place, tables, guest)
        except Refusal as refusal:
            if refusal.status not in event_streams.GONE:
                raise
    if not places:
        raise no_table()
    return event_streams.stream_of_all(tables, live, places, address)


@router.get("/stream")
async def stream_of_own(
    request: Request, tables: AllTables, live: AllLive, guest: Guest, address: Address
) -> Response:
    """Stream lines of JSON about all tables of this browser's guest or account, as the API does."""
    session = hashed(request.state.session) if request.state.account else ""

    async def access(table_id: str) -> TableAccess:
        return await load_seat_access(tables, table_id, guest, None)

    async def is_known() -> bool:
        return not session or await tables.store.session(session) is not None

    return OwnTables(tables, live, guest, address, access, is_known).response()


async def _at(place: str, tables: Tables, guest: str) -> TableAccess:
    """Return the guest's access to the table at a tab's address."""
    found = PLACE.fullmatch(place)
    if found is None:
        raise no_table()
    if found["watch"]:
        return await load_spectator_access(tables, found["watch"], guest)
    return await load_seat_access(
        tables, found["table"], guest, int(found["seat"]) if found["seat"] else None
    )
