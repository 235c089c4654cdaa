"""A small game with hidden hands for the tests, with the same folder layout as any game."""

from pathlib import Path

from proa.engine.core.game_spec import AnalysisSpec, ComponentsSpec, GameSpec, Option
from toy import actions, components, questions, rules, state
from toy.ai import observe
from toy.documents import dump
from toy.messages import say
from toy.texts import TEXTS

SPEC = GameSpec(
    name="toy",
    title="Toy",
    players=(state.PLAYERS, state.PLAYERS),
    minutes=2,
    sentence=say("Choose what to lay before the tide turns."),
    rules_version=1,
    folder=Path(__file__).parent,
    state=state.State.dtype,
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
    actions=actions.ROWS,
    components=ComponentsSpec(
        tables=components.Tables.dtype,
        read=components.read,
        options={
            "tide": Option(
                say("The tide"), {"wild": say("changes"), "calm": say("is always high")}
            ),
        },
    ),
    texts=TEXTS,
    analysis=AnalysisSpec(observation=observe.slices, document=dump.DOCUMENT, check=dump.check),
    questions=questions.QUESTIONS,
)
