"""The example clients play whole games against a real server."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from proa.server.config.settings import Settings
from proa.server.store.rows import AccountRow
from proa.server.store.store import Store
from proa.server.tokens import hashed
from server.ports import free_port
from server.serving import serving

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.anyio
async def test_the_example_client_plays_a_whole_game(tmp_path):
    async with serving(Settings(tmp_path / "data"), None) as url:
        client = await asyncio.create_subprocess_exec(
            sys.executable,
            str(EXAMPLES / "http_client.py"),
            url,
            "toy",
            stdout=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(120):
            output, _ = await client.communicate()
    assert client.returncode == 0
    assert b"Points: [" in output
    assert b"promise" in output


@pytest.mark.anyio
async def test_the_example_bot_account_plays_on_when_the_server_comes_back(tmp_path):
    settings, port = Settings(tmp_path / "data"), free_port()
    settings.data_dir.mkdir()
    store = Store(settings.database)
    await store.open()
    await store.create_account(AccountRow("owner", "Owner", 1.0), ["o"])
    bot = AccountRow("bot", "BOT Robo", 1.0)
    assert await store.create_account(bot, ["b"], owner="owner", token=hashed("proa-bot-1"))
    command = [str(EXAMPLES / "bot_account.py"), f"http://127.0.0.1:{port}", "toy"]
    client = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        env={**os.environ, "PROA_TOKEN": "proa-bot-1"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    over = set()
    try:
        async with asyncio.timeout(240):
            for _ in range(2):
                async with serving(settings, port=port):
                    for _ in range(2):
                        table, _, scores = (await client.stdout.readline()).partition(b" ")
                        over.add(table.decode())
                        assert scores.startswith(b"["), await client.stderr.read()
            await store.remove_account("bot", "stranger", "Player 1")
            async with serving(settings, port=port):
                assert b"no longer valid" in (await client.communicate())[1]
    finally:
        if client.returncode is None:
            client.kill()
    assert len(over) == 4
    assert over <= {row.id for row, _ in await store.newest_tables(99)}
    await store.close()
    assert client.returncode == 1
