"""A small game with hidden hands, for the tests: a folder exactly like a game's."""

from pathlib import Path

from proa.engine.crossing import Source
from proa.engine.kind import Components, Kind, Option, Study, Words
from toy import actions, components, position, questions, rules
from toy.saying import say
from toy.study import dump, observe
from toy.words import standing, story, view

KIND = Kind(
    name="toy",
    title="Toy",
    players=(position.PLAYERS, position.PLAYERS),
    minutes=2,
    sentence=say("Choose what to lay before the tide turns."),
    rules_version=1,
    folder=Path(__file__).parent,
    state=position.State.dtype,
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
    components=Components(
        tables=components.Tables.dtype,
        read=components.read,
        options={
            "tide": Option(
                say("The tide"), {"wild": say("changes"), "calm": say("is always high")}
            ),
        },
    ),
    words=Words(
        label=view.label,
        ask=view.ask,
        sections=view.sections,
        refusals=view.refusals,
        story=story.story,
        code_for=story.code_for,
        reveals=story.reveals,
        alone=view.alone,
        standing=standing.standing,
        sources=(
            Source("laid", say("Cards laid")),
            Source("pairs", say("Pairs")),
            Source("kept", say("Best card kept")),
        ),
    ),
    study=Study(observation=observe.slices, document=dump.DOCUMENT, check=dump.check),
    questions=questions.QUESTIONS,
)
