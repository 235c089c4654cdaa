"""Borneo, by Paolo Mori (daVinci, 2007), for 3 to 5 players."""

from __future__ import annotations

from pathlib import Path

from proa.engine.core.game_spec import (
    AnalysisSpec,
    BoardSpec,
    ComponentsSpec,
    GameSpec,
    Option,
)
from proa.games.borneo import actions, components, state, view_types
from proa.games.borneo.ai import evaluation, observe, prune, score_actions
from proa.games.borneo.board import aid, data, drawing, examples, how_to_play, marks
from proa.games.borneo.documents import dump, edition, events
from proa.games.borneo.lesson import LESSON
from proa.games.borneo.messages import say
from proa.games.borneo.rules import ending, flow, knowledge, preparation
from proa.games.borneo.rules.questions import QUESTIONS
from proa.games.borneo.texts import TEXTS

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
        read=edition.read,
        options={
            "keep": Option(
                say("A fighter keeps"),
                {"matching": say("any card showing the company"), "any": say("any card")},
                rule="BO-14.1",
            ),
            "fourth": Option(
                say("Fourth merchant"),
                {"off": say("three merchants each"), "on": say("four merchants each")},
                rule="BO-14.3",
                players=(3,),
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
    view=view_types.View,
    lesson=LESSON,
)
