"""Tahiti, by Ralf zur Linde and Ralf E. Kahlert (Franjos, 1995), for 2 to 4 players."""

from __future__ import annotations

from pathlib import Path

from proa.engine.core.game_spec import (
    AnalysisSpec,
    BoardSpec,
    ComponentsSpec,
    GameSpec,
    Option,
)
from proa.games.tahiti import actions, components, state, view_types
from proa.games.tahiti.ai import evaluation, observe
from proa.games.tahiti.board import aid, data, drawing, examples, how_to_play, marks
from proa.games.tahiti.documents import check, dump, edition, events
from proa.games.tahiti.lesson import LESSON
from proa.games.tahiti.messages import say
from proa.games.tahiti.rules import flow, knowledge, preparation, scoring
from proa.games.tahiti.rules.questions import QUESTIONS
from proa.games.tahiti.texts import TEXTS

SPEC = GameSpec(
    name="tahiti",
    title="Tahiti",
    players=(2, 4),  # TA-1.1
    minutes=60,
    sentence=say("Bid for each roll of the die, sail, and moor your boats in the richest banks."),
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
        "sheet": scoring.sheet,
        "scores": scoring.scores,
        "returns": scoring.returns,
        "observe": observe.observe,
        "resample": knowledge.resample,
        "evaluate": evaluation.evaluate,
        "is_quiet": evaluation.is_quiet,
        "prune": evaluation.prune,
        "score_actions": evaluation.score_actions,
    },
    capacity=state.MOST_BID + 2,
    actions=actions.ROWS,
    components=ComponentsSpec(
        tables=components.Tables.dtype,
        read=edition.read,
        options={
            "money": Option(
                say("Other players' money"),
                {"screened": say("behind screens"), "open": say("open")},
                rule="TA-10.1",
            ),
            "tie": Option(
                say("Final tie"),
                {"shared": say("shared win"), "chest": say("more in the chest wins")},
                rule="TA-10.2",
            ),
        },
        most_players=components.most_players,
    ),
    texts=TEXTS,
    board=BoardSpec(
        aid=aid.aid,
        how_to_play=how_to_play.how_to_play,
        examples=examples.examples,
        aim="board/aim.svg.jinja",
        mask=data.masked,
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
    analysis=AnalysisSpec(
        observation=observe.slices,
        document=dump.DOCUMENT,
        check=check.check,
        horizon=5,
        event=events.event,
        search_settings=evaluation.SETTINGS,
        levels=evaluation.LEVELS,
    ),
    questions=QUESTIONS,
    view=view_types.View,
    lesson=LESSON,
)
