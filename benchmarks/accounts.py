"""How long pages of accounts take when there are many: 10,000 accounts, 5,000 games.

    python benchmarks/accounts.py [--accounts 10000] [--tables 5000] [--requests 200]
        [--database postgresql://USER@HOST/NAME]

Accounts, sessions and games are stored by the server's own code; half of the games are over. A game
is played once, at random, and its rows are copied for other players. Then accounts in random order
ask for each page, one after the other, in this process. Printed are the median and the 99th
percentile of each page, and statements whose plan reads a large table from end to end.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import sqlalchemy as sa
from load.hosted_server import database

from proa.server.accounts import names, sessions
from proa.server.config.settings import Settings
from proa.server.host.app import create_app
from proa.server.http import cookies
from proa.server.store import rows, schema
from proa.server.store.store import Store
from proa.server.store.tables import Change
from proa.server.store.transfer import engine_of
from proa.server.tables import opening, play, seats
from proa.server.tables.events import BY_HAND
from proa.server.tables.opening import Order, Place
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables
from proa.server.tokens import hashed

SITE = "https://proa.example"
GAME = "tahiti"
PAGES = (
    "/",
    "/account",
    "/notices",
    "/history",
    "/account/export",
    "/table/{table}",
)
PLAYERS = 3
MIDDLE = 100
"""Decisions after which a game under way stands still."""
LARGE = 1000
"""Rows from which a table is too large to be read from end to end."""
COPIED = (schema.tables, schema.seats, schema.holders, schema.events)
AGENT = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"


async def fill(tables: Tables, accounts: int, games: int, choose: random.Random) -> list[str]:
    """Store accounts and games; return the sessions' secrets."""
    store, secrets, ids = tables.store, [], []
    for number in range(accounts):
        account = rows.AccountRow(uuid4().hex, f"Player{number:06}", tables.now())
        address = f"player{number}@example.org" if number % 2 else ""
        assert await store.create_account(account, names.keys(account.name), address=address)
        secrets.append(await sessions.begin(tables, account.id, AGENT))
        ids.append(account.id)
    for is_over in (False, True):
        table_id = await play_game(tables, ids[:PLAYERS], choose, is_over=is_over)
        copy(store, table_id, games // 2, ids, choose)
    return secrets


async def play_game(
    tables: Tables, players: Sequence[str], choose: random.Random, *, is_over: bool
) -> str:
    """Play a game at random to its end or to the middle; return its table's id."""
    order = Order(GAME, [Place(rows.PERSON, "", holders=(player,)) for player in players])
    table = await opening.open_table(tables, players[0], order)
    for player in players:
        await seats.ready(tables, table.id, player, f"{choose.getrandbits(256):064x}")
    await tables.change(table.id, _random_moves, choose, is_over)
    tables.forget(table.id)
    return table.id


def _random_moves(table: Table, now: float, choose: random.Random, is_over: bool) -> Change:
    log, events = table.playing, []
    while True:
        code = choose.choice(table.game.codes(log.position()))
        log = log.fork()
        events.append(log.play(code, BY_HAND, now))
        change = play.followed(table, log, events, now)
        if change.table["status"] != rows.RUNNING or (len(events) >= MIDDLE and not is_over):
            return change
        log, events = change.ahead, list(change.events)


def copy(
    store: Store, table_id: str, times: int, accounts: Sequence[str], choose: random.Random
) -> None:
    """Store a game again for other players, ``times`` times."""
    with engine_of(store.url).connect() as connection:
        found = {
            table: [
                dict(row)
                for row in connection.execute(
                    sa.select(table).where(_id(table) == table_id)
                ).mappings()
            ]
            for table in COPIED
        }
    engine = engine_of(store.url)
    for _ in range(times):
        players = choose.sample(accounts, PLAYERS)
        with engine.begin() as connection:
            new = uuid4().hex
            for table, originals in found.items():
                copies = [_copied(table, row, new, players) for row in originals]
                connection.execute(sa.insert(table), copies)


def _id(table: sa.Table) -> sa.Column[Any]:
    return table.c.id if table is schema.tables else table.c.table_id


def _copied(
    table: sa.Table, row: dict[str, Any], new: str, players: Sequence[str]
) -> dict[str, Any]:
    made = {**row, _id(table).name: new}
    if table is schema.tables:
        made |= {"host": players[0], "watch": uuid4().hex}
    if table is schema.holders:
        made["holder"] = players[row["seat"]]
    if table is schema.seats:
        made["invite"] = None
    return made


@contextmanager
def statements() -> Iterator[dict[str, Any]]:
    """Yield the statements that databases execute, with the parameters of the last time."""
    seen: dict[str, Any] = {}

    def note(_c: Any, _k: Any, statement: str, parameters: Any, _x: Any, many: bool) -> None:
        if not many and statement.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE")):
            seen[statement] = parameters

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)


def whole_reads(store: Store, seen: dict[str, Any]) -> list[str]:
    """Return the statements whose plan reads a large table from end to end."""
    found = []
    with engine_of(store.url).connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("ANALYZE")
        sizes = {
            table.name: connection.execute(sa.select(sa.func.count()).select_from(table)).scalar()
            for table in schema.metadata.sorted_tables
        }
        large = [name for name, size in sizes.items() if (size or 0) >= LARGE]
        explain = "EXPLAIN" if connection.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN"
        for statement, parameters in seen.items():
            plan = connection.exec_driver_sql(f"{explain} {statement}", parameters)
            lines = [str(row[-1]) for row in plan]
            if any(_is_whole(line, large) for line in lines):
                found.append(f"{' '.join(statement.split())}\n    " + "\n    ".join(lines))
    return found


def _is_whole(line: str, large: Sequence[str]) -> bool:
    words = line.split()
    postgres = "Seq Scan on " in line and words[words.index("on") + 1] in large
    return postgres or (words[0] == "SCAN" and words[1] in large and "USING" not in words)


async def measure(
    app: Any, store: Store, key: bytes, secrets: Sequence[str], requests: int
) -> None:
    """Print how long each page takes."""
    choose = random.Random(2)
    transport = httpx.ASGITransport(app)
    with statements() as seen:
        for page in PAGES:
            await once(transport, store, key, secrets[0], page)  # templates are compiled
            asked = [
                await once(transport, store, key, secret, page)
                for secret in choose.choices(secrets, k=requests)
            ]
            took, worked = zip(*filter(None, asked), strict=True)
            print(f"{page:16} {summary(took)}   of processor time: {summary(worked)}", flush=True)
    found = whole_reads(store, seen)
    print(f"{len(seen)} statements, {len(found)} of them read a large table from end to end")
    print("\n".join(found))


def summary(times: Sequence[float]) -> str:
    """Return the median and the 99th percentile of milliseconds."""
    p99 = sorted(times)[min(len(times) - 1, round(0.99 * len(times)))]
    return f"median {statistics.median(times):6.1f} ms, p99 {p99:6.1f} ms"


async def once(
    transport: httpx.ASGITransport, store: Store, key: bytes, secret: str, page: str
) -> tuple[float, float] | None:
    """Return the milliseconds that a page takes, and those of this process's processor time.

    None for a table, if the account plays at none.
    """
    session = await store.session(hashed(secret))
    assert session is not None
    if "{table}" in page:
        held = [row for row, _ in await store.tables_of(session.account_id)]
        running = [row.id for row in held if row.status == rows.RUNNING]
        if not running:
            return None
        page = page.format(table=running[0])
    address = f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(256)}"
    headers = {
        "Cookie": f"{cookies.named(cookies.session_name(key), secure=True)}={secret}",
        "Sec-Fetch-Site": "same-origin",
        "X-Forwarded-For": address,
        "X-Forwarded-Proto": "https",
    }
    async with httpx.AsyncClient(transport=transport, base_url=SITE, headers=headers) as browser:
        begun, work = time.perf_counter(), time.process_time()
        answer = await browser.get(page)
        took = 1000 * (time.perf_counter() - begun), 1000 * (time.process_time() - work)
    assert answer.status_code == 200, (page, answer.status_code, answer.text[:300])
    return took


async def main() -> None:
    """Fill a database, and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--accounts", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=5_000)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--database", default="", help="an empty database; default: SQLite")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            Path(folder),
            args.database,
            public_url=SITE,
            tables_in_all=10**6,
            trusted_proxies=["127.0.0.1"],
        )
        async with database(settings) as store:
            app = create_app(settings)
            async with app.router.lifespan_context(app):
                begun = time.perf_counter()
                tables = app.state.tables
                secrets = await fill(tables, args.accounts, args.tables, random.Random(1))
                print(
                    f"filled in {time.perf_counter() - begun:.0f} s: {args.accounts:,} accounts, "
                    f"{args.tables:,} games"
                )
                await measure(app, store, settings.key, secrets, args.requests)
            with engine_of(store.url).begin() as connection:
                connection.execute(sa.delete(schema.accounts))


if __name__ == "__main__":
    asyncio.run(main())
