"""Rows for tests of the store."""

from __future__ import annotations

import secrets
import time

import sqlalchemy as sa

from proa.server.store.rows import Event, SeatRow, TableRow
from proa.server.store.store import Store


def write(store: Store, *statements: sa.Executable) -> None:
    """Change the database without the store's knowledge."""
    engine = sa.create_engine(store.url, poolclass=sa.NullPool)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(statement)


def table_row(table_id: str = "t1", **values) -> TableRow:
    """Return a waiting table of the toy game."""
    now = time.time()
    usual = {
        "id": table_id,
        "name": "Papeete",
        "game": "toy",
        "edition": "standard",
        "edition_hash": "0" * 64,
        "rules_version": 1,
        "options": {},
        "players": 3,
        "status": "waiting",
        "host": "host",
        "server_part": "a" * 64,
        "commitment": "b" * 64,
        "last": -1,
        "turn": None,
        "people": 0,
        "created": now,
        "touched": now,
        "watch": secrets.token_hex(16),
        "start": None,
        "pace": None,
        "due": None,
        "watchers_chat": False,
        "talk": 0,
        "rematch": None,
    }
    return TableRow(**{**usual, **values})


def seat_rows(table_id: str = "t1") -> list[SeatRow]:
    """Return three seats: Hina (held on two devices), a bot, and an open seat."""
    return [
        SeatRow(table_id, 0, "person", "Hina", "", None, holders=("desk", "phone")),
        SeatRow(table_id, 1, "bot", "Teva", "easy", None),
        SeatRow(table_id, 2, "open", "Moana", "", None, invite=f"invite-{table_id}"),
    ]


def event(number: int, code: str = "pass") -> Event:
    """Return an event that everybody sees."""
    kind = "action" if number else "start"
    return Event(number, kind, 0, "person", code, ["tide:1"], {"a": [1]}, 12.5, "0" * 16, 15)
