"""Borneo, by Paolo Mori (daVinci, 2007), for 3 to 5 players."""

from __future__ import annotations

from pathlib import Path

from proa.engine.core.game_spec import (
    AnalysisSpec,
    BoardSpec,
    ComponentsSpec,
    GameSpec,
    ViewTypes,
)
from proa.engine.core.texts import OldTextsSpec
from proa.engine.core.view_types import Preview, Source
from proa.games.borneo import actions, components, state, view_types
from proa.games.borneo.ai import evaluation, observe, prune, score_actions
from proa.games.borneo.board import aid, data, drawing, examples, marks, previews
from proa.games.borneo.documents import dump, events
from proa.games.borneo.messages import say
from proa.games.borneo.rules import ending, flow, knowledge, preparation
from proa.games.borneo.rules.questions import QUESTIONS
from proa.games.borneo.texts import (
    labels,
    only_answer,
    questions,
    reasons,
    refusals,
    sections,
    story,
    ties,
)

SPEC = GameSpec(
    name="borneo",
    title="Borneo",
    players=(state.FEWEST_PLAYERS, state.MOST_PLAYERS),
    minutes=45,
    sentence=say("Ship spices, and push your merchants up in the companies that distribute them."),
    rules_version=1,
    folder=Path(__file__).parent,
    state=state.State.dtype,
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
        "evaluate": evaluation.evaluate,
        "is_quiet": evaluation.is_quiet,
        "prune": prune.prune,
        "score_actions": score_actions.score_actions,
    },
    capacity=state.MOST_SHIPMENTS + state.MOST_HARBORS,
    actions=actions.ROWS,
    components=ComponentsSpec(
        tables=components.Tables.dtype,
        read=components.read,
        options=components.OPTIONS,
        most_players=components.most_players,
    ),
    texts=OldTextsSpec(
        hint=data.below,
        note=data.note,
        previews=previews.previews,
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
        only_answer=only_answer.only_answer,
        tie=ties.tie,
        rule_prefix="BO",
    ),
    board=BoardSpec(
        aid=aid.aid,
        examples=examples.examples,
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
    analysis=AnalysisSpec(
        observation=observe.slices,
        document=dump.DOCUMENT,
        check=dump.check,
        horizon=14,
        event=events.event,
        search_settings=evaluation.SETTINGS,
        levels=evaluation.LEVELS,
    ),
    questions=QUESTIONS,
    view_types=ViewTypes(
        line=view_types.Line,
        board=view_types.Board,
        preview=Preview | view_types.Laid,
        marks=view_types.Marks,
    ),
)
