"""The measure of random play."""

from __future__ import annotations

import json

from proa.arena import bench
from proa.cli import matches


def test_a_busy_machine_is_told_of(monkeypatch, capsys):
    monkeypatch.setattr(bench, "SECONDS", 0.002)
    monkeypatch.setattr(bench.psutil, "cpu_percent", lambda interval: 50.0)
    monkeypatch.setenv("PROA_LANG", "en")
    matches.bench("toy", as_json=True)
    told = capsys.readouterr()
    assert told.err.startswith("The machine is busy (50% of its processors)")
    assert json.loads(told.out)["players"] == 3
    monkeypatch.setattr(bench.psutil, "cpu_percent", lambda interval: 1.0)
    matches.bench("toy", as_json=True)
    assert capsys.readouterr().err == ""


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
