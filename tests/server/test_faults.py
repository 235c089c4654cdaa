"""What goes wrong: processes killed, disks full, databases gone. Nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import random
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing

import httpx
import pytest
import sqlalchemy as sa

from proa.server.config.settings import Settings
from proa.server.errors import WriteFailure, write_failure
from proa.server.games.opened_games import Games
from proa.server.store import write_probe
from proa.server.store.store import Store
from server.databases import postgresql_is_slow
from server.server_pool import Server, ServerPool
from server.site import Site, running

pytestmark = pytest.mark.anyio
KILLS = 25
"""On each kind of database."""
CLIENTS = 4


@pytest.fixture
def server_pool(database, tmp_path) -> Iterator[ServerPool]:
    made = ServerPool(tmp_path / "data", database)
    yield made
    made.close()


class Gambler:
    """A client that plays tables alone, as fast as it can, and notes what was acknowledged."""

    def __init__(self, seed: int) -> None:
        self._choose = random.Random(seed)
        self.acknowledged: dict[str, list[str]] = {}
        self.table = ""
        self._tokens: list[str] = []

    async def play_until_it_breaks(
        self, url: str, done: Callable[[], None], most: int = 10**9
    ) -> None:
        """Play on until the server does not answer any more; tell of each acknowledged post."""
        async with httpx.AsyncClient(base_url=url, timeout=20, verify=False) as client:
            with contextlib.suppress(httpx.TransportError):
                for _ in range(most):
                    if not self.table:
                        await self._open(client)
                    await self._decide(client)
                    done()

    async def _open(self, client: httpx.AsyncClient) -> None:
        order = {"game": "toy", "seats": [{"who": "me"}] * 3}
        opened = (await client.post("/api/tables", json=order)).json()
        tokens = [seat["token"] for seat in opened["seats"]]
        for token in tokens:
            headers = {"Authorization": f"Bearer {token}"}
            path = f"/api/tables/{opened['table']}/ready"
            await client.post(path, json={"nonce": "00"}, headers=headers)
        self.table, self._tokens = opened["table"], tokens
        self.acknowledged[self.table] = []

    async def _decide(self, client: httpx.AsyncClient) -> None:
        path = f"/api/tables/{self.table}"
        for token in self._tokens:
            headers = {"Authorization": f"Bearer {token}"}
            seen = (await client.get(f"{path}/view", headers=headers)).json()
            if seen.get("status") == "over":
                self.table = ""
                return
            codes = [action["code"] for action in seen["view"]["actions"]]
            if codes:
                code = self._choose.choice(codes)
                body = {"frame": seen["frame"], "codes": [code]}
                answer = await client.post(f"{path}/actions", json=body, headers=headers)
                if answer.status_code == 200:
                    self.acknowledged[self.table].append(code)
                return


async def _check(store: Store, gambler: Gambler) -> int:
    """Every acknowledged code is stored, in order; at most the last post is stored besides."""
    count = 0
    for table_id, acknowledged in gambler.acknowledged.items():
        stored = [e.code for e in await store.events(table_id) if e.actor == "person" and e.code]
        assert stored[: len(acknowledged)] == acknowledged
        assert len(stored) <= len(acknowledged) + (table_id == gambler.table)
        gambler.acknowledged[table_id] = stored
        count += len(acknowledged)
    return count


@postgresql_is_slow
async def test_kill_9_in_the_middle_of_posts_loses_nothing(server_pool, database):
    """Servers are killed while clients post; each next one finds all that was acknowledged."""
    store = Store(database)
    choose = random.Random(9)
    gamblers = [Gambler(seed) for seed in range(CLIENTS)]
    acknowledged = 0
    for _ in range(KILLS):
        server = server_pool.start()
        left = choose.randrange(1, 16)

        def count_down(server: Server = server) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                server.kill()

        async with asyncio.timeout(60), asyncio.TaskGroup() as group:
            for gambler in gamblers:
                group.create_task(gambler.play_until_it_breaks(server.url, count_down))
        acknowledged = sum([await _check(store, gambler) for gambler in gamblers])
    assert acknowledged > KILLS
    await store.close()


async def test_a_full_disk_is_said_and_play_goes_on_when_there_is_room(tmp_path):
    async with running(Settings(tmp_path / "data")) as site:
        players = await site.begun("me", "me", "me")
        store = site.tables.store
        with store.writing() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        seen, refused = None, None
        for _ in range(2000):
            table = await site.tables.load(players[0].table)
            if table.row.status != "running":
                players = await _another(site)
                if players is None:
                    break
                continue
            seen = await players[table.row.turn].view()
            answer = await players[table.row.turn].play()
            if answer.status_code == 503:
                refused = answer
                break
        assert refused is not None
        assert "Nothing has been lost" in refused.json()["error"]
        assert await players[table.row.turn].view() == seen  # the board stays
        with store.writing() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
        assert (await players[table.row.turn].play()).status_code == 200


async def _another(site):
    try:
        return await site.begun("me", "me", "me")
    except AssertionError:
        return None


# -- what the host is told -------------------------------------------------------------------


@pytest.fixture
def _tried_at_once(monkeypatch) -> None:
    monkeypatch.setattr(write_probe, "LASTS", 0.0)
    monkeypatch.setattr(write_probe, "AGAIN", 0.0)
    monkeypatch.setattr(Games, "share", lambda self, name: None)


async def _health(site: Site) -> tuple[int, dict]:
    async with site.client() as client:
        answer = await client.get("/healthz")
    return answer.status_code, answer.json()


@pytest.mark.usefixtures("_tried_at_once")
async def test_health_says_that_the_disk_is_full_and_players_read_it(tmp_path):
    async with running(Settings(tmp_path / "data")) as site:
        players = await site.begun("me", "me", "me")
        assert (await _health(site))[0] == 200
        store = site.tables.store
        with store.writing() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        before = await store.events(players[0].table)
        order = {"game": "toy", "name": "x" * 40, "seats": [{"who": "me"}] * 3}
        async with site.client() as client:
            for _ in range(200):  # until the pages that are there are full
                answer = await client.post("/api/tables", json=order)
                if answer.status_code != 201:
                    break
            assert answer.status_code == 503
            assert "The disk of this server is full" in answer.json()["error"]
            headers = {"Accept-Language": "ru"}
            answer = await client.post("/api/tables", json=order, headers=headers)
            assert "нет места" in answer.json()["error"]
        status, found = await _health(site)
        assert (status, found["status"], found["database"]) == (503, "unwell", True)
        assert found["why"] == "the disk is full"
        assert await store.events(players[0].table) == before
        with store.writing() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
        assert (await _health(site))[0] == 200


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (sqlite3.SQLITE_FULL, WriteFailure.FULL),
        (sqlite3.SQLITE_READONLY, WriteFailure.READ_ONLY),
        (sqlite3.SQLITE_IOERR, WriteFailure.BROKEN),
        (sqlite3.SQLITE_IOERR | 3 << 8, WriteFailure.BROKEN),
        (sqlite3.SQLITE_BUSY, None),
        ("53100", WriteFailure.FULL),
        ("25006", WriteFailure.READ_ONLY),
        ("23505", None),
        (OSError(errno.ENOSPC, "a secret"), WriteFailure.FULL),
        (OSError(errno.EROFS, "a secret"), WriteFailure.READ_ONLY),
    ],
)
def test_why_nothing_is_stored_is_known_by_its_code(error, why):
    if isinstance(error, int | str):
        found = sqlite3.OperationalError("a secret")
        setattr(found, "sqlite_errorcode" if isinstance(error, int) else "sqlstate", error)
        error = sa.exc.OperationalError("", {}, found)
    assert write_failure(error) == why


async def test_a_change_that_failed_shows_in_health_before_anything_is_tried(site, monkeypatch):
    """What is stored on trial is not for everybody who asks."""
    tried, store = [], site.tables.store
    monkeypatch.setattr(Games, "share", lambda self, name: None)
    real = store._probe
    monkeypatch.setattr(store, "_probe", lambda: (tried.append(1), real())[1])
    for _ in range(20):
        assert (await _health(site))[0] == 200
    assert len(tried) == 1
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL

    def no_room(*_: object) -> None:
        raise sa.exc.OperationalError("", {}, full)

    with monkeypatch.context() as patched:
        patched.setattr(store, "writing", no_room)
        async with site.client() as client:
            order = {"game": "toy", "seats": [{"who": "me"}] * 3}
            assert (await client.post("/api/tables", json=order)).status_code == 503
        for _ in range(5):
            status, found = await _health(site)
            assert (status, found["why"]) == (503, "the disk is full")
    assert len(tried) <= 2


@pytest.mark.postgres
@pytest.mark.usefixtures("_tried_at_once")
async def test_health_says_that_postgresql_can_only_be_read(tmp_path, postgres):
    database = postgres.empty_database()
    async with running(Settings(tmp_path / "data", database)) as site:
        await site.begun("me", "me", "me")
        name = sa.make_url(database).database
        url = sa.make_url(database).set(drivername="postgresql+psycopg")
        engine = sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
        others = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        )
        with engine.connect() as connection:
            for value, status in (("on", 503), ("off", 200)):
                connection.exec_driver_sql(
                    f"ALTER DATABASE {name} SET default_transaction_read_only = {value}"
                )
                connection.exec_driver_sql(f"{others} AND datname = '{name}'")
                async with asyncio.timeout(20):
                    while (found := await _health(site))[0] != status:
                        await asyncio.sleep(0.1)
                if status == 503:
                    assert found[1]["why"] == "the database can only be read"
                    async with site.client() as client:
                        order = {"game": "toy", "seats": [{"who": "me"}] * 3}
                        answer = await client.post("/api/tables", json=order)
                        assert answer.status_code == 503
                        assert "can't save anything" in answer.json()["error"]
        engine.dispose()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of a running process")
async def test_files_that_can_not_grow_lose_nothing(tmp_path):
    """As on a disk that is full, or whose quota is used up: what was acknowledged is there."""
    import resource

    database = f"sqlite:///{tmp_path / 'proa.sqlite3'}"
    server_pool = ServerPool(tmp_path / "data", database)
    try:
        server, gambler, left = server_pool.start(), Gambler(3), 25

        def grow_no_more() -> None:
            nonlocal left
            left -= 1
            if left == 0:
                log = tmp_path / "proa.sqlite3-wal"
                size = log.stat().st_size
                resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

        async with asyncio.timeout(60):
            with contextlib.suppress(KeyError, TypeError):  # it reads no table where it is refused
                await gambler.play_until_it_breaks(server.url, grow_no_more, most=45)
        async with httpx.AsyncClient(base_url=server.url, timeout=20) as client:
            found = await client.get("/healthz")
            assert found.status_code == 503
            assert found.json()["why"] in ("the disk is full", "the disk fails")
            order = {"game": "toy", "seats": [{"who": "me"}] * 3}
            answer = await client.post("/api/tables", json=order)
            assert answer.status_code == 503
            assert "Nothing has been lost" in answer.json()["error"]
            unlimited = resource.RLIM_INFINITY, resource.RLIM_INFINITY
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)
            assert (await client.post("/api/tables", json=order)).status_code == 201
        store = Store(database)
        assert await _check(store, gambler) > 5
        await store.close()
        with closing(sqlite3.connect(tmp_path / "proa.sqlite3")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        server_pool.close()
