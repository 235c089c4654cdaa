"""The application: its parts put together, and the server that runs it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI

from proa.server import pages
from proa.server.guard import Guard
from proa.server.live import Live
from proa.server.robots import Robots
from proa.server.settings import Settings
from proa.server.store import Store
from proa.server.tables import Tables


def create_app(settings: Settings) -> FastAPI:
    """The application for one server process."""
    live = Live()
    store = Store(settings.database)
    tables = Tables(settings, store, live)
    robots = Robots(tables)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        await store.open()
        async with robots.at_work():
            yield
        live.close()
        await store.close()

    app = FastAPI(title="proa", lifespan=lifespan, openapi_url=None, docs_url=None)
    app.state.tables = tables
    app.state.live = live
    app.add_middleware(Guard, settings=settings)
    app.include_router(pages.router)
    pages.handle_errors(app)
    return app
