"""Several servers share the work: some serve pages, others play bots' turns, on one database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from proa.server.config.settings import Settings
from proa.server.live.cross_process import listen_to_others
from proa.server.live.subscriptions import Subscriptions
from proa.server.store.store import Store
from server.api_table import Table
from server.server_pool import Server, ServerPool
from server.site import running
from waiting import until

pytestmark = pytest.mark.anyio


@pytest.fixture
def server_pool(database, tmp_path) -> Iterator[ServerPool]:
    made = ServerPool(tmp_path / "data", database)
    yield made
    made.close()


class Person:
    """Somebody who plays at a table with bots on a server that serves pages."""

    def __init__(self, server: Server, table: Table) -> None:
        self._server = server
        self._table = table
        self._token = next(token for token in table.tokens if token)
        self.is_over = False

    async def decide(self) -> None:
        """Wait for one's turn and play; or for the end."""
        async with httpx.AsyncClient(base_url=self._server.url, verify=False) as client:

            async def goes_on() -> bool:
                return await self._played(client) or self.is_over

            await until(goes_on)

    async def _played(self, client: httpx.AsyncClient) -> bool:
        seen = await self._table.ask(client, self._token, "view")
        self.is_over = seen["status"] == "over"
        actions = seen["view"]["actions"]
        if actions and not self.is_over:
            body = {"frame": seen["frame"], "codes": [actions[0]["code"]]}
            await self._table.ask(client, self._token, "actions", body)
        return bool(actions)


async def test_pages_and_searches_in_two_processes_play_a_game_to_its_end(server_pool):
    """The searching process is killed in the middle, and another one goes on."""
    pages, searches = server_pool.start("pages"), server_pool.start("searches")
    person = Person(pages, await Table.begun(pages.url, ("me", "bot", "bot")))
    for _ in range(3):
        await person.decide()
    searches.kill()
    server_pool.start("searches")
    while not person.is_over:
        await person.decide()


async def test_who_serves_pages_alone_leaves_bots_to_others(server_pool, database):
    pages = server_pool.start("pages")
    table = await Table.begun(pages.url, ("bot", "me", "bot"))
    assert await _never_moves(pages, table)
    server_pool.start("searches")
    await Person(pages, table).decide()


async def _never_moves(server: Server, table: Table) -> bool:
    """Whether nothing is played in more than one round of looking."""
    token = table.tokens[1]
    async with httpx.AsyncClient(base_url=server.url, verify=False) as client:
        first = await table.ask(client, token, "view")
        path = f"view?after={first['frame']}&wait=1.5"
        return (await table.ask(client, token, path))["frame"] == first["frame"]


async def test_who_plays_for_bots_alone_serves_no_pages(tmp_path, monkeypatch):
    async def ask(store):
        raise AssertionError("who is barred concerns those whom people ask")

    monkeypatch.setattr(Store, "bans", ask)
    settings = Settings(tmp_path / "data", role="searches")
    async with running(settings) as site, site.client() as client:
        for path in (
            "/",
            "/new",
            "/static/tokens.css",
            "/api/openapi.json",
            "/table/x",
            "/rules/tahiti",
        ):
            assert (await client.get(path)).status_code == 404
        assert (await client.post("/tables")).status_code == 404
        assert (await client.get("/healthz")).json()["role"] == "searches"
    assert not settings.key_file.exists()  # who signs no cookies needs no key


@pytest.mark.postgres
async def test_a_call_for_bots_reaches_those_who_play_them_at_once(tmp_path, postgres):
    """Without waiting for their next round."""
    database, live, called = (
        postgres.empty_database(),
        Subscriptions(Settings(tmp_path)),
        asyncio.Queue(),
    )
    async with running(Settings(tmp_path / "data", database, role="pages")) as site:
        url = site.tables.store.url
        async with asyncio.timeout(20), listen_to_others(url, "another", live, called.put_nowait):
            with live.subscribe("any") as bell:
                await bell.wait()  # it hears now
            players = await site.begun("bot", "me", "bot")
            assert await called.get() == players[1].table
