"""Telemetry: measurements reach the exporter, without any token."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from proa.engine.errors import BadOption
from proa.server.config.settings import Settings
from proa.server.host import serve
from proa.server.telemetry import exporters, metrics
from server.ports import free_port, free_ports
from server.site import play_to_end
from waiting import wait_until

pytestmark = pytest.mark.anyio
read_metrics = pytest.importorskip("opentelemetry.sdk.metrics", reason="needs proa[telemetry]")
traces = pytest.importorskip("opentelemetry.sdk.trace")


@pytest.fixture(scope="module")
def exported():
    """Return what an exporter gets: metrics and spans, as text. Providers can be set once per
    process."""
    from opentelemetry import metrics as api
    from opentelemetry import trace
    from opentelemetry.sdk.metrics.export import InMemoryMetricReader
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    reader, spans = InMemoryMetricReader(), InMemorySpanExporter()
    provider = traces.TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    api.set_meter_provider(read_metrics.MeterProvider([reader]))
    trace.set_tracer_provider(provider)
    return reader, spans


def points(reader) -> dict[str, list[tuple[dict, object]]]:
    """Return each metric's points: their attributes and values."""
    found: dict[str, list] = {}
    for resource in json.loads(reader.get_metrics_data().to_json())["resource_metrics"]:
        for scope in resource["scope_metrics"]:
            for metric in scope["metrics"]:
                for point in metric["data"]["data_points"]:
                    value = point.get("value", point.get("count"))
                    found.setdefault(metric["name"], []).append((point["attributes"], value))
    return found


async def test_what_happens_is_measured_and_no_token_is_told(exported, site, caplog):
    reader, spans = exported
    spans.clear()
    caplog.set_level("DEBUG")
    people = await site.begun("me", "me", "me", game="toy")
    with_bot = await site.begun("me", "bot", "bot", game="toy")
    opened = await site.open("me", "friend", "friend")
    stale = await people[0].post("actions", frame=99, codes=["x"])
    assert stale.status_code == 409
    invite = next(seat["invite"] for seat in opened["seats"] if seat["invite"])
    hidden = {"Hina", opened["table"], opened["watch"], invite}
    async with site.browser() as browser:
        forged = {"traceparent": f"00-{'ab' * 16}-{'cd' * 8}-01", "baggage": "who=Teva"}
        for path in (
            f"/watch/{opened['watch']}?seat=1&token=secret-in-query",
            f"/table/{opened['table']}/news",
            f"/sit/{invite}",
            "/nothing/secret-in-path",
            "/",
        ):
            await browser.get(path, headers={**forged, "User-Agent": "secret-in-agent"})
        await browser.get(f"/watch/{people[0].table}")
        hidden |= {cookie.split(".")[0] for cookie in browser.cookies.values()}
        hidden |= set(browser.cookies.values())
    for player in (*people, with_bot[0]):
        hidden |= {player.token, player.table}
        assert (await player.get("view")).status_code == 200
    hidden |= {"secret-in-", "ab" * 16, "cd" * 8, "who=Teva", "Teva"}
    await play_to_end(people)
    await exporters.count(site.tables.store.statuses)

    found = points(reader)
    assert ({"status": "over"}, 1) in found["proa.tables"]
    assert ({"game": "toy", "kind": "start"}, 2) in found["proa.events"]
    assert ({"then": "refused"}, 1) in found["proa.lost_races"]
    assert any(about == {"game": "toy", "form": "api"} for about, _ in found["proa.frame.duration"])
    routes = {about.get("http.route") for about, _ in found["http.server.request.duration"]}
    assert {"/watch/{watch}", "/api/tables/{table_id}/view", "/"} <= routes
    named = {span.name for span in spans.get_finished_spans()}
    assert {"GET /watch/{watch}", "POST /api/tables/{table_id}/actions", "GET -"} <= named
    assert {"draw a frame"} <= named

    told = json.dumps(found) + "".join(span.to_json() for span in spans.get_finished_spans())
    told += "".join(r.getMessage() for r in caplog.records if r.name.startswith("proa"))
    assert [secret for secret in hidden if secret in told] == []


async def test_an_exception_is_told_by_the_status_alone(exported, site, monkeypatch):
    reader, spans = exported
    spans.clear()
    hidden = "".join(["a card", " of Hina's"])

    async def explode(*_args) -> None:
        raise KeyError(hidden)

    monkeypatch.setattr(site.tables.store, "tables_of", explode)
    async with site.browser() as browser:
        assert (await browser.get("/")).status_code == 500
    (span,) = spans.get_finished_spans()
    assert not span.status.is_ok
    assert hidden not in span.to_json() + reader.get_metrics_data().to_json()


async def test_searches_of_bots_are_measured(exported, site):
    reader, _ = exported
    me, *_ = await site.begun("me", "bot", "bot", game="toy")
    for _ in range(3):
        await me.view(after=(await me.view())["frame"], wait=5)
        if await me.codes():
            await me.play()
    found = points(reader)
    assert any(about["level"] == "easy" for about, _ in found["proa.search.duration"])
    assert {value for _, value in found["proa.searches.waiting"]} == {0}


SERVER = """
import sys
from pathlib import Path
from proa.server.host import serve
from proa.server.config.settings import Settings
port, data, metrics = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
server = serve.prepare(Settings(data, port=port, processes=2, metrics=metrics))
server.run_until_stopped(lambda: print(server.address, flush=True))
"""


def test_prometheus_reads_each_process_at_a_port_of_its_own(tmp_path):
    """And nobody at the address of the pages."""
    first = free_ports(2)
    command = [sys.executable, "-c", SERVER, str(free_port()), str(tmp_path), f"127.0.0.1:{first}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().strip()
            for _ in range(20):
                assert httpx.get(f"{address}api/levels").status_code == 200
            assert httpx.get(f"{address}metrics").status_code == 404
            told = [_told(f"http://127.0.0.1:{first + n}/metrics") for n in range(2)]
        finally:
            server.terminate()
    counts = [
        float(count)
        for text in told
        for count in re.findall(
            r'_request_duration_seconds_count{[^}]*http_route="/api/levels"[^}]*} (\S+)', text
        )
    ]
    assert sum(counts) == 20
    instances = [re.search(r'service_instance_id="([^"]+)"', text).group(1) for text in told]
    assert instances[0] != instances[1]
    assert all(re.search(r'^proa_tables{.*status="running".*} 0.0$', text, re.M) for text in told)


def _told(address: str) -> str:
    """Return the answer of an address, as soon as its process runs."""

    def answer() -> httpx.Response | None:
        try:
            return httpx.get(address)
        except httpx.ConnectError:
            return None

    return wait_until(answer).text


def test_an_address_for_metrics_that_is_taken_is_said_before_the_server_starts(tmp_path):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(BadOption, match=f"--metrics {address}: can't listen there: .*in use"):
            serve.prepare(Settings(tmp_path, metrics=address))


def test_without_the_extra_it_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(exporters, "find_spec", lambda name: None)
    with pytest.raises(BadOption, match=r"pip install 'proa\[telemetry\]'"):
        serve.prepare(Settings(tmp_path, metrics="127.0.0.1:9464"))
    exporters.check(Settings(tmp_path))


@pytest.mark.parametrize("address", ["9464", "localhost", "http://x:1", "x:99999", "a@b:1", "x:0"])
def test_an_address_that_is_none_is_refused(tmp_path, address):
    with pytest.raises(ValueError, match="metrics"):
        Settings(tmp_path, metrics=address)


def test_the_guide_tells_of_every_metric():
    guide = (Path(__file__).parents[3] / "docs" / "guide" / "running.md").read_text("utf-8")
    named = re.findall(r'"(proa\.[a-z_.]+)"', Path(metrics.__file__).read_text("utf-8"))
    assert len(named) > 8
    assert [name for name in named if f"`{name.replace('.', '_')}" not in guide] == []
