"""Texts of premoves."""

from __future__ import annotations

from typing import Any

from proa.engine.core.view_types import PremoveText
from toy.messages import say


def premove(code: str, amount: Any) -> PremoveText:
    """Return the label of a premove and the description of when it ends."""
    return {"label": say("Draw in the next turn"), "until": say("Until that turn is over.")}
