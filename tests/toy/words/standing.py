"""What can be answered beforehand."""

from __future__ import annotations

from typing import Any

from proa.engine.crossing import Beforehand
from toy.saying import say


def standing(code: str, amount: Any) -> Beforehand:
    """What it is called, and when it ends."""
    return {"label": say("Draw in the next turn"), "until": say("Until that turn is over.")}
