"""Reviews of finished games, computed one at a time by a process that plays bots."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from proa import records
from proa.engine.core.game import Game
from proa.engine.messages import say
from proa.records import Record
from proa.review.results import VERSIONS, Review, from_json
from proa.server.errors import Refusal, SearchFailed
from proa.server.periodic import log_failures, run_alongside
from proa.server.store.rows import FAILED, ReviewRow
from proa.server.tables.replays import Replays
from proa.server.tables.table import check_over
from proa.server.tables.table_records import record_of
from proa.server.tables.tables import Tables

CLAIM = 20.0
"""Seconds after which another process takes over from one that has died."""
GLANCE = 1.0
"""Seconds between two notes of how far a review is, and between two looks at the queue."""
LONGEST = 1800.0
"""Seconds that a review may take while bots, who go first, leave it little time."""
LATER = 60
"""Seconds after which a client may try again when too many reviews wait."""
CACHED = 32
_log = logging.getLogger("proa.bots")


class Reviewer(Protocol):
    """Computes reviews: :class:`proa.server.bots.worker_pool.SearchPool`."""

    async def review(
        self,
        game: Game,
        edition: str | None,
        record: Mapping[str, Any],
        seconds: float,
        heard: Callable[[int, int], None],
        open_cards: bool = False,
    ) -> dict[str, Any]:
        """Return the review of a record in so many seconds of a core; raise
        :class:`SearchFailed` if that fails."""


class Reviews:
    """The reviews of this server's games: asked for here, computed by any process that plays
    bots."""

    def __init__(self, tables: Tables, replays: Replays, reviewer: Reviewer) -> None:
        self._tables = tables
        self._replays = replays
        self._reviewer = reviewer
        self._owner = secrets.token_hex(16)
        self._woken = asyncio.Event()
        self._cached: OrderedDict[tuple[str, bool], Review] = OrderedDict()
        self._waits: set[str] = set()
        """Games whose wait for their bots is logged."""

    # -- for visitors ----------------------------------------------------------------------

    async def ask(self, of: str, open_cards: bool, *, is_upload: bool) -> None:
        """Have a game that is over reviewed, unless that is done or on its way."""
        store, limit = self._tables.store, self._tables.settings.reviews_waiting
        version = VERSIONS[open_cards]
        found = await store.review(of, version)
        if found is None or found.status == FAILED:
            if await store.waiting_reviews() >= limit:
                why = say("Too many games wait for their review. Please come back later.")
                raise Refusal(503, why, again=LATER, limit="reviews_waiting")
            await store.ask_review(of, version, is_upload=is_upload, keep=VERSIONS.values())
            self._woken.set()

    async def state(self, of: str, open_cards: bool) -> ReviewRow | None:
        """Return how far the review of a game is; None if nobody has asked for it."""
        return await self._tables.store.review(of, VERSIONS[open_cards])

    async def of(self, of: str, open_cards: bool) -> Review | None:
        """Return the review of a game, if it is done."""
        key = of, open_cards
        if key not in self._cached:
            text = await self._tables.store.review_document(of, VERSIONS[open_cards])
            if text is None:
                return None
            self._cached[key] = from_json(json.loads(text))
            if len(self._cached) > CACHED:
                self._cached.popitem(last=False)
        self._cached.move_to_end(key)
        return self._cached[key]

    # -- computing -------------------------------------------------------------------------

    def at_work(self) -> contextlib.AbstractAsyncContextManager[None]:
        """Compute reviews until the context is left."""
        return run_alongside(self._work())

    async def _work(self) -> None:
        store = self._tables.store
        while True:
            claimed = None
            with log_failures(_log, "a look at the reviews"):
                if await store.waiting_reviews():
                    claimed = await store.claim_review(VERSIONS.values(), self._owner, CLAIM)
            if claimed is not None:
                with log_failures(_log, "a review"):
                    await self._compute(claimed)
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GLANCE):
                    await self._woken.wait()
            self._woken.clear()

    async def _compute(self, claimed: ReviewRow) -> None:
        store, of = self._tables.store, claimed.of
        try:
            record = await self._record(claimed)
            if not self._tables.games.has_bots(record.game.name):
                raise Refusal(503, say("The bots are being prepared."))
        except Refusal as why:
            if why.status != 503:
                await store.finish_review(of, self._owner, None)
                raise
            await self._put_off(of, why)
            return
        self._waits.discard(of)
        document = None
        try:
            async with asyncio.timeout(LONGEST):
                document = await self._computed(claimed, record)
        except (SearchFailed, OSError, TimeoutError) as error:
            _log.warning("a review failed: %s", error)
        await store.finish_review(of, self._owner, json.dumps(document) if document else None)

    async def _put_off(self, of: str, why: Refusal) -> None:
        """Put a review back behind the others, and wait a moment."""
        if of not in self._waits:
            _log.info("a review waits: %s", why)
            self._waits.add(of)
        await self._tables.store.requeue_review(of, self._owner)
        await asyncio.sleep(GLANCE)

    async def _computed(self, claimed: ReviewRow, record: Record) -> dict[str, Any]:
        progress, of = [0, 0], claimed.of

        def heard(done: int, total: int) -> None:
            progress[:] = done, total

        seconds = self._tables.settings.review_seconds
        edition = self._tables.games.path(record.game.edition)
        document = records.to_json(record)
        open_cards = claimed.version == VERSIONS[True]
        job = self._reviewer.review(record.game, edition, document, seconds, heard, open_cards)
        computing = asyncio.ensure_future(job)
        try:
            while not (await asyncio.wait([computing], timeout=GLANCE))[0]:
                if not await self._tables.store.keep_review(of, self._owner, CLAIM, *progress):
                    raise SearchFailed("the game is gone, or another process computes it")
            return computing.result()
        finally:
            computing.cancel()

    async def _record(self, claimed: ReviewRow) -> Record:
        if claimed.is_upload:
            return await self._replays.read(await self._tables.store.upload(claimed.of) or "")
        table = await self._tables.load(claimed.of)
        check_over(table)
        return record_of(table)
