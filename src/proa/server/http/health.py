"""What machines ask: whether the server is well, what robots may read, its emblem."""

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
"""Those who ask for these have no seat and get no cookie."""
PUBLIC = ("/", "/rules", "/docs", "/static")
"""What may be found by anybody; the addresses of all else are secrets, or of no use to others."""
PATIENCE = 3.0
"""Seconds the database may take to answer."""
WEEK = 7 * 24 * 3600


@router.get("/healthz")
async def healthz(request: Request) -> JSONResponse:
    """Whether all can be done here that is asked: 200, or 503 and what is missing.

    That is the database, which must answer and store what is new, and the rules of games that are
    still compiled (how much of them is done).
    """
    tables: Tables = request.app.state.tables
    rules = {name: tables.games.share(name) for name in GAMES}
    answers, why = await _looked(request.app.state, tables)
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
    """That the process answers: where it does not, it has to be started again."""
    return JSONResponse({"status": "ok"})


async def _looked(state: State, tables: Tables) -> tuple[bool, str]:
    """Whether the database answers and why it stores nothing, asked once for all who want to know
    at a time: nobody counts how often they do.
    """
    look: asyncio.Task[tuple[bool, str]] | None = getattr(state, "look", None)
    if look is None or look.done():
        look = state.look = asyncio.create_task(_look(tables))
    return await asyncio.shield(look)


async def _look(tables: Tables) -> tuple[bool, str]:
    try:
        async with asyncio.timeout(PATIENCE):
            await tables.store.answer()
            return True, await tables.store.why_no_writes() or ""
    except (SQLAlchemyError, OSError):
        return False, ""


@router.get("/robots.txt")
async def robots_txt() -> PlainTextResponse:
    """What search engines may read."""
    allowed = "".join(f"Allow: {path}{'$' if path == '/' else ''}\n" for path in PUBLIC)
    return PlainTextResponse(f"User-agent: *\n{allowed}Disallow: /\n")


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The emblem, for those who don't read the page that names a drawn one."""
    emblem = resources.files("proa.web").joinpath("proa.ico").read_bytes()
    headers = {"Cache-Control": f"public, max-age={WEEK}"}
    return Response(emblem, media_type="image/x-icon", headers=headers)


def may_be_found(path: str) -> bool:
    """Whether search engines may show an address."""
    return path in PUBLIC or path.startswith(tuple(f"{public}/" for public in PUBLIC[1:]))
