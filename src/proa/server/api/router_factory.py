"""What all parts of the API have in common."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute

from proa.server.api.models import Problem
from proa.server.http.dependencies import USUAL

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": why}
    for status, why in {
        400: "Not to be read as a request",
        401: "No token",
        403: "Not yours to do, or sent by a page of another site",
        404: "No such table, frame or record, or not yours",
        405: "Not with this method",
        409: "Too late, or not now",
        413: "Too large",
        421: "This server does not answer to that name",
        422: "Not as it should be; the sentence says where",
        429: "Too much; Retry-After says when to come back",
        500: "The server's own fault",
        503: "Not now: the database is away, or rules are being compiled",
    }.items()
}
"""Every refusal is a :class:`Problem`: JSON with a sentence in the language asked for."""


def make_router(tag: str) -> APIRouter:
    """The routes of one part, by its name in the API's description."""
    return APIRouter(
        prefix="/api",
        tags=[tag],
        responses=REFUSALS,
        dependencies=[USUAL],
        generate_unique_id_function=_short,
    )


def _short(route: APIRoute) -> str:
    """What an operation is called: as the function that answers it."""
    return route.name
