"""Records, replays, and new tables from any step."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response

from proa.engine.core.view_types import ALL
from proa.engine.messages import localize
from proa.server import tokens
from proa.server.api import views
from proa.server.api.bodies import GoOn
from proa.server.api.dependencies import AtTable
from proa.server.api.models import NewTable, ReviewState, Step, UploadedRecord
from proa.server.api.router_factory import make_router
from proa.server.bots.reviews import Reviews
from proa.server.http.dependencies import (
    OPENING,
    REPLAY,
    REVIEW,
    UPLOAD,
    Address,
    AllReplays,
    AllReviews,
    AllTables,
    Locale,
)
from proa.server.tables import replays, table_records
from proa.server.tables.replays import Replay
from proa.server.tables.table import check_over
from proa.server.tables.tables import Tables

router = make_router("records")
OpenCards = Annotated[bool, Query(description="the look in which every seat saw all cards")]


@router.get(
    "/tables/{table_id}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
    dependencies=[REPLAY],
)
async def record(access: AtTable, tables: AllTables) -> Response:
    """Return the record of a finished game; of a frozen one the stored log."""
    text = await table_records.record_text(tables, access.table)
    return Response(text, media_type="application/json")


@router.get("/tables/{table_id}/replay/{at}")
async def replay_of_table(
    access: AtTable, at: int, all_replays: AllReplays, locale: Locale, eye: str = "open"
) -> Step:
    """Return a step of a finished game, seen as a seat or with everything open."""
    return _step(all_replays.of_table(access.table), at, eye, locale)


@router.get("/tables/{table_id}/review")
async def review_of_table(
    access: AtTable, reviews: AllReviews, open_cards: OpenCards = False
) -> ReviewState:
    """Return the review of a finished game, or how far it is."""
    check_over(access.table)
    return await _state(reviews, access.table.id, open_cards)


@router.post("/tables/{table_id}/review", status_code=202, dependencies=[REVIEW])
async def review_table(
    access: AtTable,
    all_replays: AllReplays,
    reviews: AllReviews,
    open_cards: OpenCards = False,
) -> ReviewState:
    """Have a finished game reviewed, unless that is done or on its way; for those who played it."""
    access.check_plays()
    all_replays.of_table(access.table).check_review(open_cards)
    await reviews.ask(access.table.id, open_cards, is_upload=False)
    return await _state(reviews, access.table.id, open_cards)


@router.post("/tables/{table_id}/continue", status_code=201, dependencies=[OPENING])
async def go_on_from_table(
    access: AtTable, body: GoOn, tables: AllTables, all_replays: AllReplays, address: Address
) -> NewTable:
    """Open a table against bots from a step of a finished game."""
    return await _continue(tables, all_replays.of_table(access.table), body, address)


@router.post(
    "/records",
    status_code=201,
    openapi_extra={
        "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}}
    },
    dependencies=[UPLOAD],
)
async def upload(request: Request, all_replays: AllReplays, address: Address) -> UploadedRecord:
    """Upload a record; it is replayed and checked completely."""
    return UploadedRecord(record=await all_replays.upload(await request.body(), "", address))


@router.get("/records/{record_id}/replay/{at}")
async def replay_of_upload(
    record_id: str, at: int, all_replays: AllReplays, locale: Locale, eye: str = "open"
) -> Step:
    """Return a step of an uploaded record."""
    return _step(await all_replays.of_upload(record_id), at, eye, locale)


@router.get("/records/{record_id}/review")
async def review_of_upload(
    record_id: str, all_replays: AllReplays, reviews: AllReviews, open_cards: OpenCards = False
) -> ReviewState:
    """Return the review of an uploaded record, or how far it is."""
    (await all_replays.of_upload(record_id)).check_over()
    return await _state(reviews, record_id, open_cards)


@router.post("/records/{record_id}/review", status_code=202, dependencies=[REVIEW])
async def review_upload(
    record_id: str, all_replays: AllReplays, reviews: AllReviews, open_cards: OpenCards = False
) -> ReviewState:
    """Have an uploaded record of a finished game reviewed, unless that is done or on its way."""
    (await all_replays.of_upload(record_id)).check_review(open_cards)
    await reviews.ask(record_id, open_cards, is_upload=True)
    return await _state(reviews, record_id, open_cards)


async def _state(reviews: Reviews, of: str, open_cards: bool) -> ReviewState:
    if (found := await reviews.of(of, open_cards)) is not None:
        return ReviewState(status="done", review=found)
    state = await reviews.state(of, open_cards)
    if state is None:
        return ReviewState(status="none")
    return ReviewState(status=state.status, place=state.place, done=state.done, total=state.total)


@router.post("/records/{record_id}/continue", status_code=201, dependencies=[OPENING])
async def go_on_from_upload(
    record_id: str, body: GoOn, tables: AllTables, all_replays: AllReplays, address: Address
) -> NewTable:
    """Open a table against bots from a step of an uploaded record."""
    return await _continue(tables, await all_replays.of_upload(record_id), body, address)


def _step(replay: Replay, at: int, eye: str, locale: str) -> Step:
    seen = replays.eye_of(replay, eye)
    return Step(
        at=at,
        last_step=replay.last,
        eye="open" if seen == ALL else seen,
        view=localize(replay.view(at, seen), locale, replay.names),
        told=localize(
            {"seat": replay.moments[at].seat, "sentences": replay.sentences(at, seen)},
            locale,
            replay.names,
        ),
    )


async def _continue(tables: Tables, replay: Replay, body: GoOn, address: str) -> NewTable:
    token = tokens.fresh_token()
    guest_id = tokens.guest_id_of_token(token)
    table = await replays.go_on(tables, replay, body.at, body.seats, body.level, guest_id, address)
    return views.opened(table, token, {guest_id: token})
