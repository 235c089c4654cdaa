"""What a player has, as far as it is counted."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora.state import MOST_COUNT


@rule
def counted(number, more):
    """Return a number of offerings, shells or points after a gain (BB-20.5)."""
    return min(whole(number) + more, MOST_COUNT)
