"""Addresses of the installable application: manifest, service worker, offline page.

Browsers request them without cookies, or before there is a page, so the address has the language.
"""

from __future__ import annotations

import json

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from proa.engine.messages import LOCALES
from proa.server.http.dependencies import USUAL
from proa.server.http.security import CONTENT_SECURITY
from proa.web import installed

router = APIRouter(prefix="/app", include_in_schema=False, dependencies=[USUAL])
FRESH = {"Cache-Control": "no-cache"}
"""Revalidated each time: they contain names with versions."""


@router.get("/{locale}.webmanifest")
async def manifest(locale: str) -> Response:
    """Return the web app manifest."""
    about = json.dumps(installed.manifest(_known(locale)), ensure_ascii=False)
    return Response(about, media_type="application/manifest+json", headers=FRESH)


@router.get("/{locale}.js")
async def worker(locale: str) -> Response:
    """Return the service worker: it has its own security header and serves the whole site."""
    own = {"Content-Security-Policy": CONTENT_SECURITY, "Service-Worker-Allowed": "/"}
    script = installed.worker(_known(locale))
    return Response(script, media_type="text/javascript", headers={**FRESH, **own})


@router.get("/{locale}.html")
async def offline(locale: str) -> HTMLResponse:
    """Return the offline page, which the worker caches."""
    return HTMLResponse(installed.offline(_known(locale)), headers=FRESH)


def _known(locale: str) -> str:
    if locale not in LOCALES:
        raise HTTPException(404)
    return locale
