"""Live updates: who receives what, when, over streams, long polls and between processes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from proa.server.config.settings import Settings
from proa.server.host import app
from proa.server.http import event_streams
from proa.server.live.subscriptions import Subscriptions
from proa.server.store.rows import ChatLine
from proa.server.store.store import Store
from proa.server.tables import access, play
from server.api_table import Table
from server.server_pool import ServerPool
from server.serving import serving
from server.site import running
from waiting import let_others_run, until

pytestmark = pytest.mark.anyio


class Listener:
    """A viewer's event stream."""

    def __init__(self, url: str, table: Table, token: str) -> None:
        self.said: list[dict] = []
        self.raw = ""
        self._news = asyncio.Condition()
        self._task = asyncio.create_task(self._listen(url, table, token))

    async def _listen(self, url: str, table: Table, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        path = f"/api/tables/{table.id}/stream"
        async with (
            httpx.AsyncClient(base_url=url, timeout=60, verify=False) as client,
            client.stream("GET", path, headers=headers) as stream,
        ):
            assert stream.status_code == 200
            async for line in stream.aiter_lines():
                self.raw += line + "\n"
                if line.startswith("data:"):
                    async with self._news:
                        self.said.append(json.loads(line[5:]))
                        self._news.notify_all()

    async def until(self, frame: int) -> None:
        """Wait until the stream has reported a frame."""
        async with asyncio.timeout(10), self._news:
            await self._news.wait_for(lambda: self.said and self.said[-1]["frame"] >= frame)

    async def close(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError, httpx.HTTPError):
            await self._task


async def test_everybody_is_told_of_a_decision_and_of_nothing_else(tmp_path):
    async with serving(Settings(tmp_path / "data")) as url:
        table = await Table.begun(url)
        listeners = [Listener(url, table, token) for token in (*table.tokens, table.watch)]
        for listener in listeners:
            await listener.until(0)
        await table.decide(url)
        for listener in listeners:
            await listener.until(1)
            assert all(set(said) == {"frame", "people", "chat"} for said in listener.said)
            words = set(re.findall(r"[a-z]+", listener.raw)) - {"frame", "people", "chat"}
            assert words <= {"event", "data", "ping"}, listener.raw
            await listener.close()


async def test_a_stream_that_comes_late_is_told_where_the_table_stands(tmp_path):
    async with serving(Settings(tmp_path / "data")) as url:
        table = await Table.begun(url)
        for _ in range(3):
            await table.decide(url)
        late = Listener(url, table, table.tokens[0])
        await late.until(3)
        assert len(late.said) == 1
        await late.close()


async def test_a_stream_ends_when_its_seat_is_given_up(tmp_path):
    async with serving(Settings(tmp_path / "data")) as url:
        table = await Table.begun(url)
        listener = Listener(url, table, table.tokens[1])
        await listener.until(0)
        async with httpx.AsyncClient(base_url=url, verify=False) as client:
            await table.ask(client, table.tokens[1], "resign", {"level": "easy"})
        async with asyncio.timeout(10):
            await listener._task


async def test_too_many_streams_of_one_guest_are_refused(tmp_path):
    settings = Settings(tmp_path / "data", streams_a_guest=3)
    async with serving(settings) as url:
        table = await Table.begun(url)
        listeners = [Listener(url, table, table.tokens[0]) for _ in range(3)]
        for listener in listeners:
            await listener.until(0)
        headers = {"Authorization": f"Bearer {table.tokens[0]}"}
        async with httpx.AsyncClient(base_url=url, verify=False) as client:
            path = f"/api/tables/{table.id}"
            refused = await client.get(f"{path}/stream", headers=headers)
            assert refused.status_code == 429
            assert (await client.get(f"{path}/news", headers=headers)).status_code == 200
            await listeners[0].close()

            async def is_let_in() -> bool:
                async with client.stream("GET", f"{path}/stream", headers=headers) as stream:
                    return stream.status_code == 200

            await until(is_let_in)
        for listener in listeners[1:]:
            await listener.close()


async def test_a_long_poll_ends_with_the_news_or_with_its_time(site):
    players = await site.begun("me", "me", "me")
    table = await site.tables.load(players[0].table)
    other = players[(table.row.turn + 1) % 3]
    waiting = asyncio.create_task(other.view(after=0, wait=20))
    await until(lambda: waiting.done() or table.id in site.tables.live.subscribed())
    assert not waiting.done()
    await players[table.row.turn].play()
    async with asyncio.timeout(5):
        assert (await waiting)["frame"] >= 1
    frame = (await other.view())["frame"]
    assert (await other.view(after=frame, wait=0.1))["frame"] == frame


# -- several processes -----------------------------------------------------------------------


@pytest.fixture
def pair(database, tmp_path) -> Iterator[tuple[str, str, ServerPool]]:
    """Run two server processes on one database of each kind."""
    server_pool = ServerPool(tmp_path / "data", database)
    yield server_pool.start().url, server_pool.start().url, server_pool
    server_pool.close()


async def test_two_processes_serve_one_table(pair):
    one, two, _ = pair
    table = await Table.begun(one)
    listeners = [
        Listener(one, table, table.tokens[0]),
        Listener(two, table, table.tokens[1]),
        Listener(two, table, table.watch),
    ]
    for listener in listeners:
        await listener.until(0)
    for frame, url in enumerate((one, two, one, two, two), 1):
        await table.decide(url)
        for listener in listeners:
            await listener.until(frame)
    for listener in listeners:
        await listener.close()


async def test_when_one_process_dies_the_other_plays_on_for_its_bots(pair):
    one, two, server_pool = pair
    table = await Table.begun(one, ("me", "bot", "bot"))
    token = table.tokens[0]
    async with httpx.AsyncClient(base_url=two, verify=False) as client:
        for decision in range(4):

            async def is_asked() -> dict | None:
                seen = await table.ask(client, token, "view")
                return seen if seen["status"] == "over" or seen["view"]["actions"] else None

            seen = await until(is_asked)
            if seen["status"] == "over":
                return
            if decision == 2:
                server_pool.servers[0].kill()
            code = seen["view"]["actions"][0]["code"]
            await table.ask(client, token, "actions", {"frame": seen["frame"], "codes": [code]})


@pytest.mark.postgres
async def test_a_process_hears_of_others_changes_and_not_of_its_own(tmp_path, postgres):
    database = postgres.empty_database()
    async with running(Settings(tmp_path / "data", database)) as site:
        first, own, last = [(await site.open("me", "friend", "friend"))["table"] for _ in range(3)]
        line, other = ChatLine(0, None, "Walt", "ahoy", -1, 1.0), Store(database)
        ear = site.tables.live.subscribe
        with ear(first) as listens, ear(own) as of_own, ear(last) as of_last:
            await other.say(first, line)
            await asyncio.wait_for(listens.wait(), 20)
            of_own.clear()
            of_last.clear()
            await site.tables.store.say(own, line)
            await other.say(last, line)
            await asyncio.wait_for(of_last.wait(), 20)  # notices come in order
            assert not of_own.is_set()
        await other.close()


async def test_who_listens_hears_of_a_decision_before_it_is_answered_and_reads_nothing(
    tmp_path, database, monkeypatch
):
    """Where no other process rings: whoever heard one of those, just before, does read."""
    monkeypatch.setattr(app, "listen_to_others", lambda *args, **named: contextlib.nullcontext())
    async with running(Settings(tmp_path / "data", database)) as site:
        tables, players = site.tables, await site.begun("me", "me", "me")
        table = await tables.load(players[0].table)
        stream = event_streams.stream(
            tables, tables.live, access.spectator_access(table, "walt"), ""
        ).body_iterator
        assert _said(await anext(stream)) == {"frame": 0, "people": 3, "chat": 0}
        polling = asyncio.create_task(players[0].view(after=0, wait=20))
        hearing = asyncio.create_task(anext(stream))
        await until(lambda: len(tables.live._waiting[table.id]) == 2 and not tables.live._loads)

        monkeypatch.setattr(tables.store, "table", None)
        await play.act(tables, table.id, table.row.turn, 0, _codes(table)[:1], table)
        assert hearing.done()
        assert _said(hearing.result()) == {"frame": 1, "people": 3, "chat": 0}
        assert (await polling)["frame"] == 1
        await stream.aclose()


async def test_a_stream_never_says_less_than_it_has_said(tmp_path, database):
    async with running(Settings(tmp_path / "data", database)) as site:
        tables, players = site.tables, await site.begun("me", "me", "me")
        table = await tables.load(players[0].table)
        stream = event_streams.stream(
            tables, tables.live, access.spectator_access(table, "walt"), ""
        ).body_iterator
        await anext(stream)
        await players[0].post("chat", text="ahoy")
        assert _said(await anext(stream)) == {"frame": 0, "people": 3, "chat": 1}
        hearing = asyncio.create_task(anext(stream))
        await let_others_run()
        await play.act(tables, table.id, table.row.turn, 0, _codes(table)[:1], table)
        assert _said(await hearing) == {"frame": 1, "people": 3, "chat": 1}
        await stream.aclose()


def _said(sent) -> dict[str, int]:
    return json.loads(sent["data"])


def _codes(table) -> list[str]:
    return table.game.codes(table.playing.position())


async def test_who_rings_may_bring_what_those_he_wakes_would_find():
    live, found = Subscriptions(Settings(Path("unused"))), []

    async def look() -> str:
        return "looked"

    async def listen() -> None:
        with live.subscribe("table") as bell:
            await bell.wait()
            found.append(await live.load_once("table", look))

    waiting = asyncio.create_task(listen())
    await let_others_run()
    live.notify("table", "brought")
    await waiting
    assert await live.load_once("table", look) == "looked"  # it was for those alone

    waiting = asyncio.create_task(listen())
    await let_others_run()
    live.notify("table")
    live.notify("table", "perhaps older than what the first ring was for")
    await waiting
    assert found == ["brought", "looked"]


async def test_those_woken_by_one_ring_share_one_look_and_a_new_ring_begins_another():
    live, going, looked = Subscriptions(Settings(Path("unused"))), asyncio.Event(), []

    async def look() -> int:
        looked.append(len(looked))
        number = looked[-1]
        await going.wait()
        return number

    first = [asyncio.create_task(live.load_once("table", look)) for _ in range(3)]
    await let_others_run()
    live.notify("table")
    later = asyncio.create_task(live.load_once("table", look))
    await let_others_run()
    first[0].cancel()
    going.set()
    assert await asyncio.gather(*first[1:], later) == [0, 0, 1]
    assert await live.load_once("table", look) == 2


async def test_one_stream_tells_a_browser_of_all_its_tables(site):
    """Each under its address there, with whose turn it is; what is not the guest's is left out."""
    players = await site.begun("me", "me", "me")
    table = await site.tables.load(players[0].table)
    async with site.browser() as browser:
        form = {"game": "toy", "who0": "me", "who1": "here", "who2": "here", "name": "Hina"}
        answer = await browser.post("/tables", data=form)
        own = answer.url.path
        await browser.post(f"{own}/ready", data={"nonce": "00"})
        guest = (await site.tables.load(own.rpartition("/")[2])).row.host
        table_access = {
            own: await access.load_seat_access(site.tables, own.rpartition("/")[2], guest, None),
            f"/watch/{table.row.watch}": access.spectator_access(table, guest),
        }
        stream = event_streams.stream_of_all(
            site.tables, site.tables.live, table_access, ""
        ).body_iterator
        said = [_said(await anext(stream)) for _ in table_access]
        assert {one["at"]: one["mine"] for one in said} == {
            own: True,
            f"/watch/{table.row.watch}": False,
        }
        await players[table.row.turn].play()
        assert _said(await anext(stream))["at"] == f"/watch/{table.row.watch}"
        await stream.aclose()
        strange = {"at": [f"/table/{table.id}", "/table/x?seat=9", "nonsense", "/watch/nobody"]}
        assert (await browser.post("/stream", data=strange)).status_code == 404
        many = {"at": [f"/table/{n}" for n in range(99)]}
        assert (await browser.post("/stream", data=many)).status_code == 422
