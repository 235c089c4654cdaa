"""How Borneo shows itself: the functions that :class:`proa.engine.kind.Page` asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.games.borneo.board import marks, masked, own, public
from proa.games.borneo.labels import label
from proa.games.borneo.questions import ask
from proa.games.borneo.reasons import reasons
from proa.games.borneo.refusals import refusals
from proa.games.borneo.sections import sections

if TYPE_CHECKING:
    from proa.engine.game import Game, Position

__all__ = [
    "ask",
    "greyed",
    "label",
    "marks",
    "masked",
    "own",
    "public",
    "reasons",
    "sections",
]


def greyed(game: Game, position: Position, viewer: int) -> list[dict[str, Any]]:
    """Choices one might expect but may not take, each with its reason and rule."""
    return [
        {
            "code": game.code(action),
            "label": label(game, position, action),
            "reason": reason,
            "rule": rule,
        }
        for action, reason, rule in refusals(game, position.fields)
    ]
