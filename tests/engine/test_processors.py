"""Workers are counted by what a process may use, not by what the machine has."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from proa.engine import processors
from proa.engine.processors import usable_processors


@pytest.fixture
def cgroup(monkeypatch, tmp_path):
    """Puts this process into a cgroup with a quota, below one without."""

    def put(quota, own="0::/proa.slice/one.service\n", many=64):
        folder = tmp_path / "proa.slice" / "one.service"
        folder.mkdir(parents=True, exist_ok=True)
        (tmp_path / "proa.slice" / "cpu.max").write_text("max 100000\n", encoding="utf-8")
        (folder / "cpu.max").write_text(f"{quota}\n", encoding="utf-8")
        (tmp_path / "own").write_text(own, encoding="utf-8")
        monkeypatch.setattr(processors, "_CGROUPS", tmp_path)
        monkeypatch.setattr(processors, "_OWN_CGROUP", tmp_path / "own")
        for name in ("process_cpu_count", "cpu_count"):
            monkeypatch.setattr(os, name, lambda: many, raising=False)

    return put


@pytest.mark.parametrize(
    ("quota", "usable"), [("150000 100000", 2), ("50000 100000", 1), ("max 100000", 64), ("", 64)]
)
def test_the_quota_of_a_cgroup(cgroup, quota, usable):
    cgroup(quota)
    assert usable_processors() == usable


def test_a_machine_without_cgroups(cgroup, tmp_path):
    cgroup("100000 100000", own="1:cpu:/elsewhere\n", many=3)
    assert usable_processors() == 3
    (tmp_path / "own").unlink()
    assert usable_processors() == 3


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="there is no affinity here")
def test_the_affinity_of_the_process():
    line = "import os; os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])\n"
    line += "from proa.engine.processors import usable_processors; print(usable_processors())"
    told = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert told.stdout == "1\n"
