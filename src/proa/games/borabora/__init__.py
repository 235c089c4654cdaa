"""Bora Bora, by Stefan Feld (alea / Ravensburger, 2013), for 2 to 4 players."""

from __future__ import annotations

from pathlib import Path

from proa.engine.kind import Kind
from proa.games.borabora import actions, components, dump, events, observe, state, story, view
from proa.games.borabora.rules import chance, course, ending, knowledge, preparation
from proa.games.borabora.saying import say

KIND = Kind(
    name="borabora",
    title="Bora Bora",
    players=(2, state.MOST_PLAYERS),
    minutes=120,
    sentence=say("Place your dice, settle the islands, and keep the Gods on your side."),
    rules_version=1,
    folder=Path(__file__).parent,
    state=state.STATE,
    rules=components.RULES,
    verbs={
        "start": preparation.start,
        "to_move": course.to_move,
        "legal": course.legal,
        "apply": course.apply,
        "outcomes": chance.outcomes,
        "draw": chance.draw,
        "sheet": ending.sheet,
        "scores": ending.scores,
        "returns": ending.returns,
        "observe": observe.observe,
        "resample": knowledge.resample,
    },
    capacity=64,
    components=components.read,
    codes=actions.codes,
    features=observe.features,
    sources=[
        ("start", say("Place at the start")),
        ("fishing", say("Fishing")),
        ("helper", say("Helper")),
        ("men_and_women", say("Men and women")),
        ("building", say("Buildings")),
        ("red", say("Fish with Red Gods")),
        ("status", say("Status track")),
        ("temple", say("Temple")),
        ("tasks", say("Tasks")),
        ("god_tiles", say("God tiles")),
        ("fish", say("Fish at the end")),
        ("jewelry", say("Jewelry")),
        ("nine_tasks", say("Nine tasks completed")),
        ("six_jewelry", say("Six jewelry tiles")),
        ("full_ceremony", say("All ceremony spaces filled")),
        ("all_buildings", say("All buildings built")),
        ("all_regions", say("Huts in all regions")),
        ("all_persons", say("Twelve men and women")),
    ],
    page=view,
    story=story,
    document=dump.DOCUMENT,
    check=dump.check,
    options=components.OPTIONS,
    horizon=40,
    event=events.event,
    rule_prefix="BB",
)
