"""The application: its parts put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Protocol

from fastapi import FastAPI

from proa import __version__
from proa.server import gc_tuning
from proa.server.api import routes as api
from proa.server.api.openapi import DescribedApp
from proa.server.bots.hints import Adviser
from proa.server.bots.reviews import Reviewer, Reviews
from proa.server.bots.turns import BotTurns, Decider
from proa.server.bots.worker_pool import SearchPool
from proa.server.config import privacy
from proa.server.config.settings import Settings
from proa.server.host.locks import Hold
from proa.server.http import health
from proa.server.http.access_log import AccessLogMiddleware
from proa.server.http.body_limit import BodyLimitMiddleware
from proa.server.http.compression import OPTIONS, CompressMiddleware
from proa.server.http.rate_limits import RateLimits
from proa.server.http.security import SecurityMiddleware
from proa.server.live.cross_process import listen_to_others
from proa.server.live.subscriptions import Subscriptions
from proa.server.notices.sender import Sender
from proa.server.pages import routes as pages
from proa.server.pages.error_responses import handle_errors, refused
from proa.server.store.store import Store
from proa.server.tables.cleanup import clean_up_regularly
from proa.server.tables.replays import Replays
from proa.server.tables.tables import Tables
from proa.server.telemetry import logs
from proa.server.telemetry.exporters import NATIVE, export_metrics


class Searches(Decider, Adviser, Reviewer, Protocol):
    """All that searches are used for."""

    async def close(self) -> None:
        """Cancel the running searches."""


def create_app(settings: Settings, decider: Searches | None = None) -> FastAPI:
    """Return the application of one server process; ``decider`` makes the bots' decisions."""
    live = Subscriptions(settings)
    store = Store(settings.database)
    tables = Tables(settings, store, live)
    replays = Replays(tables)
    level, log_json = settings.level, settings.log_json
    searches: Searches = decider or SearchPool(settings.search_workers, level, log_json=log_json)
    reviews = Reviews(tables, replays, searches)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        privacy.new_folder(settings.data_dir)
        hold = Hold(settings.data_dir, alone=False)
        store.leaves_bots = not settings.plays_bots
        store.notices_after = settings.notices_after
        logs.log_loop_errors(asyncio.get_running_loop())
        gc_tuning.collect_rarely()
        await store.open()
        bot_turns = BotTurns(tables, searches)
        bots = settings.plays_bots
        working = bot_turns.at_work() if bots else contextlib.nullcontext()
        reviewing = reviews.at_work() if bots else contextlib.nullcontext()
        sending = Sender(store, settings).at_work() if bots else contextlib.nullcontext()
        alone = settings.is_alone or not settings.serves_pages
        async with (
            tables.games.at_work(),
            listen_to_others(store.url, store.name, live, bot_turns.wake, alone=alone),
            tables.time.at_work(),
            clean_up_regularly(tables),
            working,
            reviewing,
            sending,
            export_metrics(settings, store.statuses),
        ):
            yield
            live.close()
        await searches.close()
        await store.close()
        hold.close()

    app = DescribedApp(
        title="proa",
        version=__version__,
        description=api.__doc__ or "",
        lifespan=lifespan,
        openapi_url=None,  # the API has its own; this one would have no rate limit
        redirect_slashes=False,  # for the same reason
        docs_url=None,
        redoc_url=None,
        telemetry=NATIVE,
    )
    app.state.tables = tables
    app.state.live = live
    app.state.rates = RateLimits(settings)
    app.state.replays = replays
    app.state.reviews = reviews
    app.state.adviser = searches
    app.router.routes.extend(health.router.routes)
    if settings.serves_pages:
        app.add_middleware(BodyLimitMiddleware, settings=settings)
        handle_errors(app)
        app.add_middleware(CompressMiddleware, **OPTIONS)
        app.add_middleware(SecurityMiddleware, settings=settings, refused=refused)
        for part in (pages, api):
            app.router.routes.extend(part.ROUTES)
    app.add_middleware(AccessLogMiddleware)
    return app
