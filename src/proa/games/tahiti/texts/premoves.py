"""Texts of premoves."""

from __future__ import annotations

from typing import Any

from proa.engine.core.view_types import PremoveText
from proa.games.tahiti.messages import say


def premove(code: str, amount: Any) -> PremoveText:
    """Return the label of a premove and the description of when it ends."""
    if code == "pass":
        return {
            "label": say("Pass this auction"),
            "until": say("Until it is over, or everyone else has passed."),
        }
    return {"label": say("Bid up to {n}", n=amount), "until": say("Until the auction is over.")}
