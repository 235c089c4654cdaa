"""The application: its parts put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI

from proa import __version__
from proa.server import api, health, logs, pages, privacy, record_pages, table_pages
from proa.server.bodies import Bodies
from proa.server.caretaker import on_duty
from proa.server.clock import keeping_time
from proa.server.compression import Compression
from proa.server.guard import Guard
from proa.server.live import Live
from proa.server.neighbours import hearing
from proa.server.observing import Observing
from proa.server.rates import Rates
from proa.server.replays import Replays
from proa.server.robots import Decider, Robots
from proa.server.searches import Searches
from proa.server.settings import Settings
from proa.server.store import Store
from proa.server.tables import Tables
from proa.server.telemetry import NATIVE, telling


def create_app(settings: Settings, decider: Decider | None = None) -> FastAPI:
    """The application for one server process; ``decider`` makes the bots' decisions."""
    live = Live(settings)
    store = Store(settings.database)
    tables = Tables(settings, store, live)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        privacy.new_folder(settings.data_dir)
        store.leaves_bots = not settings.plays_bots
        logs.heed(asyncio.get_running_loop())
        await store.open()
        level, log_json = settings.level, settings.log_json
        searches = Searches(settings.search_workers, level, log_json=log_json)
        robots = Robots(tables, decider or searches)
        working = robots.at_work() if settings.plays_bots else contextlib.nullcontext()
        alone = settings.is_alone or not settings.serves_pages
        async with (
            tables.games.at_work(),
            hearing(store.url, store.name, live, robots.called, alone=alone),
            keeping_time(store, live, serves_pages=settings.serves_pages),
            on_duty(tables),
            working,
            telling(settings, store),
        ):
            yield
            live.close()
        await store.close()

    app = FastAPI(
        title="proa",
        version=__version__,
        description=api.__doc__ or "",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        telemetry=NATIVE,
    )
    app.state.tables = tables
    app.state.live = live
    app.state.rates = Rates(settings)
    app.state.replays = Replays(tables)
    app.include_router(health.router)
    if settings.serves_pages:
        app.add_middleware(Bodies, settings=settings)
        pages.handle_errors(app)
        app.add_middleware(Compression, settings=settings)
        app.add_middleware(Guard, settings=settings)
        for part in (table_pages, api, pages, record_pages):  # asked in turn, the most wanted first
            app.include_router(part.router)
    app.add_middleware(Observing)
    return app
