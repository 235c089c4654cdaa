"""Bora Bora, by Stefan Feld (alea / Ravensburger, 2013), for 2 to 4 players."""

from __future__ import annotations

from pathlib import Path

from proa.engine.crossing import Source
from proa.engine.kind import Board, Components, Forms, Kind, Study, Words
from proa.games.borabora import actions, components, forms, position
from proa.games.borabora.board import aid, data, drawing, marks
from proa.games.borabora.rules import chance, course, ending, knowledge, preparation
from proa.games.borabora.rules.questions import QUESTIONS
from proa.games.borabora.saying import say
from proa.games.borabora.study import dump, events, judgement, liking, observe
from proa.games.borabora.words import (
    alone,
    labels,
    questions,
    reasons,
    refusals,
    sections,
    standing,
    story,
)

KIND = Kind(
    name="borabora",
    title="Bora Bora",
    players=(2, position.MOST_PLAYERS),  # BB-1.27
    minutes=120,
    sentence=say("Place your dice, settle the islands, and keep the Gods on your side."),
    rules_version=1,
    folder=Path(__file__).parent,
    state=position.State.dtype,
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
        "worth": judgement.worth,
        "quiet": judgement.quiet,
        "prefer": liking.prefer,
    },
    capacity=64,
    actions=actions.ROWS,
    components=Components(
        tables=components.Tables.dtype,
        read=components.read,
        options=components.OPTIONS,
    ),
    words=Words(
        label=labels.label,
        ask=questions.ask,
        sections=sections.sections,
        refusals=refusals.refusals,
        story=story.story,
        code_for=story.code_for,
        reveals=story.reveals,
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
        reasons=reasons.reasons,
        alone=alone.alone,
        standing=standing.standing,
        rule_prefix="BB",
    ),
    board=Board(
        aid=aid.aid,
        aim="board/aim.svg.jinja",
        public=data.public,
        own=data.own,
        marks=marks.marks,
        template="board/board.svg.jinja",
        moment="board/moment.svg.jinja",
        parts="board/parts.html.jinja",
        fills=frozenset(
            {
                "choices",
                "facing",
                "figures",
                "final",
                "panels",
                "rail",
                "refused",
                "round",
                "source_icon",
                "status",
                "tabs",
            }
        ),
        geometry=drawing,
        pieces="board/pieces.svg",
        styles=("board/board.css",),
        table_styles=("board/table.css",),
        sample="board/sample.json",
        portrait="board/portrait.jpg",
    ),
    study=Study(
        observation=observe.slices,
        document=dump.DOCUMENT,
        check=dump.check,
        horizon=40,
        event=events.event,
        thought=judgement.SETTINGS,
        levels=judgement.LEVELS,
    ),
    questions=QUESTIONS,
    forms=Forms(
        line=forms.Line,
        board=forms.Board,
        preview=forms.Prospect,
        marks=forms.Marks,
    ),
)
