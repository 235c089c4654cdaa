"""The texts of the game: a module for each chapter, and what they have in common."""

from __future__ import annotations

from proa.engine.core.texts import TextsSpec
from proa.engine.core.view_types import Source
from toy.messages import say
from toy.texts import sections, turn

TEXTS = TextsSpec(
    questions=turn.QUESTIONS,
    result=lambda game, position: say("The game is over."),
    sections=sections.sections,
    code_for=turn.code_for,
    reveals=turn.reveals,
    sources=(
        Source("laid", say("Cards laid")),
        Source("pairs", say("Pairs")),
        Source("kept", say("Best card kept")),
    ),
)
