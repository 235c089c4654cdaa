"""The texts of the game: a module for each chapter, and what they have in common."""

from __future__ import annotations

from proa.engine.core.texts import TextsSpec
from proa.engine.core.view_types import Source
from proa.games.borabora.messages import say
from proa.games.borabora.texts import (
    aftermath,
    build,
    dice,
    expand,
    fire,
    gods,
    helper,
    jewelry,
    materials,
    men_and_women,
    persons,
    preparation,
    reasons,
    sections,
    tasks,
    temple,
    visibility,
)

TEXTS = TextsSpec(
    questions={
        number: row
        for chapter in (
            *(preparation, dice, expand, materials, persons, helper, temple, build, fire),
            *(men_and_women, jewelry, tasks, gods),
        )
        for number, row in chapter.QUESTIONS.items()
    },
    code_for=visibility.code_for,
    reveals=visibility.reveals,
    aftermath=aftermath.aftermath,
    result=aftermath.result,
    tie=aftermath.tie,
    sections=sections.sections,
    reasons=reasons.reasons,
    sources=[
        Source("start", say("Place at the start")),
        Source("fishing", say("Fishing")),
        Source("helper", say("Helper")),
        Source("men_and_women", say("Men and women")),
        Source("building", say("Buildings")),
        Source("red", say("Fish with Red Gods")),
        Source("status", say("Status track")),
        Source("temple", say("Temple")),
        Source("tasks", say("Tasks")),
        Source("god_tiles", say("God tiles")),
        Source("fish", say("Fish at the end")),
        Source("jewelry", say("Jewelry")),
        Source("nine_tasks", say("Nine tasks completed")),
        Source("six_jewelry", say("Six jewelry tiles")),
        Source("full_ceremony", say("All ceremony spaces filled")),
        Source("all_buildings", say("All buildings built")),
        Source("all_regions", say("Huts in all regions")),
        Source("all_persons", say("Twelve men and women")),
    ],
    rule_prefix="BB",
    asks_all=True,
)
