"""A lesson: a game in which every decision is written down, with what is said before some."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from proa.engine.messages import Message

if TYPE_CHECKING:
    from proa.engine.core.position import Position


def no_values(position: Position) -> Mapping[str, Any]:
    """Return nothing: the sentence has no values."""
    return {}


@dataclass(frozen=True)
class Step:
    """A decision of the learner, with what is said before it. Codes are separated by blanks."""

    text: Message
    """Tells and asks. It may name ``{answer}``, the label of the first of its answers."""
    answers: str
    """The answers after which the lesson goes on."""
    why: Message
    """Said after any other answer, which is not played."""
    rule: str
    then: str = ""
    """The decisions that follow, of all seats, until the learner is asked again."""
    values: Callable[[Position], Mapping[str, Any]] = no_values
    """The values of both sentences, in the position as the learner knows it."""
    claims: tuple[Callable[[Position], bool], ...] = ()
    """What both sentences say of that position without a value; tests check it."""


class Cue(NamedTuple):
    """What comes next in a lesson."""

    codes: tuple[str, ...]
    """The decisions that may follow; none at the end."""
    step: int
    """The number of the step; at the end, of steps."""
    is_asked: bool
    """Whether the learner decides; if not, the only code is played."""


@dataclass(frozen=True)
class Lesson:
    """A scripted game that a person plays at a table of their own."""

    players: int
    seat: int
    """The learner's seat."""
    seed: int
    """Decides all chance."""
    steps: Sequence[Step]
    end: Message
    """Said after the last step. From there the learner can play on against bots."""
    before: str = ""
    """The decisions before the first step."""
    claims: tuple[Callable[[Position], bool], ...] = ()
    """What ``end`` says of the last position; tests check it."""

    @cached_property
    def cues(self) -> list[Cue]:
        """Return all decisions in order, and the end."""

        def played(codes: str, step: int) -> list[Cue]:
            return [Cue((code,), step, False) for code in codes.split()]

        found = played(self.before, 0)
        for number, step in enumerate(self.steps):
            found.append(Cue(tuple(step.answers.split()), number, True))
            found += played(step.then, number)
        return [*found, Cue((), len(self.steps), False)]

    @property
    def server_part(self) -> str:
        """Return the seed in the form of a server's part of the chance."""
        return f"{self.seed:064x}"

    def values(self, step: int, known: Position) -> dict[str, Any]:
        """Return the values of a step's sentences in the position as the learner knows it."""
        game, row = known.game, self.steps[step]
        answer = game.spec.texts.label(game, known, game.action(row.answers.split()[0]))
        return {"answer": answer, **row.values(known)}

    def cue(self, codes: Sequence[str]) -> Cue | None:
        """Return what comes after these decisions; None if they are not the lesson's."""
        if len(codes) >= len(self.cues):
            return None
        if any(code not in cue.codes for code, cue in zip(codes, self.cues, strict=False)):
            return None
        return self.cues[len(codes)]
