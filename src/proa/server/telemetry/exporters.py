"""Exports metrics to Prometheus, and metrics and traces to an OTLP collector.

Needs the extra ``telemetry``. Prometheus has its own address (the setting ``metrics``), never the
one for people; each further process uses the next port. The standard environment variable
``OTEL_EXPORTER_OTLP_ENDPOINT`` names a collector.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from importlib.util import find_spec
from typing import Any

from proa import __version__
from proa.engine.errors import BadOption
from proa.server.config.settings import Settings, address_of
from proa.server.periodic import repeat, run_alongside
from proa.server.telemetry import metrics

RECOUNT = 15.0
"""Seconds between two counts of the tables."""
NEEDED = ("sdk", "exporter")
"""The parts of OpenTelemetry that the extra installs."""
MOST_PORTS = 64
"""Number of ports to try, one for each possible process."""
NATIVE: Any = {
    "tracing": False,  # its spans contain full addresses
    "logs": False,  # and its logs contain messages of exceptions
    "operation_spans": False,
    "auto_configure": False,
    "exclude": lambda scope: scope["path"].endswith("/stream"),  # open for hours
}
"""What FastAPI may measure itself: durations of requests, by method, route and status."""
_log = logging.getLogger("proa.telemetry")
Statuses = Callable[[], Awaitable[Mapping[str, int]]]
"""Returns the number of tables by status."""


def check(settings: Settings) -> None:
    """Refuse wrong settings before the server starts."""
    if not _is_wanted(settings):
        return
    if not all(find_spec(f"opentelemetry.{part}") for part in NEEDED):
        raise BadOption(
            "metrics and traces need an extra; install it with: pip install 'proa[telemetry]'"
        )
    if settings.metrics:
        try:
            _listening(settings.metrics).close()
        except OSError as error:
            raise BadOption(
                "--metrics {address}: can't listen there: {reason}",
                address=settings.metrics,
                reason=error.strerror or str(error),
            ) from None


@contextlib.asynccontextmanager
async def export_metrics(settings: Settings, statuses: Statuses) -> AsyncIterator[None]:
    """Export this process's metrics and traces until the context is left."""
    if not _is_wanted(settings):
        yield
        return
    ends = await asyncio.to_thread(_start, settings)
    try:
        recount = partial(count, statuses)
        async with run_alongside(repeat(recount, RECOUNT, _log, "counting tables")):
            yield
    finally:
        for end in ends:
            await asyncio.to_thread(end)


async def count(statuses: Statuses) -> None:
    """Update the number of tables once."""
    for status, n in (await statuses()).items():
        metrics.tables.set(n, {"status": status})


def _is_wanted(settings: Settings) -> bool:
    if settings.drill:
        return False  # a collector would count it together with the real server
    return bool(settings.metrics or _collects("TRACES") or _collects("METRICS"))


def _collects(what: str) -> bool:
    names = "OTEL_EXPORTER_OTLP_ENDPOINT", f"OTEL_EXPORTER_OTLP_{what}_ENDPOINT"
    return any(os.environ.get(name) for name in names)


def _start(settings: Settings) -> list[Any]:
    """Start the exporters of the settings; return functions that end them."""
    from opentelemetry import metrics, trace
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    about = {
        "service.name": "proa",
        "service.version": __version__,
        "service.instance.id": f"{socket.gethostname()}:{os.getpid()}",
        "proa.role": settings.role,
    }
    resource = Resource.create(about)
    readers, ends = [], []
    if settings.metrics:
        reader, end = _for_prometheus(settings.metrics)
        readers.append(reader)
        ends.append(end)
    if _collects("METRICS"):
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader

        readers.append(PeriodicExportingMetricReader(OTLPMetricExporter()))
    if readers:
        meter_provider = MeterProvider(readers, resource)
        metrics.set_meter_provider(meter_provider)
        ends.append(meter_provider.shutdown)
    if _collects("TRACES"):
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        tracer_provider = TracerProvider(resource=resource)
        tracer_provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        trace.set_tracer_provider(tracer_provider)
        ends.append(tracer_provider.shutdown)
    return ends


def _for_prometheus(address: str) -> tuple[Any, Any]:
    """Serve metrics for Prometheus at the first free port from ``address`` on."""
    from opentelemetry.exporter.prometheus import PrometheusMetricReader
    from prometheus_client import start_http_server

    host, port = address_of(address)
    last = min(port + MOST_PORTS, 65536) - 1
    while True:
        try:
            server, thread = start_http_server(port, host)
            break
        except OSError as error:
            if error.errno != errno.EADDRINUSE or port == last:
                raise
            port += 1
    _log.info("metrics are at http://%s:%d/metrics", host, port)

    def end() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return PrometheusMetricReader(scope_info_enabled=False), end


def _listening(address: str) -> socket.socket:
    host, port = address_of(address)
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    return socket.create_server((host, port), family=family)
