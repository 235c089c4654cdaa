"""The toy's questions. The number of cards in a hand is public, the cards are not."""

from __future__ import annotations

from typing import Any

from proa.engine.core.game_spec import PremoveSpec, QuestionSpec, QuestionsSpec
from toy.actions import DRAW
from toy.state import CHOOSING, DECIDING, State


def is_empty_handed(rules: Any, state: State) -> bool:
    """Return whether the mover has no cards: then all see that drawing or passing is left."""
    return state.player[state.mover].held == 0


def next_turn(rules: Any, state: State, seat: int) -> int | None:
    """Return how many turns the seat has had, or None after its last turn."""
    had: int = (state.turns + state.players - 1 - seat) // state.players
    return had if had < rules.rounds else None


NEXT_DRAW = PremoveSpec("draw", next_turn, lambda rules, state, amount: DRAW)


def asked(state: State) -> int:
    """Return the question of the phase."""
    return state.phase


QUESTIONS = QuestionsSpec(
    asked,
    {
        DECIDING: QuestionSpec(
            "turn", "", "hand", "draw choose pass", public=is_empty_handed, premoves=(NEXT_DRAW,)
        ),
        CHOOSING: QuestionSpec("choosing", "", "hand", "choose lay", public=False),
    },
)
