"""Write the sounds of the table: synthesised from sines and noise, so they are our own.

python scripts/sounds.py writes them: 16-bit mono WAV of less than a second.
tests/web/test_sounds.py says when that is due.
"""

from __future__ import annotations

import io
import math
import random
import wave
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "src" / "proa" / "web" / "static" / "sounds"
RATE = 16_000
"""Samples per second."""
PEAK = 0.7
"""Of the loudest sample, as a share of what a sample can hold."""
Tone = Callable[[float], float]
"""A sample by the time in seconds since the beginning."""


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, file in files().items():
        (FOLDER / f"{name}.wav").write_bytes(file)


def files() -> dict[str, bytes]:
    """Return the sounds by name, as WAV files."""
    return {
        "dice": _file(0.34, _mix(*(_knock(at, 900 + 260 * n) for n, at in enumerate(ROLL)))),
        "coin": _file(0.3, _mix(_bell(0, 2093, 18), _bell(0.05, 2794, 14))),
        "place": _file(0.16, _mix(_knock(0, 420), _bell(0, 210, 40))),
        "turn": _file(0.5, _mix(_bell(0, 587, 7), _bell(0.14, 880, 7))),
        "end": _file(0.9, _mix(*(_bell(0.13 * n, pitch, 5) for n, pitch in enumerate(CHORD)))),
    }


ROLL = (0.0, 0.06, 0.1, 0.17, 0.21)
"""When a die hits the table, in seconds."""
CHORD = (392, 494, 587, 784)


def _bell(at: float, pitch: float, fades: float) -> Tone:
    """Return a tone with two overtones from a time on; the larger ``fades``, the shorter it is."""

    def tone(now: float) -> float:
        since = now - at
        if since < 0:
            return 0.0
        waves = sum(math.sin(2 * math.pi * pitch * n * since) / n**2 for n in (1, 2, 3))
        return waves * math.exp(-fades * since) * min(since / 0.004, 1)

    return tone


def _knock(at: float, pitch: float) -> Tone:
    """Return a short noise around a pitch: wood on wood."""
    noise = random.Random(f"{at} {pitch}")
    ring = [noise.uniform(-1, 1) for _ in range(RATE // 4)]

    def tone(now: float) -> float:
        since = now - at
        if not 0 <= since < 0.2:
            return 0.0
        sharp = ring[int(since * RATE)] * math.exp(-220 * since)
        return sharp + math.sin(2 * math.pi * pitch * since) * math.exp(-70 * since)

    return tone


def _mix(*tones: Tone) -> Tone:
    return lambda now: sum(tone(now) for tone in tones)


def _file(seconds: float, tone: Tone) -> bytes:
    """Return a WAV file of a tone that fades out at its end."""
    count = int(seconds * RATE)
    samples = [tone(n / RATE) * min((count - n) / (0.03 * RATE), 1) for n in range(count)]
    scale = PEAK * 32_767 / max(map(abs, samples))
    body = b"".join(round(scale * one).to_bytes(2, "little", signed=True) for one in samples)
    target = io.BytesIO()
    with wave.open(target, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(body)
    return target.getvalue()


if __name__ == "__main__":
    main()
