"""A server on a port, in this process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace

import uvicorn

from proa.server.config.settings import Settings
from server.ports import free_port
from server.site import AtRandom, create_app
from waiting import until


@contextlib.asynccontextmanager
async def serving(settings: Settings, decider=AtRandom, port: int = 0) -> AsyncIterator[str]:
    """Run a server on a port, for what can't be tested in memory; without a decider bots search."""
    port = port or free_port()
    app = create_app(replace(settings, rates=False), decider and decider())
    server = uvicorn.Server(
        uvicorn.Config(app, port=port, log_level="error", timeout_graceful_shutdown=1)
    )
    server.install_signal_handlers = lambda: None
    task = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    await task
