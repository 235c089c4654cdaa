"""Texts of premoves."""

from __future__ import annotations

from typing import Any

from proa.engine.core.view_types import PremoveText
from proa.games.borabora.messages import say


def premove(code: str, amount: Any) -> PremoveText:
    """Return the label of a premove and the description of when it ends."""
    return {"label": say("No Gods this turn"), "until": say("Until your turn ends.")}
