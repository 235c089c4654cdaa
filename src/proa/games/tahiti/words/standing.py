"""What can be answered beforehand."""

from __future__ import annotations

from typing import Any

from proa.engine.crossing import Beforehand
from proa.games.tahiti.saying import say


def standing(code: str, amount: Any) -> Beforehand:
    """What a standing answer is called, and when it ends."""
    if code == "pass":
        return {
            "label": say("Pass this auction"),
            "until": say("Until it is over, or all others have passed."),
        }
    return {"label": say("Bid up to {n}", n=amount), "until": say("Until the auction is over.")}
