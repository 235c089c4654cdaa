"""Responses of refusals and failures: a page, a fragment or JSON."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from proa.engine.messages import Message, localize, say
from proa.server.api import views
from proa.server.errors import Compiling, Elsewhere, Refusal, WriteFailure, cause, write_failure
from proa.server.http.access_log import ErrorMiddleware, route_of
from proa.server.http.body_limit import TooLarge
from proa.server.http.dependencies import as_usual, locale_of
from proa.server.http.validation_errors import validation_sentence
from proa.server.pages.responses import page
from proa.server.telemetry import metrics

_log = logging.getLogger("proa.server")
SOON = 5
"""Seconds after which the store may be available again."""


def error_response(request: Request, why: Refusal) -> Response:
    """Return a response that says why nothing was done, in the guest's language."""
    status, locale = why.status, locale_of(request)
    sentence = localize(why.message, locale)
    sentence = sentence.encode(errors="replace").decode()  # it may quote invalid text
    if f"{request.url.path}/".startswith("/api/"):
        problem = views.problem(why, sentence, locale)
        return JSONResponse(problem.model_dump(mode="json", exclude_unset=True), status)
    if "hx-request" in request.headers:
        return page(request, "_notice.html", status=status, notice=sentence)
    other_address = why.address if isinstance(why, Elsewhere) else ""
    return page(request, "error.html", status=status, notice=sentence, there=other_address)


def refused(request: Request, why: Refusal) -> Response:
    """Return the response of a refused request: why, and when it may be repeated."""
    if why.limit:
        metrics.refusals.add(1, {"limit": why.limit})
    answer = error_response(request, why)
    if why.status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return come_again(request, answer, why.again) if why.again else answer


def come_again(request: Request, answer: Response, seconds: int) -> Response:
    """Add the seconds after which to request again; pages reload by themselves."""
    answer.headers["Retry-After"] = str(seconds)
    if request.method == "GET":
        answer.headers["Refresh"] = str(seconds)
    return answer


def handle_errors(app: FastAPI) -> None:
    """Add handlers for every refusal and failure: they respond with a page, a fragment or JSON."""

    @app.exception_handler(Compiling)
    async def compiling(request: Request, refusal: Compiling) -> Response:
        answer = error_response(request, refusal)
        is_part = request.url.path.startswith("/api/") or "hx-request" in request.headers
        if request.method == "GET" and not is_part:
            answer = page(request, "compiling.html", status=503, wait=refusal)
        answer.headers["Retry-After"] = str(refusal.again)
        return answer

    @app.exception_handler(Refusal)
    async def refusal(request: Request, why: Refusal) -> Response:
        return refused(request, why)

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        if error.status_code == 405 or "route" not in request.scope:  # nothing counted it yet
            try:
                await as_usual(request)
            except Refusal as refusal:
                return refused(request, refusal)
        why = LOST.get(error.status_code, say("This request can't be understood."))
        answer = error_response(request, Refusal(error.status_code, why))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(TooLarge)
    async def too_large(request: Request, error: TooLarge) -> Response:
        return error_response(request, Refusal(413, error.message, limit=error.limit))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return error_response(request, Refusal(422, validation_sentence(error.errors())))

    @app.exception_handler(DBAPIError)
    @app.exception_handler(NoConnection)
    @app.exception_handler(OSError)
    async def store_failed(request: Request, error: Exception) -> Response:
        _log.error("%s: the store failed: %s", route_of(request.scope), cause(error))
        sentence = UNSTORED.get(write_failure(error), UNSAVED)
        return come_again(request, error_response(request, Refusal(503, sentence)), SOON)

    @app.exception_handler(ClientDisconnect)
    async def gone(request: Request, error: ClientDisconnect) -> Response:
        return Response(status_code=400)  # a client that sent half a body reads no response

    app.add_middleware(
        ErrorMiddleware,
        error_response=lambda request: error_response(request, Refusal(500, FAILED)),
    )


LOST = {
    404: say("There is nothing at this address."),
    405: say("This address doesn't accept that kind of request."),
}
FAILED = say("Something went wrong on the server. It has been logged. Please try again.")
UNSAVED = say(
    "The tables can't be reached right now. Nothing is lost and nothing has changed. Please "
    "try again in a moment."
)
_NO_ROOM = say(
    "The disk of this server is full, so your change could not be saved. Nothing has been lost and "
    "nothing has changed. Ask its administrator to free some space, then try again."
)
_NO_CHANGES = say(
    "This server can't save anything just now. Nothing has been lost and nothing has changed. "
    "Ask its administrator for help, then try again."
)
UNSTORED: dict[WriteFailure | None, Message] = {
    WriteFailure.FULL: _NO_ROOM,
    WriteFailure.READ_ONLY: _NO_CHANGES,
    WriteFailure.BROKEN: _NO_CHANGES,
}
