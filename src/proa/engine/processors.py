"""How many processors this process may use."""

from __future__ import annotations

import math
import os
from pathlib import Path

_CGROUPS = Path("/sys/fs/cgroup")
_OWN_CGROUP = Path("/proc/self/cgroup")


def usable_processors() -> int:
    """Return how many processors this process may use, at least one.

    The affinity (``taskset``) and the CPU quota of its cgroup (containers, systemd) count.
    """
    if hasattr(os, "process_cpu_count"):  # Python 3.13
        allowed = os.process_cpu_count()
    elif hasattr(os, "sched_getaffinity"):
        allowed = len(os.sched_getaffinity(0))
    else:
        allowed = os.cpu_count()
    return max(1, min([allowed or 1, *_quotas()]))


def _quotas() -> list[int]:
    """Return the quotas of this process's cgroup and those above it, rounded up to processors."""
    try:
        lines = _OWN_CGROUP.read_text(encoding="utf-8").splitlines()
    except OSError:
        return []
    own = next((line[3:] for line in lines if line.startswith("0::")), "/")
    folder = _CGROUPS / own.lstrip("/")
    folders = [folder, *(each for each in folder.parents if each.is_relative_to(_CGROUPS))]
    return [found for each in folders if (found := _quota(each / "cpu.max"))]


def _quota(file: Path) -> int | None:
    """Return the quota in a ``cpu.max``, such as ``150000 100000``; None for ``max``."""
    try:
        most, period = file.read_text(encoding="utf-8").split()
        return math.ceil(int(most) / int(period))
    except (OSError, ValueError):
        return None
