"""The JSON API: everything the pages can do, for programs. Its description is at ``/docs``.

A seat is played with its own token: ``Authorization: Bearer <token>``. Cookies count for nothing.
The token of the watch link lets one look on in the same way; many may have it, so whoever stays
asks for a spectator's token of their own (``POST .../watch``).
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.routing import APIRoute

from proa.server.api import people, playing, records, tables
from proa.server.api.models import Problem
from proa.server.doors.asking import USUAL

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


def _short(route: APIRoute) -> str:
    """What an operation is called: as the function that answers it."""
    return route.name


router = APIRouter(responses=REFUSALS, dependencies=[USUAL], generate_unique_id_function=_short)
for part in (playing, tables, people, records):  # asked in turn, the most wanted first
    router.include_router(part.router, generate_unique_id_function=_short)


@router.get("/api/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> dict[str, Any]:
    """The description of all this."""
    described: dict[str, Any] = request.app.openapi()
    return described
