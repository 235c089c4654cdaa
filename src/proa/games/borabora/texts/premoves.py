"""What can be answered beforehand."""

from __future__ import annotations

from typing import Any

from proa.engine.core.view_types import PremoveText
from proa.games.borabora.messages import say


def premove(code: str, amount: Any) -> PremoveText:
    """What a standing answer is called, and when it ends."""
    return {"label": say("No Gods this turn"), "until": say("Until your turn ends.")}
