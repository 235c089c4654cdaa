"""Logs, measures and traces each request (outermost middleware) and logs failures (innermost).

``HEAD`` is handled here as well: like ``GET``, without the body.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proa.server.telemetry import metrics

QUIET = ("/healthz", "/healthz/live")
"""Routes that monitoring polls every few seconds; status 200 is logged at level ``debug``."""
_log = logging.getLogger("proa.access")
_log_failures = logging.getLogger("proa.server")


class AccessLogMiddleware:
    """The outermost middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, method, is_answered = time.perf_counter(), scope["method"], False
        if method == "HEAD":
            scope, receive, send = _bodiless(scope, receive, send)

        with metrics.request(method) as span:

            def note(status: int) -> None:
                nonlocal is_answered
                if not is_answered:
                    is_answered = True
                    metrics.answered(span, method, route_of(scope), status)
                    _note(method, route_of(scope), status, began)

            async def answer(message: Message) -> None:
                if message["type"] == "http.response.start":
                    note(message["status"])
                await send(message)

            try:
                await self.app(scope, receive, answer)
            except Exception:
                note(500)  # without a response so far, the caller sends one
                raise
            finally:
                if not is_answered:
                    span.end()


class ErrorMiddleware:
    """The innermost middleware: logs unexpected exceptions once and answers with an error page.

    The framework would answer outside of the other middleware, and Uvicorn would log the exception
    too.
    """

    def __init__(self, app: ASGIApp, error_response: Callable[[Request], Response]) -> None:
        self.app = app
        self._error_response = error_response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_answered = False

        async def answer(message: Message) -> None:
            nonlocal is_answered
            is_answered = True
            await send(message)

        try:
            await self.app(scope, receive, answer)
        except Exception:
            if scope["type"] != "http":
                raise
            _log_failures.exception("%s: an answer failed", route_of(scope))
            if not is_answered:  # else the response breaks off
                await self._error_response(Request(scope))(scope, receive, send)


class PlainRoute(Route):
    """A route without FastAPI's dependencies; like FastAPI's routes it sets ``scope["route"]``."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, found = super().matches(scope)
        return match, {**found, "route": self}


def route_of(scope: Scope) -> str:
    """Return the pattern of the route: full addresses contain tokens and must not be logged."""
    return getattr(scope.get("route"), "path", "-")


def _note(method: str, route: str, status: int, began: float) -> None:
    ms = round((time.perf_counter() - began) * 1000, 1)
    level = logging.DEBUG if route in QUIET and status == 200 else logging.INFO
    fields = {"method": method, "route": route, "status": status, "ms": ms}
    _log.log(level, "%s %s %d %.1f ms", method, route, status, ms, extra={"fields": fields})


def _bodiless(scope: Scope, receive: Receive, send: Send) -> tuple[Scope, Receive, Send]:
    """Turn a ``HEAD`` request into ``GET``; after the response's head it looks disconnected."""
    is_sent = False

    async def receive_until_sent() -> Message:
        return {"type": "http.disconnect"} if is_sent else await receive()

    async def send_head(message: Message) -> None:
        nonlocal is_sent
        if message["type"] == "http.response.start":
            is_sent = True
            await send(message)
            await send({"type": "http.response.body"})

    return {**scope, "method": "GET"}, receive_until_sent, send_head
