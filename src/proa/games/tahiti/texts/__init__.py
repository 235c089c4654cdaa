"""The texts of the game: a module for each chapter, and what they have in common."""

from __future__ import annotations

from proa.engine.core.texts import TextsSpec
from proa.engine.core.view_types import Source
from proa.games.tahiti.messages import say
from proa.games.tahiti.texts import (
    auction,
    disc,
    ending,
    preparation,
    reasons,
    sailing,
    sections,
)

TEXTS = TextsSpec(
    questions={
        **preparation.QUESTIONS,
        **disc.QUESTIONS,
        **auction.QUESTIONS,
        **sailing.QUESTIONS,
    },
    aftermath=ending.ended,
    result=ending.result,
    tie=ending.tie,
    sections=sections.sections,
    reasons=reasons.reasons,
    sources=[
        Source("white", say("White banks")),
        Source("blue", say("Blue banks")),
        Source("green", say("Green banks")),
        Source("black", say("Black banks")),
        Source("chest", say("Treasure chest")),
    ],
    rule_prefix="TA",
)
