"""Notices by program: the webhook of a bot account."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from proa.server.config.settings import Settings
from proa.server.notices import sender
from proa.server.store.rows import AccountRow
from proa.server.tokens import hashed
from server.notices.receivers import receiving
from server.site import running

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def program(tmp_path: Path):
    """Run a server; yield it with a client that has a bot account's token."""
    settings = Settings(tmp_path / "data", notices_after=0, notice_networks=("127.0.0.1",))
    async with running(settings) as site:
        store = site.tables.store
        await store.create_account(AccountRow("owner", "Owner", 1.0), ["o"])
        bot = AccountRow("bot", "Robo", 1.0)
        assert await store.create_account(bot, ["b"], owner="owner", token=hashed("word"))
        async with site.client("word") as client:
            yield site, client


async def test_a_program_has_itself_told(tmp_path, monkeypatch):
    monkeypatch.setattr(sender, "GLANCE", 0.02)
    async with program(tmp_path) as (_, client), receiving() as receiver:
        order = {"kind": "webhook", "target": receiver.url}
        made = await client.post("/api/notices/channels", json=order)
        assert made.status_code == 201
        channel = made.json()
        assert len(channel["secret"]) == 64
        tried = await client.post(f"/api/notices/channels/{channel['id']}/try")
        assert tried.json() == {"sent": True, "why": ""}
        assert "Proa-Signature" in receiver.received[0][1]
        receiver.status = 500
        headers = {"Accept-Language": "ru"}
        tried = await client.post(f"/api/notices/channels/{channel['id']}/try", headers=headers)
        assert tried.json() == {"sent": False, "why": "Ответ пришёл с кодом 500."}
        found = (await client.get("/api/notices")).json()
        assert found["channels"][0]["why"] == "It answered with status 500."
        times = {"quiet_from": 1320, "quiet_until": 420, "time_zone": "Europe/Riga", "wait": 5}
        assert (await client.put("/api/notices/times", json=times)).status_code == 200
        found = (await client.get("/api/notices")).json()
        assert times.items() <= found.items()
        removed = await client.delete(f"/api/notices/channels/{channel['id']}")
        assert removed.status_code == 200
        assert (await client.get("/api/notices")).json()["channels"] == []


async def test_a_chat_address_is_not_shown_again(tmp_path):
    async with program(tmp_path) as (_, client):
        order = {"kind": "chat", "target": "ntfys://me:word@ntfy.example/topic"}
        made = await client.post("/api/notices/channels", json=order)
        assert made.json()["target"] == "ntfy"
        assert "topic" not in (await client.get("/api/notices")).text


async def test_refusals(tmp_path):
    async with program(tmp_path) as (site, client):
        order = {"kind": "webhook", "target": "https://10.0.0.1/"}
        assert (await client.post("/api/notices/channels", json=order)).status_code == 422
        times = {"silent": ["nonsense"]}
        assert (await client.put("/api/notices/times", json=times)).status_code == 422
        assert (await client.delete("/api/notices/channels/0")).status_code == 404
        opened = await site.open("me", "bot", "bot")
        async with site.client(opened["token"]) as seat, site.client() as nobody:
            assert (await seat.get("/api/notices")).status_code == 403
            assert (await nobody.get("/api/notices")).status_code == 401
