"""Borneo, by Paolo Mori (daVinci, 2007), for 3 to 5 players."""

from __future__ import annotations

from pathlib import Path

from proa.engine.kind import Kind
from proa.games.borneo import actions, components, dump, events, observe, state, story, view
from proa.games.borneo.rules import ending, flow, knowledge, preparation
from proa.games.borneo.saying import say

KIND = Kind(
    name="borneo",
    title="Borneo",
    players=(state.FEWEST_PLAYERS, state.MOST_PLAYERS),
    minutes=45,
    sentence=say("Ship spices, and push your merchants up in the companies that share them out."),
    rules_version=1,
    folder=Path(__file__).parent,
    state=state.STATE,
    rules=components.RULES,
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
    },
    capacity=state.MOST_SHIPMENTS + state.MOST_HARBORS,
    components=components.read,
    codes=actions.codes,
    features=observe.features,
    sources=[
        ("shipments", say("Shipments")),
        ("harbors", say("Harbors")),
        ("missions", say("Missions")),
    ],
    page=view,
    story=story,
    document=dump.DOCUMENT,
    check=dump.check,
    options=components.OPTIONS,
    most_players=components.most_players,
    horizon=14,
    event=events.event,
    rule_prefix="BO",
)
