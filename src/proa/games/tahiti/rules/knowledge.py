"""9. What everyone knows: resampling what a seat can't know."""

from __future__ import annotations

from proa.engine.compiler.compile import rule
from proa.engine.core.rng import rekey


@rule
def resample(rules, state, seat, rng):
    """Resample the future throws; Tahiti hides nothing else (TA-9.1)."""
    rekey(state, rng)
