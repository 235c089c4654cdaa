"""The measure of random play."""

from __future__ import annotations

import json
import time
from types import SimpleNamespace

from proa.arena import bench


def test_a_measurement_in_json_and_words(toy, monkeypatch):
    monkeypatch.setattr(bench, "SECONDS", 0.002)
    speed = bench.measure(toy, 3)
    document = json.loads(json.dumps(speed.to_json()))
    assert document["game"] == "toy"
    assert document["players"] == 3
    assert document["fastest"] <= document["nanoseconds_per_decision"] <= document["slowest"]
    assert document["record_bytes"] == toy.spec.state.itemsize
    assert "ns per decision" in speed.in_words("en")
    assert "нс на решение" in speed.in_words("ru")


def test_a_busy_machine_is_told(toy, monkeypatch):
    """A measurement that waits for its core half the time is too slow, and says so."""
    monkeypatch.setattr(bench, "SECONDS", 0.002)
    clock = {"perf_counter": lambda: 2 * time.thread_time(), "thread_time": time.thread_time}
    monkeypatch.setattr(bench, "time", SimpleNamespace(**clock))
    speed = bench.measure(toy, 3)
    assert 0.4 < speed.to_json()["processor_share"] < 0.6
    assert "This machine is busy with other work" in speed.in_words("en")
    assert "занят другой работой" in speed.in_words("ru")
    clock["perf_counter"] = time.thread_time
    monkeypatch.setattr(bench, "time", SimpleNamespace(**clock))
    assert "busy" not in bench.measure(toy, 3).in_words("en")
