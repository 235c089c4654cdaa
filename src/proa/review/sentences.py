"""What a review says in words."""

from __future__ import annotations

from proa.bots.levels import LEVELS
from proa.engine.core.position import Position
from proa.engine.messages import Message, join_list, say
from proa.review.level_errors import level_errors
from proa.review.results import Decision, Estimate


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


def per_decision(error: Estimate) -> str:
    """Return the points lost per decision, and half the width of the interval."""
    half = (error.high - error.low) / 2
    mean = f"{error.mean:z.2f}".replace("-", "−")
    return f"{mean} ±{half:.2f}" if half else mean


def levels_sentence(game: str, players: int) -> Message | None:
    """Return what bots of the levels lose per decision; None if nobody has measured it."""
    found = level_errors(game, players)
    if found is None:
        return None
    levels = [
        say("{level}: {points}", level=LEVELS[name].label, points=per_decision(error))
        for name, error in found.levels.items()
    ]
    return say(
        "Points that bots lose per decision, {n} of one level at a table: {levels}.",
        n=found.players,
        levels=join_list(levels),
    )
