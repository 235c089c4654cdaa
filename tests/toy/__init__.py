"""A small game with hidden hands for the tests, with the same folder layout as any game."""

from pathlib import Path

from proa.engine.core.game_spec import AnalysisSpec, ComponentsSpec, GameSpec, Option, TextsSpec
from proa.engine.core.view_types import Source
from toy import actions, components, questions, rules, state
from toy.ai import observe
from toy.documents import dump
from toy.messages import say
from toy.texts import premoves, story, view

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
    texts=TextsSpec(
        label=view.label,
        ask=view.ask,
        sections=view.sections,
        refusals=view.refusals,
        story=story.story,
        code_for=story.code_for,
        reveals=story.reveals,
        only_answer=view.only_answer,
        premove=premoves.premove,
        sources=(
            Source("laid", say("Cards laid")),
            Source("pairs", say("Pairs")),
            Source("kept", say("Best card kept")),
        ),
    ),
    analysis=AnalysisSpec(observation=observe.slices, document=dump.DOCUMENT, check=dump.check),
    questions=questions.QUESTIONS,
)
