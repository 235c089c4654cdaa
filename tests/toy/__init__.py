"""A small game with hidden hands, for the tests: a folder exactly like a game's."""

from pathlib import Path

from proa.engine.kind import Kind, Option
from toy import actions, components, dump, observe, rules, state, story, view
from toy.saying import say

KIND = Kind(
    name="toy",
    title="Toy",
    players=(state.PLAYERS, state.PLAYERS),
    minutes=2,
    sentence=say("Choose what to lay before the tide turns."),
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
        "sheet": rules.sheet,
        "scores": rules.scores,
        "returns": rules.returns,
        "observe": observe.observe,
        "resample": rules.resample,
    },
    capacity=16,
    components=components.read,
    codes=actions.codes,
    features=observe.features,
    sources=(
        ("laid", say("Cards laid")),
        ("pairs", say("Pairs")),
        ("kept", say("Best card kept")),
    ),
    page=view,
    story=story,
    document=dump.DOCUMENT,
    check=dump.check,
    options={
        "tide": Option(say("The tide"), {"wild": say("changes"), "calm": say("is always high")}),
    },
)
