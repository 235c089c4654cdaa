"""The example client plays a whole game against a real server with searching bots."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from proa.server.config.settings import Settings
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
