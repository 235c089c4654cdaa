"""The state of the machine during a run: its speed, other load, and how late the clients woke."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass

import psutil
from timing import calibration, machine

TICK = 0.05


@dataclass(frozen=True)
class Clock:
    """Seconds of all cores so far."""

    all: float
    busy: float
    stolen: float

    @classmethod
    def now(cls) -> Clock:
        times = psutil.cpu_times()
        stolen = getattr(times, "steal", 0.0)
        idle = times.idle + getattr(times, "iowait", 0.0)
        total = sum(times) - getattr(times, "guest", 0.0) - getattr(times, "guest_nice", 0.0)
        return cls(total, total - idle - stolen, stolen)


def calibrated() -> dict[str, float]:
    """Return nanoseconds of a fixed step, in wall-clock time and in processor time.

    Wall-clock time shows other load; processor time shows how slow the cores are at the moment.
    """
    wall, spent = time.perf_counter(), time.process_time()
    by_clock = calibration().median
    share = (time.process_time() - spent) / (time.perf_counter() - wall)
    return {"by_clock": round(by_clock, 2), "of_processor": round(by_clock * min(share, 1), 2)}


class Watch:
    """Watches the machine from ``begin`` to ``end``."""

    def __init__(self) -> None:
        self._calibrated = calibrated()
        self._lags: list[float] = []

    def begin(self) -> None:
        """Start to watch, also how late this process wakes up."""
        self._before = Clock.now()
        self._task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while True:
            due = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            self._lags.append(time.perf_counter() - due)

    def end(self, ours: float) -> dict[str, object]:
        """Return the report on the machine; ``ours`` is the processor time of what we started."""
        self._task.cancel()
        after, before = Clock.now(), self._before
        total = max(after.all - before.all, 1e-9)
        lags = sorted(self._lags) or [0.0]
        return {
            "what": f"{os.cpu_count()} cores, {machine()}",
            "busy": round((after.busy - before.busy) / total, 3),
            "others": round(max(after.busy - before.busy - ours, 0) / total, 3),
            "stolen": round((after.stolen - before.stolen) / total, 3),
            "clients_woke_late_ms_p99": round(1000 * lags[int(0.99 * (len(lags) - 1))], 1),
            "calibration_ns": {"before": self._calibrated, "after": calibrated()},
        }
