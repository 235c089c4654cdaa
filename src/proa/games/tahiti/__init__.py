"""Tahiti, by Ralf zur Linde and Ralf E. Kahlert (Franjos, 1995), for 2 to 4 players."""

from __future__ import annotations

from pathlib import Path

from proa.engine.kind import Kind
from proa.games.tahiti import actions, components, dump, events, observe, rules, state, story, view
from proa.games.tahiti.saying import say

KIND = Kind(
    name="tahiti",
    title="Tahiti",
    players=(2, 4),
    minutes=60,
    sentence=say(
        "Bid for each throw of the die, sail, and tie your boats up in the richest banks."
    ),
    rules_version=1,
    folder=Path(__file__).parent,
    state=state.STATE,
    rules=components.RULES,
    verbs={
        "start": rules.start,
        "to_move": rules.to_move,
        "legal": rules.legal,
        "apply": rules.apply,
        "outcomes": rules.outcomes,
        "draw": rules.draw,
        "sheet": rules.sheet,
        "scores": rules.scores,
        "returns": rules.returns,
        "observe": observe.observe,
        "resample": rules.resample,
    },
    capacity=state.MOST_BID + 2,
    components=components.read,
    codes=actions.codes,
    features=observe.features,
    sources=[
        ("white", say("White banks")),
        ("blue", say("Blue banks")),
        ("green", say("Green banks")),
        ("black", say("Black banks")),
        ("chest", say("Treasure chest")),
    ],
    page=view,
    story=story,
    document=dump.DOCUMENT,
    check=dump.check,
    options=components.OPTIONS,
    most_players=components.most_players,
    horizon=5,
    event=events.event,
    rule_prefix="TA",
)
