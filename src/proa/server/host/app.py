"""The application: its parts put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI

from proa import __version__
from proa.server import garbage
from proa.server.api import routes as api
from proa.server.api.described import Described
from proa.server.config import privacy
from proa.server.config.settings import Settings
from proa.server.doors import health
from proa.server.doors.bodies import Bodies
from proa.server.doors.compression import Compression
from proa.server.doors.guard import Guard
from proa.server.doors.observing import Observing
from proa.server.doors.rates import Rates
from proa.server.host.locks import Hold
from proa.server.insight import logs
from proa.server.insight.telemetry import NATIVE, telling
from proa.server.live.bells import Live
from proa.server.live.clock import keeping_time
from proa.server.live.neighbours import hearing
from proa.server.pages import home
from proa.server.pages import routes as pages
from proa.server.pages.sorry import refused
from proa.server.robots.robots import Decider, Robots
from proa.server.robots.searches import Searches
from proa.server.store.store import Store
from proa.server.tables.caretaker import on_duty
from proa.server.tables.replays import Replays
from proa.server.tables.tables import Tables


def create_app(settings: Settings, decider: Decider | None = None) -> FastAPI:
    """The application for one server process; ``decider`` makes the bots' decisions."""
    live = Live(settings)
    store = Store(settings.database)
    tables = Tables(settings, store, live)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        privacy.new_folder(settings.data_dir)
        held = Hold(settings.data_dir, alone=False)
        store.leaves_bots = not settings.plays_bots
        logs.heed(asyncio.get_running_loop())
        garbage.look_seldom()
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
            telling(settings, store.statuses),
        ):
            yield
            live.close()
        await store.close()
        held.close()

    app = Described(
        title="proa",
        version=__version__,
        description=api.__doc__ or "",
        lifespan=lifespan,
        openapi_url=None,  # the API's own: this one nobody would count
        redirect_slashes=False,  # nor that
        docs_url=None,
        redoc_url=None,
        telemetry=NATIVE,
    )
    app.state.tables = tables
    app.state.live = live
    app.state.rates = Rates(settings)
    app.state.replays = Replays(tables)
    app.router.routes.extend(health.router.routes)
    if settings.serves_pages:
        app.add_middleware(Bodies, settings=settings)
        home.handle_errors(app)
        app.add_middleware(Compression, settings=settings)
        app.add_middleware(Guard, settings=settings, refused=refused)
        for part in (pages, api):
            app.router.routes.extend(part.ROUTES)
    app.add_middleware(Observing)
    return app
