"""The JSON API: everything the pages can do, for programs. Its description is at ``/docs``.

A seat is played with its own token: ``Authorization: Bearer <token>``. Cookies count for nothing.
The token of the watch link lets one look on in the same way; many may have it, so whoever stays
asks for a spectator's token of their own (``POST .../watch``).
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from proa.server.api import people, playing, records, tables
from proa.server.http.dependencies import USUAL

router = APIRouter(include_in_schema=False, dependencies=[USUAL])


@router.get("/api/openapi.json")
async def openapi(request: Request) -> dict[str, Any]:
    """The description of all this."""
    described: dict[str, Any] = request.app.openapi()
    return described


PARTS = (playing, tables, people, records)
ROUTES = [*(route for part in PARTS for route in part.router.routes), *router.routes]
"""They are asked in turn, the most wanted first."""
