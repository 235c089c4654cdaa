"""Counters, histograms and spans of the server, for the exporters (exporters.py).

Without an exporter OpenTelemetry's API does nothing. Attributes are names from our own lists
(games, levels, statuses, settings, patterns of routes), never what a person sent or chose or must
not see.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry import metrics, trace
from opentelemetry.context import Context
from opentelemetry.metrics import Histogram, UpDownCounter
from opentelemetry.trace import Span, SpanKind, Status, StatusCode

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
TO_DRAW = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
TO_SEARCH = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60)
"""Bounds of the histograms, in seconds."""
_meter = metrics.get_meter("proa")
_tracer = trace.get_tracer("proa")
tables = _meter.create_gauge("proa.tables", description="tables in the store, by status")
streams = _meter.create_up_down_counter("proa.streams", description="event streams that are open")
events = _meter.create_counter("proa.events", description="what was written into logs of games")
lost_races = _meter.create_counter(
    "proa.lost_races",
    description="changes made for a table that had moved on: refused (409) or made again",
)
refusals = _meter.create_counter("proa.refusals", description="what a limit has refused")
searches_waiting = _meter.create_up_down_counter(
    "proa.searches.waiting", description="bots' decisions that wait until others are found"
)
searches_running = _meter.create_up_down_counter(
    "proa.searches.running", description="bots' decisions that are searched"
)
_frame = _meter.create_histogram(
    "proa.frame.duration",
    unit="s",
    description="the time in which a frame of a table is drawn",
    explicit_bucket_boundaries_advisory=TO_DRAW,
)
_search = _meter.create_histogram(
    "proa.search.duration",
    unit="s",
    description="the time in which a bot's decision is searched",
    explicit_bucket_boundaries_advisory=TO_SEARCH,
)


@contextmanager
def one_of(counter: UpDownCounter) -> Iterator[None]:
    """Count one more while the context lasts."""
    counter.add(1)
    try:
        yield
    finally:
        counter.add(-1)


@contextmanager
def drawing(game: str, form: str) -> Iterator[None]:
    """Measure the rendering of a frame as a ``page``, a ``part`` of one, or for the ``api``."""
    with _timed("draw a frame", _frame, game=game, form=form):
        yield


@contextmanager
def searching(game: str, level: str) -> Iterator[None]:
    """Measure a bot's search."""
    with one_of(searches_running), _timed("search", _search, game=game, level=level):
        yield


@contextmanager
def request(method: str) -> Iterator[Span]:
    """Trace a request as its own trace: clients must not choose what belongs together.

    Only an exception's type is recorded.
    """
    named = method if method in METHODS else "_OTHER"
    with _tracer.start_as_current_span(
        named,
        Context(),
        SpanKind.SERVER,
        attributes={"http.request.method": named},
        record_exception=False,
        set_status_on_exception=False,
        end_on_exit=False,
    ) as span:
        yield span


def answered(span: Span, method: str, route: str, status: int) -> None:
    """End the span at the start of the response, as streams stay open for hours."""
    named = method if method in METHODS else "_OTHER"
    span.update_name(f"{named} {route}")
    span.set_attributes({"http.route": route, "http.response.status_code": status})
    if status >= 500:
        span.set_status(Status(StatusCode.ERROR))
    span.end()


@contextmanager
def _timed(span: str, histogram: Histogram, **attributes: str) -> Iterator[None]:
    began = time.perf_counter()
    try:
        with _tracer.start_as_current_span(
            span, attributes=attributes, record_exception=False, set_status_on_exception=False
        ):
            yield
    finally:
        histogram.record(time.perf_counter() - began, attributes)
