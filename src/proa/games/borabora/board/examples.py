"""What the picture of the aim shows: numbers of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.games.borabora.rules.tasks import COMPLETE_POINTS

if TYPE_CHECKING:
    from proa.games.borabora.state import Game


def examples(game: Game) -> dict[str, Any]:
    """Return the points of a completed task (BB-15.2)."""
    return {"points": COMPLETE_POINTS}
