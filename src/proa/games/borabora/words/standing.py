"""What can be answered beforehand."""

from __future__ import annotations

from typing import Any

from proa.engine.crossing import Beforehand
from proa.games.borabora.saying import say


def standing(code: str, amount: Any) -> Beforehand:
    """What a standing answer is called, and when it ends."""
    return {"label": say("No Gods this turn"), "until": say("Until your turn is over.")}
