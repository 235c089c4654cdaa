"""Creates the routers of the API's parts."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute

from proa.server.api.models import Problem
from proa.server.http.dependencies import USUAL

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": why}
    for status, why in {
        400: "Unreadable request",
        401: "No token",
        403: "Not allowed for you, or sent by a page of another site",
        404: "No such table, frame or record, or not yours",
        405: "Wrong method",
        409: "Too late, or not now",
        413: "Too large",
        421: "Unknown host name",
        422: "Invalid; the message says where",
        429: "Too many requests; Retry-After says when to try again",
        500: "Error of the server",
        503: "Not now: the database is unavailable, or rules are being compiled",
    }.items()
}
"""Every refusal is a :class:`Problem`: JSON with a message in the requested language."""


def make_router(tag: str) -> APIRouter:
    """Return the router of one part; ``tag`` names it in the API's description."""
    return APIRouter(
        prefix="/api",
        tags=[tag],
        responses=REFUSALS,
        dependencies=[USUAL],
        generate_unique_id_function=_operation_id,
    )


def _operation_id(route: APIRoute) -> str:
    """Return an operation's id: the name of its function."""
    return route.name
