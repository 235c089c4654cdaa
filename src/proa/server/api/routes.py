"""The JSON API: everything the pages can do, for programs. Its description is at ``/docs``.

Each seat has its own token: ``Authorization: Bearer <token>``. Cookies are ignored. The token of
the watch link lets you watch in the same way; many programs may share it, so request a spectator's
token of your own (``POST .../watch``) if you stay.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from proa.server.api import notices, people, playing, records, tables
from proa.server.http.dependencies import USUAL

router = APIRouter(include_in_schema=False, dependencies=[USUAL])


@router.get("/api/openapi.json")
async def openapi(request: Request) -> dict[str, Any]:
    """Return this description."""
    description: dict[str, Any] = request.app.openapi()
    return description


PARTS = (playing, tables, people, records, notices)
ROUTES = [*(route for part in PARTS for route in part.router.routes), *router.routes]
"""Matched in order, so the most frequent come first."""
