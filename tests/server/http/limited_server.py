"""A server on a port, with limits on connections."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import uvicorn

from proa.server.config.settings import Settings
from proa.server.host.serve import config
from server.ports import free_port
from server.site import AtRandom, create_app
from waiting import until


@contextlib.asynccontextmanager
async def serving(folder: Path, app=None, **limits) -> AsyncIterator[int]:
    """Run a server like `proa play` does; yield its port."""
    port = free_port()
    settings = Settings(folder, port=port, **limits)
    served = app or create_app(settings, AtRandom())
    server = uvicorn.Server(
        config(served, settings, port=port, log_level="critical", timeout_graceful_shutdown=1)
    )
    server.install_signal_handlers = lambda: None
    task = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    yield port
    server.should_exit = True
    await task
