"""What goes wrong: processes killed, disks full, databases gone. Nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Iterator

import httpx
import pytest
import sqlalchemy as sa

from proa.server.config.settings import Settings
from proa.server.store.store import Store
from proa.server.tables import play
from server.cluster import Cluster
from server.databases import postgresql_is_slow
from server.nursery import Nursery, Server
from server.site import running

pytestmark = pytest.mark.anyio
KILLS = 25
"""On each kind of database."""
CLIENTS = 4


@pytest.fixture
def nursery(database, tmp_path) -> Iterator[Nursery]:
    made = Nursery(tmp_path / "data", database)
    yield made
    made.close()


class Gambler:
    """A client that plays tables alone, as fast as it can, and notes what was acknowledged."""

    def __init__(self, seed: int) -> None:
        self._choose = random.Random(seed)
        self.acknowledged: dict[str, list[str]] = {}
        self.table = ""
        self._tokens: list[str] = []

    async def play_until_it_breaks(self, url: str, done: Callable[[], None]) -> None:
        """Play on until the server does not answer any more; tell of each acknowledged post."""
        async with httpx.AsyncClient(base_url=url, timeout=20, verify=False) as client:
            with contextlib.suppress(httpx.TransportError):
                while True:
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
async def test_kill_9_in_the_middle_of_posts_loses_nothing(nursery, database):
    """Servers are killed while clients post; each next one finds all that was acknowledged."""
    store = Store(database)
    choose = random.Random(9)
    gamblers = [Gambler(seed) for seed in range(CLIENTS)]
    acknowledged = 0
    for _ in range(KILLS):
        server = nursery.start()
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


@pytest.mark.postgres
async def test_a_database_that_is_gone_is_said_and_play_goes_on_when_it_is_back(tmp_path, postgres):
    cluster: Cluster = postgres
    async with running(Settings(tmp_path / "data", cluster.empty_database())) as site:
        players = await site.begun("me", "me", "me")
        table = await site.tables.load(players[0].table)
        player = players[table.row.turn]
        seen = await player.view()
        body = {"frame": seen["frame"], "codes": [seen["view"]["actions"][0]["code"]]}
        cluster.stop()
        try:
            answer = await player.post("actions", **body)
            assert answer.status_code == 503
            assert "Nothing has been lost" in answer.json()["error"]
            fresh = Store(site.settings.database)
            async with asyncio.timeout(20):  # nobody is kept waiting for what can't come
                asked = (fresh.table(table.id) for _ in range(40))
                answers = await asyncio.gather(*asked, return_exceptions=True)
                await fresh.close()
            assert {type(answer) for answer in answers} == {sa.exc.OperationalError}
            async with site.browser() as browser:
                page = await browser.get("/")
                assert page.status_code == 503
                assert "Nothing has been lost" in page.text
        finally:
            cluster.start()
        assert (await player.post("actions", **body)).status_code == 200
        assert (await player.view())["frame"] == seen["frame"] + 1


@pytest.mark.postgres
async def test_connections_cut_between_two_requests_are_not_noticed(tmp_path, postgres):
    cluster: Cluster = postgres
    async with running(Settings(tmp_path / "data", cluster.empty_database())) as site:
        players = await site.begun("me", "me", "me")
        tables = site.tables
        table = await tables.load(players[0].table)
        for _ in range(3):
            _cut_all(cluster)
            assert (await tables.load(table.id)).row == table.row
            _cut_all(cluster)
            codes = table.game.codes(table.playing.position())
            latest = len(table.playing.frames(table.row.turn)) - 1
            table = await play.act(tables, table.id, table.row.turn, latest, codes[:1], table)


@pytest.mark.postgres
async def test_a_decision_whose_answer_was_lost_counts_once(tmp_path, postgres, monkeypatch):
    async with running(Settings(tmp_path / "data", postgres.empty_database())) as site:
        tables, players = site.tables, await site.begun("me", "me", "me")
        append, cuts = tables.store._append, iter([True])

        def cut(*change) -> bool:
            is_done = append(*change)
            if next(cuts, False):
                raise sa.exc.DBAPIError("", {}, Exception(), connection_invalidated=True)
            return is_done

        monkeypatch.setattr(tables.store, "_append", cut)
        table = await tables.load(players[0].table)
        codes = table.game.codes(table.playing.position())
        with tables.live.listening(table.id) as bell:
            after = await play.act(tables, table.id, table.row.turn, 0, codes[:1], table)
            assert bell.is_set()
        assert after.row.last == table.row.last + 1
        assert len(await tables.store.events(table.id)) == after.row.last + 1


def _cut_all(cluster: Cluster) -> None:
    with cluster.connect() as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
