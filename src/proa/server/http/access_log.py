"""What is noted of every request, from outside of all else, and of every failure, from inside.

``HEAD`` is answered here as well: like ``GET``, but for the body.
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
"""What machines ask every few seconds; when all is well it is told at the level ``debug``."""
_log = logging.getLogger("proa.access")
_log_failures = logging.getLogger("proa.server")


class AccessLogMiddleware:
    """Stands before all else."""

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
                note(500)  # if nobody has answered, whoever called us does
                raise
            finally:
                if not is_answered:
                    span.end()


class ErrorMiddleware:
    """Stands behind the doors: what nobody expected is told once, and answered like all else.

    The framework would answer outside of the doors, and have the exception told by Uvicorn as well.
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
            if not is_answered:  # else it breaks off
                await self._error_response(Request(scope))(scope, receive, send)


class PlainRoute(Route):
    """A route that FastAPI asks nothing of; it says which it is, as FastAPI's do."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, found = super().matches(scope)
        return match, {**found, "route": self}


def route_of(scope: Scope) -> str:
    """The pattern of the address: addresses hold tokens and are not written down."""
    return getattr(scope.get("route"), "path", "-")


def _note(method: str, route: str, status: int, began: float) -> None:
    ms = round((time.perf_counter() - began) * 1000, 1)
    level = logging.DEBUG if route in QUIET and status == 200 else logging.INFO
    fields = {"method": method, "route": route, "status": status, "ms": ms}
    _log.log(level, "%s %s %d %.1f ms", method, route, status, ms, extra={"fields": fields})


def _bodiless(scope: Scope, receive: Receive, send: Send) -> tuple[Scope, Receive, Send]:
    """A request for the head of an answer: asked as ``GET``; it goes when the head has come."""
    is_sent = False

    async def gone() -> Message:
        return {"type": "http.disconnect"} if is_sent else await receive()

    async def head_alone(message: Message) -> None:
        nonlocal is_sent
        if message["type"] == "http.response.start":
            is_sent = True
            await send(message)
            await send({"type": "http.response.body"})

    return {**scope, "method": "GET"}, gone, head_alone
