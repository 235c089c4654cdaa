"""The review of a finished game, beside its replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from proa.engine.messages import text
from proa.review.results import CAUSES, Decision, Estimate, Review, Seat, Value
from proa.review.reviewing import SIMULATIONS
from proa.review.sentences import levels_sentence, per_decision, sentence
from proa.server.bots.reviews import Reviews
from proa.server.http.dependencies import (
    REVIEW,
    USUAL,
    AllReplays,
    AllReviews,
    AtTable,
    Locale,
)
from proa.server.pages.responses import page
from proa.server.tables.at_table import at_table
from proa.server.tables.replays import Replay

NO_REVIEW = {"review": None, "can_be_reviewed": False, "open_cards": False}
"""The values of a replay that is shown without one."""
ROUGH = 0.9
"""The part of the usual simulations below which a review says that it is rougher."""

router = APIRouter(include_in_schema=False, dependencies=[USUAL])


@router.get("/table/{table_id}/review")
@router.get("/watch/{watch}/review")
async def review_of_table(
    request: Request,
    access: AtTable,
    all_replays: AllReplays,
    reviews: AllReviews,
    locale: Locale,
    eye: str = "open",
    open_cards: bool = False,
) -> HTMLResponse:
    """Render the review of a finished game, or how far it is."""
    replay = all_replays.of_table(access.table)
    may_ask = bool(access.mine)
    values = await values_of(reviews, access.table.id, replay, locale, open_cards, may_ask)
    seen = at_table(access)
    values |= {"table": seen["table"], "query": access.query, "seats": seen["seats"], "eye": eye}
    return page(request, "_review.html", access.table.names, **values)


@router.post("/table/{table_id}/review", dependencies=[REVIEW])
async def ask_for_table(
    access: AtTable, all_replays: AllReplays, reviews: AllReviews, open_cards: bool = False
) -> Response:
    """Have a finished game reviewed; for those who played it."""
    access.check_plays()
    all_replays.of_table(access.table).check_review(open_cards)
    await reviews.ask(access.table.id, open_cards, is_upload=False)
    query = _with_cards(access.query, open_cards)
    return RedirectResponse(f"{access.path}/replay{query}#review", 303)


@router.get("/records/{upload_id}/review")
async def review_of_upload(
    request: Request,
    upload_id: str,
    all_replays: AllReplays,
    reviews: AllReviews,
    locale: Locale,
    eye: str = "open",
    open_cards: bool = False,
) -> HTMLResponse:
    """Render the review of an uploaded record, or how far it is."""
    replay = await all_replays.of_upload(upload_id)
    values = await values_of(reviews, upload_id, replay, locale, open_cards)
    table = {"url": f"/records/{upload_id}"}
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(replay.names)]
    values |= {"table": table, "query": "", "seats": seats, "eye": eye}
    return page(request, "_review.html", replay.names, **values)


@router.post("/records/{upload_id}/review", dependencies=[REVIEW])
async def ask_for_upload(
    upload_id: str, all_replays: AllReplays, reviews: AllReviews, open_cards: bool = False
) -> Response:
    """Have an uploaded record of a finished game reviewed."""
    replay = await all_replays.of_upload(upload_id)
    replay.check_review(open_cards)
    await reviews.ask(upload_id, open_cards, is_upload=True)
    return RedirectResponse(f"/records/{upload_id}{_with_cards('', open_cards)}#review", 303)


def _with_cards(query: str, open_cards: bool) -> str:
    """Return a query string that also asks for the look with open cards."""
    return f"{query}{'&' if query else '?'}open_cards=1" if open_cards else query


async def values_of(
    reviews: Reviews,
    of: str,
    replay: Replay,
    locale: str,
    open_cards: bool,
    may_ask: bool = True,
) -> dict[str, Any]:
    """Return the values of the template: the state of the review, what it found, and whether the
    guest ``may_ask`` for one."""
    found = await reviews.of(of, open_cards)
    return {
        "open_cards": open_cards,
        "hides_cards": replay.hides_cards,
        "review_state": None if found else await reviews.state(of, open_cards),
        "review": review_context(found, replay, locale) if found else None,
        "can_be_reviewed": True,
        "is_over": replay.position(replay.last).is_over,
        "may_ask": may_ask,
    }


async def costly_at(
    reviews: Reviews, of: str, replay: Replay, at: int, locale: str, open_cards: bool
) -> dict[str, Any] | None:
    """Return the decision of a step for templates, if it is one of the costliest."""
    found = await reviews.of(of, open_cards)
    costliest = found.costliest if found else ()
    decision = next((one for one in costliest if one.step == at), None)
    return _decision(decision, replay, locale) if decision else None


def review_context(review: Review, replay: Replay, locale: str) -> dict[str, Any]:
    """Return what a review found, for templates."""
    return {
        "chances": _history(review, replay.last, "wins", 100),
        "leads": _history(review, replay.last, "points", 1),
        "moments": [{"at": decision.step} for decision in review.costliest],
        "decisions": [_decision(one, replay, locale) for one in review.costliest],
        "seats": [_seat(seat) for seat in review.seats],
        "levels": text(levels_sentence(review.game, review.players) or "", locale),
        "simulations": review.simulations,
        "usual_simulations": SIMULATIONS,
        "is_rough": review.simulations < ROUGH * SIMULATIONS or review.unjudged > 0,
        "unjudged": review.unjudged,
    }


def _history(review: Review, last: int, unit: str, scale: int) -> list[list[int]]:
    """Return the value for every seat after each step, rounded."""
    history: list[Sequence[Value]] = [[seat.result for seat in review.seats]] * (last + 1)
    for event in reversed(review.events):
        history[event.step - 1] = event.before
    return [[round(scale * getattr(value, unit).mean) for value in row] for row in history]


def _decision(decision: Decision, replay: Replay, locale: str) -> dict[str, Any]:
    said = sentence(replay.before(decision.step), decision)
    return {
        "step": decision.step,
        "seat": decision.seat,
        "best": decision.best,
        "said": text(said, locale, replay.names),
        "points": _interval(decision.cost.points),
        "chance": f"{100 * decision.cost.wins.mean:.0f}",
        "is_mistake": decision.is_mistake,
    }


def _seat(seat: Seat) -> dict[str, Any]:
    parts = [seat.start, *(getattr(seat, cause) for cause in CAUSES), seat.result]
    return {
        "parts": [_signed(part.points) for part in parts],
        "error": per_decision(seat.error),
    }


def _signed(estimate: Estimate) -> tuple[str, str]:
    """Return a number, and half the width of its interval."""
    half = (estimate.high - estimate.low) / 2
    return f"{estimate.mean:+z.1f}".replace("-", "−"), f"±{half:.1f}" if half else ""


def _interval(estimate: Estimate) -> tuple[str, str]:
    return f"{max(0.0, estimate.low):.1f}", f"{estimate.high:.1f}"
