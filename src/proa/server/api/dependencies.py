"""Authentication of the API by bearer tokens."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from proa.engine.messages import say
from proa.server import tokens
from proa.server.errors import Refusal
from proa.server.http.dependencies import Address, AllTables, SeatAsked
from proa.server.http.security import guest_of
from proa.server.store.rows import AccountRow
from proa.server.tables import access
from proa.server.tables.access import TableAccess

_bearer = HTTPBearer(
    auto_error=False,
    description="the token of a seat, a spectator, the watch link or a bot account",
)


async def _token(
    credentials: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)],
) -> str:
    if credentials is None or not 0 < len(credentials.credentials) <= 200:
        raise Refusal(401, say("Send a seat's token: Authorization: Bearer ..."))
    return credentials.credentials


Token = Annotated[str, Depends(_token)]


async def _own_token(
    credentials: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)],
) -> str:
    return credentials.credentials if credentials else ""


OwnToken = Annotated[str, Depends(_own_token)]
"""The request's token; empty without one."""


async def _bot(request: Request) -> AccountRow | None:
    bot: AccountRow | None = request.state.bot
    return bot


Bot = Annotated[AccountRow | None, Depends(_bot)]
"""The bot account of the request's token, if it is one of a bot account."""


async def _holder(token: Token, bot: Bot) -> str:
    return bot.id if bot else tokens.guest_id_of_token(token)


Holder = Annotated[str, Depends(_holder)]
"""The guest id of the request's token."""


async def _access(
    table_id: str,
    tables: AllTables,
    token: Token,
    holder: Holder,
    address: Address,
    seat: SeatAsked = None,
) -> TableAccess:
    table = await tables.load(table_id)
    watch, _, own = token.partition(".")
    if watch == table.row.watch:
        if not own:  # many may have it; those at one address count as one
            return access.spectator_access(table, tokens.guest_id_of_token(f"{watch} {address}"))
        if guest_of(own, tables.settings.key):
            return access.spectator_access(table, tokens.guest_id_of_token(token))
    return access.seat_access(table, holder, seat)


AtTable = Annotated[TableAccess, Depends(_access)]
