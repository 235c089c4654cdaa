"""The measure of random play."""

from __future__ import annotations

import json

from proa.arena import bench


def test_a_measurement_in_json_and_words(toy, monkeypatch):
    monkeypatch.setattr(bench, "SECONDS", 0.002)
    speed = bench.measure(toy, 3)
    document = json.loads(json.dumps(speed.to_json()))
    assert document["game"] == "toy"
    assert document["players"] == 3
    assert document["fastest"] <= document["nanoseconds_per_decision"] <= document["slowest"]
    assert document["record_bytes"] == toy.spec.state.itemsize
    assert "ns a decision" in speed.in_words("en")
    assert "нс на решение" in speed.in_words("ru")
