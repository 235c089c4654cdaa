"""What an account takes along, and what it leaves behind."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from proa.bots import levels
from proa.engine.messages import say
from proa.server import tokens
from proa.server.errors import Refusal
from proa.server.store.rows import (
    FROZEN,
    OPEN,
    OVER,
    RUNNING,
    WAITING,
    AccountRow,
    SeatRow,
    TableRow,
)
from proa.server.store.tables import Change
from proa.server.tables import names, replacements, table_records
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables

MOST = 500
"""The most recently used tables in an export."""
_HEX = 4


async def export(tables: Tables, account: AccountRow) -> str:
    """Return what is stored of an account, as JSON: nothing that others said or decide."""
    store = tables.store
    lines = await store.lines_of(account.id)
    latest = await store.tables_of(account.id, MOST + 1)
    document = {
        "name": account.name,
        "created": _date(account.created),
        "language": account.language,
        "time_zone": account.time_zone,
        "mail_address": await store.address_of(account.id),
        "passkeys": [
            {"name": key.name, "created": _date(key.created), "used": _date(key.used)}
            for key in await store.passkeys_of(account.id)
        ],
        "recovery_codes_left": await store.codes_of(account.id),
        "sessions": [
            {"browser": one.agent, "created": _date(one.created), "used": _date(one.used)}
            for one in await store.sessions_of(account.id)
        ],
        "bots": [bot.name for bot in await store.bots_of(account.id)],
        "notices": [
            {"kind": one.kind, "target": one.target, "created": _date(one.created)}
            for one in await store.channels(account.id)
        ],
        "notice_settings": asdict(await store.notice_settings(account.id)),
        "tables": [await _table(tables, account.id, row, places) for row, places in latest[:MOST]],
        "has_older_tables": len(latest) > MOST,
        "chat": [{**line, "at": _date(line["at"])} for line in lines],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


async def _table(
    tables: Tables, account_id: str, row: TableRow, places: list[SeatRow]
) -> dict[str, Any]:
    mine = [place for place in places if account_id in place.holders]
    record = None
    if row.status in (OVER, FROZEN):
        record = json.loads(await table_records.record_text(tables, await tables.load(row.id)))
    return {
        "table": row.id,
        "game": row.game,
        "status": row.status,
        "created": _date(row.created),
        "seats": [{"seat": place.seat, "name": place.name} for place in mine],
        "record": record,
    }


def _date(at: float | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


async def delete(tables: Tables, account: AccountRow, name: str) -> None:
    """Delete an account and its bots for good, if ``name`` is its name."""
    if names.clean(name) != account.name:
        raise Refusal(422, say("Write the name of your account, to make sure that you mean it."))
    for each in (*await tables.store.bots_of(account.id), account):
        await remove(tables, each.id)


async def remove(tables: Tables, account_id: str) -> None:
    """Leave unfinished games, then remove an account; the others keep a pseudonym."""
    pseudonym = f"Player {secrets.token_hex(_HEX // 2)}"
    for table_id in await tables.store.open_tables_of(account_id):
        if found := await tables.store.table(table_id):
            await _leave(tables, account_id, pseudonym, *found)
    stranger = tokens.guest_id_of_token(tokens.fresh_token())
    for table_id in await tables.store.remove_account(account_id, stranger, pseudonym):
        tables.live.notify(table_id)


async def _leave(
    tables: Tables, account_id: str, pseudonym: str, row: TableRow, places: Sequence[SeatRow]
) -> None:
    if row.status == WAITING and row.host == account_id:
        await tables.store.close_waiting(row.id)
        tables.live.notify(row.id)
    elif row.status == WAITING:
        await tables.change(row.id, _stand_up, account_id)
    elif row.status == RUNNING:
        for place in places:
            if account_id in place.holders:
                await _resign(tables, row.id, place.seat, pseudonym)


async def _resign(tables: Tables, table_id: str, seat: int, pseudonym: str) -> None:
    level = list(levels.LEVELS)[len(levels.LEVELS) // 2]
    try:
        await replacements.resign(tables, table_id, seat, level, pseudonym)
    except Refusal as why:
        if why.status == 503:
            raise
        # the game has ended meanwhile, or no longer replays


def _stand_up(table: Table, now: float, account_id: str) -> Change | None:
    """Open the seats of an account at a table that waits for players."""
    mine = table.seats_of(account_id)
    if table.row.status != WAITING or not mine:
        return None
    columns = {seat: _opened(table.seats[seat]) for seat in mine}
    return Change(seats=columns, holders={seat: [] for seat in mine})


def _opened(place: SeatRow) -> dict[str, Any]:
    return {
        "kind": OPEN,
        "name": f"#{place.seat + 1}",
        "invite": tokens.fresh_token(),
        "nonce": None,
    }
