"""Spectators by API: each has an identity, however many use the token of one link."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest

from proa.server.config.settings import Settings
from proa.server.http.security import signed
from server.site import Player, Site, running
from waiting import until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def narrow(tmp_path, database) -> AsyncIterator[Site]:
    """Run an application in which each guest may have only one stream."""
    async with running(replace(Settings(tmp_path / "data", database), streams_a_guest=1)) as site:
        yield site


async def _link(site: Site) -> Player:
    """Return a client with the spectators' link of a running table."""
    players = await site.begun("me", "me", "me", watchers_chat=True)
    table = await site.tables.load(players[0].table)
    return Player(site, table.id, -1, table.row.watch)


async def _own(link: Player) -> Player:
    """Return a spectator with a token of their own."""
    answer = await link.post("watch")
    assert answer.status_code == 201
    return replace_token(link, answer.json()["token"])


def replace_token(player: Player, token: str) -> Player:
    return Player(player.site, player.table, player.seat, token)


async def _looks(spectator: Player, address: str = "127.0.0.1") -> httpx.Response:
    """Wait for the next frame."""
    async with spectator.site.client(spectator.token, address=address) as client:
        path = f"/api/tables/{spectator.table}/view"
        return await client.get(path, params={"after": 0, "wait": 50})


async def _listens(spectator: Player, address: str = "127.0.0.1") -> asyncio.Task[httpx.Response]:
    """Start a spectator's wait for the next frame."""
    streams = spectator.site.tables.live._streams
    before = sum(streams.values())
    seen = asyncio.create_task(_looks(spectator, address))
    await until(lambda: seen.done() or sum(streams.values()) != before)
    return seen


async def test_spectators_do_not_share_what_each_may_have(narrow):
    link = await _link(narrow)
    spectators = [await _own(link) for _ in range(4)]
    listening = [await _listens(spectator) for spectator in [link, *spectators]]
    try:
        assert not any(seen.done() for seen in listening)
        for again in (link, spectators[0]):  # but nobody has more than their own
            assert (await _looks(again)).status_code == 429
    finally:
        for seen in listening:
            seen.cancel()


async def test_the_link_itself_counts_at_each_address_apart(narrow):
    link = await _link(narrow)
    listening = [await _listens(link, f"203.0.113.{n}") for n in range(3)]
    try:
        assert not any(seen.done() for seen in listening)
        assert (await _looks(link, "203.0.113.1")).status_code == 429
    finally:
        for seen in listening:
            seen.cancel()


async def test_a_spectators_token_is_good_for_looking_on_at_one_table(any_site):
    link = await _link(any_site)
    spectator = await _own(link)
    assert (await spectator.view())["viewer"] == -1
    assert (await spectator.view()) == (await link.view())
    assert (await spectator.post("chat", text="Ia ora na", name="Poe")).status_code == 201
    for what, body in (("actions", {"frame": 0, "codes": ["x"]}), ("undo", {"frame": 0})):
        assert (await spectator.post(what, **body)).status_code == 403
    other = await _link(any_site)
    assert (await Player(any_site, other.table, -1, spectator.token).get("view")).status_code == 404


async def test_a_spectators_token_is_made_by_the_server_alone(any_site):
    link = await _link(any_site)
    own = (await _own(link)).token.partition(".")[2]
    forged = [
        f"{link.token}.x",
        f"{link.token}.{'0' * 32}.{'0' * 64}",
        f"{link.token}.{own[:-1]}{'0' if own[-1] != '0' else '1'}",
        f"{link.token}.{signed('0' * 32, b'another key')}",
        f"{'0' * 32}.{own}",
        f".{own}",
        own,
    ]
    for token in forged:
        assert (await replace_token(link, token).get("view")).status_code == 404, token
