"""Who asks by program: the bearer of a token."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from proa.engine.words import say
from proa.server.doors.asking import (
    Address,
    AllTables,
    SeatAsked,
)
from proa.server.doors.guard import guest_of
from proa.server.errors import Refusal
from proa.server.tables import access, seats
from proa.server.tables.access import Sitting

_bearer = HTTPBearer(auto_error=False, description="of a seat, a spectator or the watch link")


async def _token(given: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]) -> str:
    if given is None or not 0 < len(given.credentials) <= 200:
        raise Refusal(401, say("Send a seat's token: Authorization: Bearer ..."))
    return given.credentials


Token = Annotated[str, Depends(_token)]


async def _sitting(
    table_id: str, tables: AllTables, token: Token, address: Address, seat: SeatAsked = None
) -> Sitting:
    table = await tables.load(table_id)
    watch, _, own = token.partition(".")
    if watch == table.row.watch:
        if not own:  # many may have it; those at one address pass for one
            return access.at_watch(table, seats.holder_of_token(f"{watch} {address}"))
        if guest_of(own, tables.settings.key):
            return access.at_watch(table, seats.holder_of_token(token))
    return access.at_seat(table, seats.holder_of_token(token), seat)


AtTable = Annotated[Sitting, Depends(_sitting)]
