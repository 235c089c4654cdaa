"""Games stored by every release replay to the same positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from proa import records

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_record_replays(path):
    document = records.parse(path.read_text(encoding="utf-8"), path.name)
    record = records.verify(document)
    assert len(record.decisions) > 20
    assert document["result"]["over"]


def test_there_are_golden_records():
    assert GOLDEN
