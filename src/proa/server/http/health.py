"""Addresses for machines: health checks, robots.txt, favicon."""

from __future__ import annotations

import asyncio
from importlib import resources
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import State

from proa.games import GAMES
from proa.server.tables.tables import Tables

router = APIRouter(include_in_schema=False)
ADDRESSES = ("/healthz", "/healthz/live", "/robots.txt", "/favicon.ico")
"""Addresses whose clients get no cookie."""
PUBLIC = ("/", "/rules", "/docs", "/static")
"""Addresses that search engines may list; all others are secret, or useless for others."""
PATIENCE = 3.0
"""Seconds within which the database must answer."""
WEEK = 7 * 24 * 3600


@router.get("/healthz")
async def healthz(request: Request) -> JSONResponse:
    """Return 200 if the server can do all its work, or 503 and what is missing.

    The database must answer and accept writes, and the rules of all games must be compiled (their
    finished share is reported).
    """
    tables: Tables = request.app.state.tables
    rules = {name: tables.games.share(name) for name in GAMES}
    answers, why = await _shared_check(request.app.state, tables)
    found: dict[str, Any] = {
        "role": tables.settings.role,
        "database": answers,
        "rules": {name: 1 if share is None else round(share, 2) for name, share in rules.items()},
    }
    if why:
        found["why"] = why
    is_well = answers and not why and not any(share is not None for share in rules.values())
    return JSONResponse({"status": "ok" if is_well else "unwell", **found}, 200 if is_well else 503)


@router.get("/healthz/live")
async def live() -> JSONResponse:
    """Return 200 while the process answers; otherwise it has to be restarted."""
    return JSONResponse({"status": "ok"})


async def _shared_check(state: State, tables: Tables) -> tuple[bool, str]:
    """Return whether the database answers and why it accepts no writes.

    Simultaneous requests share one check: this address has no rate limit.
    """
    look: asyncio.Task[tuple[bool, str]] | None = getattr(state, "look", None)
    if look is None or look.done():
        look = state.look = asyncio.create_task(_check(tables))
    return await asyncio.shield(look)


async def _check(tables: Tables) -> tuple[bool, str]:
    try:
        async with asyncio.timeout(PATIENCE):
            await tables.store.answer()
            return True, await tables.store.why_no_writes() or ""
    except (SQLAlchemyError, OSError):
        return False, ""


@router.get("/robots.txt")
async def robots_txt() -> PlainTextResponse:
    """Return what search engines may read."""
    allowed = "".join(f"Allow: {path}{'$' if path == '/' else ''}\n" for path in PUBLIC)
    return PlainTextResponse(f"User-agent: *\n{allowed}Disallow: /\n")


@router.get("/favicon.ico")
async def favicon() -> Response:
    """Return the icon for browsers that don't read the page's link to the SVG."""
    emblem = resources.files("proa.web").joinpath("proa.ico").read_bytes()
    headers = {"Cache-Control": f"public, max-age={WEEK}"}
    return Response(emblem, media_type="image/x-icon", headers=headers)


def may_be_found(path: str) -> bool:
    """Return whether search engines may list an address."""
    return path in PUBLIC or path.startswith(tuple(f"{public}/" for public in PUBLIC[1:]))
