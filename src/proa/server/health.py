"""What machines ask: whether the server is well, what robots may read, its picture."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError

from proa.server.tables import Tables

router = APIRouter(include_in_schema=False)
ADDRESSES = ("/healthz", "/robots.txt", "/favicon.ico")
"""Those who ask for these have no seat and get no cookie."""
PATIENCE = 3.0
"""Seconds the database may take to answer."""


@router.get("/healthz")
async def healthz(request: Request) -> JSONResponse:
    """Whether requests can be answered: 200, or 503 and what is missing."""
    tables: Tables = request.app.state.tables
    found = {"database": await _answers(tables)}
    is_well = all(found.values())
    says = {"status": "ok" if is_well else "unwell", "role": tables.settings.role, **found}
    return JSONResponse(says, 200 if is_well else 503)


async def _answers(tables: Tables) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            await tables.store.answer()
    except (SQLAlchemyError, OSError, TimeoutError):
        return False
    return True
