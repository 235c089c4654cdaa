"""Tahiti, by Ralf zur Linde and Ralf E. Kahlert (Franjos, 1995), for 2 to 4 players."""

from __future__ import annotations

from pathlib import Path

from proa.engine.crossing import Preview, Source
from proa.engine.kind import Board, Components, Forms, Kind, Study, Words
from proa.games.tahiti import actions, components, forms, position
from proa.games.tahiti.board import aid, data, drawing, marks
from proa.games.tahiti.rules import flow, knowledge, preparation, scoring
from proa.games.tahiti.rules.questions import QUESTIONS
from proa.games.tahiti.saying import say
from proa.games.tahiti.study import check, dump, events, judgement, observe
from proa.games.tahiti.words import (
    labels,
    questions,
    reasons,
    refusals,
    sections,
    standing,
    story,
)

KIND = Kind(
    name="tahiti",
    title="Tahiti",
    players=(2, 4),  # TA-1.1
    minutes=60,
    sentence=say(
        "Bid for each throw of the die, sail, and tie your boats up in the richest banks."
    ),
    rules_version=1,
    folder=Path(__file__).parent,
    state=position.State.dtype,
    verbs={
        "start": preparation.start,
        "to_move": flow.to_move,
        "legal": flow.legal,
        "apply": flow.apply,
        "outcomes": flow.outcomes,
        "draw": flow.draw,
        "sheet": scoring.sheet,
        "scores": scoring.scores,
        "returns": scoring.returns,
        "observe": observe.observe,
        "resample": knowledge.resample,
        "worth": judgement.worth,
        "quiet": judgement.quiet,
        "narrow": judgement.narrow,
        "prefer": judgement.prefer,
    },
    capacity=position.MOST_BID + 2,
    actions=actions.ROWS,
    components=Components(
        tables=components.Tables.dtype,
        read=components.read,
        options=components.OPTIONS,
        most_players=components.most_players,
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
            Source("white", say("White banks")),
            Source("blue", say("Blue banks")),
            Source("green", say("Green banks")),
            Source("black", say("Black banks")),
            Source("chest", say("Treasure chest")),
        ],
        reasons=reasons.reasons,
        standing=standing.standing,
        rule_prefix="TA",
    ),
    board=Board(
        aid=aid.aid,
        aim="board/aim.svg.jinja",
        masked=data.masked,
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
                "rail",
                "refused",
                "source_icon",
                "status",
                "tips",
            }
        ),
        figures="board/figures.html.jinja",
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
        check=check.check,
        horizon=5,
        event=events.event,
        thought=judgement.SETTINGS,
        levels=judgement.LEVELS,
    ),
    questions=QUESTIONS,
    forms=Forms(
        line=forms.Line,
        board=forms.Board,
        preview=Preview | forms.Placement,
        marks=forms.Marks,
    ),
)
