"""What seats are asked: how many cards a hand holds is open, which they are is not."""

from __future__ import annotations

from typing import Any

from proa.engine.core.game_spec import PremoveSpec, QuestionSpec, QuestionsSpec
from toy.actions import DRAW
from toy.state import CHOOSING, DECIDING, State


def is_empty_handed(rules: Any, state: State) -> bool:
    """Without cards all see what is left: to draw, or to pass."""
    return state.player[state.mover].held == 0


def next_turn(rules: Any, state: State, seat: int) -> int | None:
    """How many turns the seat has had: none is left after the last."""
    had: int = (state.turns + state.players - 1 - seat) // state.players
    return had if had < rules.rounds else None


NEXT_DRAW = PremoveSpec("draw", next_turn, lambda rules, state, amount: DRAW)


def asked(state: State) -> int:
    """The question of the phase."""
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
