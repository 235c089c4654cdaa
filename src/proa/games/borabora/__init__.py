"""Bora Bora, by Stefan Feld (alea / Ravensburger, 2013), for 2 to 4 players."""

from __future__ import annotations

from pathlib import Path

from proa.engine.core.game_spec import (
    AnalysisSpec,
    BoardSpec,
    ComponentsSpec,
    GameSpec,
    Option,
)
from proa.games.borabora import actions, components, state, view_types
from proa.games.borabora.ai import evaluation, observe, score_actions
from proa.games.borabora.board import aid, data, drawing, examples, how_to_play, marks
from proa.games.borabora.documents import dump, edition, events
from proa.games.borabora.lesson import LESSON
from proa.games.borabora.messages import say
from proa.games.borabora.rules import chance, ending, flow, knowledge, preparation
from proa.games.borabora.rules.questions import QUESTIONS
from proa.games.borabora.texts import TEXTS

SPEC = GameSpec(
    name="borabora",
    title="Bora Bora",
    players=(2, state.MOST_PLAYERS),  # BB-1.27
    minutes=120,
    sentence=say("Place your dice, settle the islands, and keep the Gods on your side."),
    rules_version=1,
    folder=Path(__file__).parent,
    state=state.State.dtype,
    verbs={
        "start": preparation.start,
        "to_move": flow.to_move,
        "legal": flow.legal,
        "apply": flow.apply,
        "outcomes": chance.outcomes,
        "draw": chance.draw,
        "sheet": ending.sheet,
        "scores": ending.scores,
        "returns": ending.returns,
        "observe": observe.observe,
        "resample": knowledge.resample,
        "evaluate": evaluation.evaluate,
        "is_quiet": evaluation.is_quiet,
        "score_actions": score_actions.score_actions,
    },
    capacity=64,
    actions=actions.ROWS,
    components=ComponentsSpec(
        tables=components.Tables.dtype,
        read=edition.read,
        options={
            "status": Option(
                say("Status track"),
                {"primary": say("twenty spaces"), "alternative": say("fourteen spaces")},
                rule="BB-20.1",
            ),
            "ring": Option(
                say("Outer water ring"),
                {"on": say("with the four outer paths"), "off": say("without them")},
                rule="BB-20.2",
            ),
            "hands": Option(
                say("God cards in hand"),
                {"hidden": say("hidden"), "open": say("visible to all")},
                rule="BB-20.3",
            ),
        },
    ),
    texts=TEXTS,
    board=BoardSpec(
        aid=aid.aid,
        how_to_play=how_to_play.how_to_play,
        examples=examples.examples,
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
    analysis=AnalysisSpec(
        observation=observe.slices,
        document=dump.DOCUMENT,
        check=dump.check,
        horizon=40,
        event=events.event,
        search_settings=evaluation.SETTINGS,
        levels=evaluation.LEVELS,
    ),
    questions=QUESTIONS,
    view=view_types.View,
    lesson=LESSON,
)
