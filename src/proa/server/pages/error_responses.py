"""Responses of refusals and failures: a page, a fragment or JSON."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import JSONResponse, Response

from proa.engine.messages import localize
from proa.server.api import views
from proa.server.errors import Elsewhere, Refusal
from proa.server.http.dependencies import locale_of
from proa.server.pages.contexts import page
from proa.server.telemetry import metrics


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
