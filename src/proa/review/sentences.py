"""What a review says in words."""

from __future__ import annotations

from proa.engine.core.position import Position
from proa.engine.messages import Message, say
from proa.review.results import Decision


def sentence(position: Position, decision: Decision) -> Message:
    """Return one sentence about a costly decision, which was made in this position."""
    played, best = (
        position.game.spec.texts.label(position.game, position, position.game.action(code))
        for code in (decision.code, decision.best)
    )
    points = f"{decision.cost.points.mean:.1f}"
    if decision.is_mistake:
        return say(
            "Points lost: {points}. Played: {played}. Better: {best}.",
            points=points,
            played=played,
            best=best,
        )
    return say(
        "Points lost: perhaps {points}. Played: {played}. Perhaps better: {best}.",
        points=points,
        played=played,
        best=best,
    )
