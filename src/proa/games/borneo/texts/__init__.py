"""The texts of the game: a module for each chapter, and what they have in common."""

from __future__ import annotations

from proa.engine.core.texts import TextsSpec
from proa.engine.core.view_types import Source
from proa.games.borneo.messages import say
from proa.games.borneo.texts import (
    after_fight,
    companies,
    distribution,
    drawing,
    ending,
    fight,
    knowledge,
    missions,
    preparation,
    reasons,
    sections,
    shipment,
)

TEXTS = TextsSpec(
    questions={
        **preparation.QUESTIONS,
        **missions.QUESTIONS,
        **companies.QUESTIONS,
        **fight.QUESTIONS,
        **after_fight.QUESTIONS,
        **shipment.QUESTIONS,
        **distribution.QUESTIONS,
        **drawing.QUESTIONS,
    },
    aftermath=ending.aftermath,
    result=ending.result,
    tie=ending.tie,
    code_for=knowledge.code_for,
    reveals=knowledge.reveals,
    sections=sections.sections,
    reasons=reasons.reasons,
    sources=[
        Source("shipments", say("Shipments")),
        Source("harbors", say("Harbors")),
        Source("missions", say("Missions")),
    ],
    rule_prefix="BO",
)
