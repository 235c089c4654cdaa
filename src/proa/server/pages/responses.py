"""Rendered pages as responses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeVar

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from proa.server.http.dependencies import base_url, elsewhere, locale_of, prefs_of
from proa.server.tables.tables import Tables
from proa.web.client_cache import fill
from proa.web.compression import BROTLI, BROTLI_LONG, chosen, packed
from proa.web.pages import draw

Answer = TypeVar("Answer", bound=Response)
HAS = "proa-shows"
"""The header in which a page names the parts that it has and need not get again."""


def page(
    request: Request,
    template: str,
    names: Sequence[str] = (),
    status: int = 200,
    **values: Any,
) -> HTMLResponse:
    """Render a page or a fragment, with the guest's preferences and the path."""
    return HTMLResponse(fill(_drawn(request, template, names, **values), _has(request)), status)


def long_page(request: Request, template: str, **values: Any) -> Response:
    """Render a long page that is the same for many, compressed once for all."""
    return sent_to_many(request, _drawn(request, template, **values), BROTLI_LONG)


def _drawn(request: Request, template: str, names: Sequence[str] = (), **values: Any) -> str:
    site_url = partial(base_url, request, request.app.state.tables)
    values = {"prefs": prefs_of(request), "path": request.url.path, "site_url": site_url, **values}
    values["shut"] = _has(request)
    values["begun_at"] = elsewhere(request, values.get("begun_at", ""))
    return draw(template, locale_of(request), names, **values)


def sent_to_many(request: Request, drawn: str, level: int = BROTLI) -> Response:
    """Return a rendered page for many viewers, compressed once for all."""
    body = fill(drawn, _has(request)).encode()
    headers = {"Vary": "Accept-Encoding"}
    if coding := chosen(request.headers.get("accept-encoding", "")):
        body, headers["Content-Encoding"] = packed(body, coding, level), coding
    return Response(body, headers=headers, media_type="text/html")


def timed(answer: Answer, tables: Tables) -> Answer:
    """Add the server's time to a response: the page's clocks use it."""
    answer.headers["Proa-Now"] = f"{tables.now():.3f}"
    return answer


def _has(request: Request) -> list[str]:
    """Return the names of the parts that the requesting page has."""
    return request.headers.get(HAS, "").split()
