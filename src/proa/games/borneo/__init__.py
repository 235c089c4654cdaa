"""Borneo, by Paolo Mori (daVinci, 2007), for 3 to 5 players."""

from __future__ import annotations

from pathlib import Path

from proa.engine.crossing import Preview, Source
from proa.engine.kind import Board, Components, Forms, Kind, Study, Words
from proa.games.borneo import actions, components, forms, position
from proa.games.borneo.board import aid, data, drawing, marks
from proa.games.borneo.rules import ending, flow, knowledge, preparation
from proa.games.borneo.rules.questions import QUESTIONS
from proa.games.borneo.saying import say
from proa.games.borneo.study import dump, events, judgement, liking, narrowing, observe
from proa.games.borneo.words import alone, labels, questions, reasons, refusals, sections, story

KIND = Kind(
    name="borneo",
    title="Borneo",
    players=(position.FEWEST_PLAYERS, position.MOST_PLAYERS),
    minutes=45,
    sentence=say("Ship spices, and push your merchants up in the companies that share them out."),
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
        "sheet": ending.sheet,
        "scores": ending.scores,
        "returns": ending.returns,
        "observe": observe.observe,
        "resample": knowledge.resample,
        "worth": judgement.worth,
        "quiet": judgement.quiet,
        "narrow": narrowing.narrow,
        "prefer": liking.prefer,
    },
    capacity=position.MOST_SHIPMENTS + position.MOST_HARBORS,
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
            Source("shipments", say("Shipments")),
            Source("harbors", say("Harbors")),
            Source("missions", say("Missions")),
        ],
        reasons=reasons.reasons,
        alone=alone.alone,
        rule_prefix="BO",
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
            {"choices", "facing", "figures", "final", "panels", "rail", "refused", "status"}
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
        horizon=14,
        event=events.event,
        thought=judgement.SETTINGS,
        levels=judgement.LEVELS,
    ),
    questions=QUESTIONS,
    forms=Forms(
        line=forms.Line,
        board=forms.Board,
        preview=Preview | forms.Laid,
        marks=forms.Marks,
    ),
)
