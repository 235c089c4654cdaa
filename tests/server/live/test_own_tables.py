"""The stream of all one's tables: who hears of what, and when it ends."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from proa.server.accounts import leaving
from proa.server.config.settings import Settings
from proa.server.http import own_tables
from proa.server.store.rows import AccountRow
from proa.server.tables.cleanup import load_bans
from proa.server.tokens import hashed
from server.accounts.person import Person
from server.site import Player, Site, play_to_end, running
from waiting import until

pytestmark = pytest.mark.anyio
TOKEN = "proa-bot-robo"
SEATS = {"game": "toy", "seats": [{"who": "me"}, {"who": "friend"}, {"who": "friend"}]}


class Lines:
    """A client that reads a stream of lines, without a network."""

    def __init__(self, site: Site, path: str = "/api/stream", **headers: str) -> None:
        self.said: list[dict[str, Any]] = []
        self.empty = 0
        self.status = 0
        self.headers: dict[str, str] = {}
        self._gone = asyncio.Event()
        self._asked = False
        named = {"host": "localhost", "sec-fetch-site": "same-origin", **headers}
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
            "scheme": "http",
            "server": ("localhost", 80),
            "client": ("127.0.0.1", 1),
        }
        self.task = asyncio.create_task(site.app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if self._asked:
            await self._gone.wait()
            return {"type": "http.disconnect"}
        self._asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        elif (line := message["body"].decode()).strip():
            self.said.append(json.loads(line))
        elif line:
            self.empty += 1

    async def close(self) -> None:
        self._gone.set()
        await self.task

    async def last(self, table: str, **values: Any) -> None:
        """Wait until the last line about a table has the values."""
        await until(lambda: values.items() <= self._of(table).items())

    def _of(self, table: str) -> dict[str, Any]:
        return next((one for one in reversed(self.said) if one["table"] == table), {})


async def bot_of(site: Site) -> Lines:
    """Make a bot account; return its stream."""
    store = site.tables.store
    await store.create_account(AccountRow("owner", "Owner", 1.0), ["o"])
    bot = AccountRow("bot", "BOT Robo", 1.0)
    assert await store.create_account(bot, ["b"], owner="owner", token=hashed(TOKEN))
    return Lines(site, authorization=f"Bearer {TOKEN}")


async def taken(site: Site, invite: str, name: str = "", token: str = "") -> Player:
    """Take the seat of an invitation."""
    async with site.client(token) as client:
        answer = await client.post(f"/api/invitations/{invite}", json={"name": name})
    assert answer.status_code == 201, answer.text
    sat = answer.json()
    return Player(site, sat["table"], sat["seat"], sat["token"])


async def test_a_bot_hears_of_all_its_tables_and_of_those_that_come_later(any_site):
    lines = await bot_of(any_site)
    async with any_site.client(TOKEN) as client:
        opened = (await client.post("/api/tables", json=SEATS)).json()
    table = opened["table"]
    await lines.last(table, status="waiting", seat=0, mine=False)
    players = [Player(any_site, table, 0, TOKEN)]
    players += [await taken(any_site, place["invite"]) for place in opened["seats"][1:]]
    for player in players:
        await player.post("ready", nonce="00")
    await lines.last(table, status="running", frame=0)
    strange = await any_site.open("me", "friend", "friend")
    other = await any_site.open("me", "friend", "friend")
    await taken(any_site, other["seats"][2]["invite"], token=TOKEN)
    await lines.last(other["table"], status="waiting", seat=2)
    async with any_site.client(other["token"]) as host:
        await host.delete(f"/api/tables/{other['table']}")
    await lines.last(other["table"], status="closed")
    await play_to_end(players)
    await lines.last(table, status="over", mine=False)
    heard = len(lines.said)
    await players[1].post("chat", text="Ia orana")
    third = (await any_site.client(TOKEN).post("/api/tables", json=SEATS)).json()
    await lines.last(third["table"], status="waiting")
    assert len(lines.said) == heard + 1
    assert {one["mine"] for one in lines.said[:heard] if "mine" in one} == {True, False}
    assert strange["table"] not in json.dumps(lines.said)
    assert lines.headers["content-type"].startswith("application/x-ndjson")
    assert set().union(*lines.said) == {
        *("table", "status", "seat", "mine", "frame", "people", "chat")
    }
    await lines.close()


async def test_what_another_process_gave_is_found_soon(tmp_path, database, monkeypatch):
    monkeypatch.setattr(own_tables, "PING", 0.02)
    settings = Settings(tmp_path / "data", database)
    async with running(settings) as site, running(settings) as beside:
        lines = await bot_of(site)
        async with beside.client(TOKEN) as client:
            table = (await client.post("/api/tables", json=SEATS)).json()["table"]
        await lines.last(table, status="waiting", seat=0)
        await until(lambda: lines.empty)
        await lines.close()


async def test_a_rematch_is_heard_of(site):
    players = await site.begun("me", "me", "me")
    lines = Lines(site, authorization=f"Bearer {players[1].token}")
    await lines.last(players[1].table, status="running", seat=1)
    await play_to_end(players)
    next_one = (await players[0].post("rematch")).json()["table"]
    await lines.last(next_one, status="waiting", seat=0)
    await lines.close()


async def test_a_browser_hears_of_its_guests_or_its_accounts_tables(site, monkeypatch):
    monkeypatch.setattr(own_tables, "PING", 0.02)
    async with Person(site) as hina:
        table = await hina.open("me", "friend", "friend")
        as_guest = Lines(site, "/stream", cookie=cookies(hina))
        await as_guest.last(table, status="waiting", seat=0)
        await hina.sign_up("Hinano")
        as_account = Lines(site, "/stream", cookie=cookies(hina))
        own = await hina.open("me", "friend", "friend")
        await as_account.last(own, status="waiting", seat=0)
        assert table not in json.dumps(as_account.said)
        await hina.post("sign-out-everywhere")
        await as_account.task
        assert own not in json.dumps(as_guest.said)
        assert "set-cookie" not in as_guest.headers
        await as_guest.close()


def cookies(person: Person) -> str:
    return "; ".join(f"{one.name}={one.value}" for one in person.browser.cookies.jar)


@pytest.mark.parametrize("why", ["removed", "blocked"])
async def test_it_ends_with_the_bot(site, monkeypatch, why):
    monkeypatch.setattr(own_tables, "PING", 0.02)
    lines = await bot_of(site)
    table = (await site.client(TOKEN).post("/api/tables", json=SEATS)).json()["table"]
    await lines.last(table, status="waiting")
    if why == "blocked":
        await site.tables.store.ban("bot", "block", None)
        await load_bans(site.tables)
    else:
        await leaving.remove(site.tables, "bot")
    await lines.task
    assert not site.tables.live.subscribed()


async def test_nobody_without_a_table_or_a_bot_has_one(site):
    headers = {"authorization": f"Bearer {TOKEN}"}
    for given, status in ({}, 401), ({"authorization": "Bearer nobody"}, 404), (headers, 401):
        lines = Lines(site, **given)
        await lines.task
        assert lines.status == status


async def test_streams_are_counted_until_they_end_even_if_they_never_begin(tmp_path):
    async with running(Settings(tmp_path / "data", streams_a_guest=2)) as site:
        await (await bot_of(site)).close()
        for _ in range(3):
            left = Lines(site, authorization=f"Bearer {TOKEN}")
            left._asked = True
            await left.close()
        assert not site.tables.live._streams
        both = [Lines(site, authorization=f"Bearer {TOKEN}") for _ in range(2)]
        await until(lambda: all(one.status == 200 for one in both))
        third = Lines(site, authorization=f"Bearer {TOKEN}")
        await third.task
        assert third.status == 429
        assert int(third.headers["retry-after"]) > 0
        for one in both:
            await one.close()
        assert not site.tables.live._streams


async def test_it_goes_on_when_the_database_comes_back(site, monkeypatch):
    monkeypatch.setattr(own_tables, "PAUSE", 0)
    find, failed = site.tables.store.open_tables_of, []

    async def fail_once(*values: Any) -> Any:
        if not failed:
            failed.append(True)
            raise OSError
        return await find(*values)

    lines = await bot_of(site)
    await until(lambda: lines.status)
    monkeypatch.setattr(site.tables.store, "open_tables_of", fail_once)
    table = (await site.client(TOKEN).post("/api/tables", json=SEATS)).json()["table"]
    await lines.last(table, status="waiting")
    assert failed
    await lines.close()
