"""9. What everyone knows: positions that a seat can't tell from the true one."""

from __future__ import annotations

from proa.engine.compiler.compile import rule
from proa.engine.core.rng import rekey


@rule
def resample(rules, state, seat, rng):
    """Tahiti hides nothing but the throws to come (TA-9.1)."""
    rekey(state, rng)
