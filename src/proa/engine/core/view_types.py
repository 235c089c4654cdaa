"""What crosses from a game to those who show it: the forms of its JSON, before it is put in words.

Programs get the same by the API. A game may add keys of its own where its own templates want them:
it extends the form (``class Growth(Preview): bank: Bank``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NotRequired, TypedDict

from proa.engine.messages import Message


class Question(TypedDict):
    """What a seat is asked: the row of the game's table of questions, as the viewer may know it."""

    code: str
    rule: str
    """The number of the rule that asks it."""
    who: str
    """As whom the seat answers: ``turn``, or a key of the game's own."""
    area: str
    """Which part of the table it is about."""


class Choice(TypedDict):
    """Something that can be chosen now."""

    action: int
    code: str
    label: Message


class Refused(TypedDict):
    """A choice that one might expect but may not take."""

    code: str
    label: Message
    reason: Message
    rule: str
    """The number of the rule that forbids it, or ""."""


class PremoveText(TypedDict):
    """A standing answer, as it is told to the seat that may give it."""

    label: Message
    until: Message
    """When it ends."""


class Line(TypedDict):
    """A line of the table in words, made by :func:`line`: beside its text what programs want."""

    text: Message | str


class Section(TypedDict):
    """Lines under a heading."""

    heading: Message
    lines: list[Line]


def line(text: Message | str, **values: Any) -> Line:
    """A line, with values for programs."""
    return {"text": text, **values}  # type: ignore[typeddict-item]


class Preview(TypedDict):
    """What a choice would do."""

    title: Message | str
    text: Message | str
    lines: list[Message]
    deltas: NotRequired[list[int]]
    """Points that each seat would win or lose."""


class Note(TypedDict):
    """A note for a first game, shown until it is put away."""

    key: str
    title: Message
    text: Message
    rule: str


class Thing(TypedDict):
    """Something on the table: what it is and what it is for, wherever it is pointed at."""

    signs: tuple[str, ...]
    """The symbols of the game's pieces that draw it; the first is shown beside its name."""
    at: str
    """Where else it is drawn, as a CSS selector, or ""."""
    owned: bool
    """Whether it belongs to the seat whose colour it has."""
    name: Message | str
    text: Message | str
    rule: str


def thing(
    name: Message | str,
    text: Message | str,
    rule: str,
    *signs: str,
    at: str = "",
    owned: bool = False,
) -> Thing:
    """A thing of an aid sheet."""
    return {"signs": signs, "at": at, "owned": owned, "name": name, "text": text, "rule": rule}


class Chapter(TypedDict):
    """Things under a heading."""

    heading: Message
    things: list[Thing]


class Goal(TypedDict):
    """Something that brings points at the end, and how far one is, counted on one's own table."""

    text: Message
    count: str
    """A CSS selector: of an element whose text is a number, or of elements that are counted."""
    of: int
    rule: str


class Aid(TypedDict):
    """What lies beside the table: the aim, what to know in a minute, and every thing there is."""

    aim: Message
    minute: list[Message]
    goals: list[Goal]
    chapters: list[Chapter]


class Reason(TypedDict):
    """Where some of a player's points come from."""

    source: str
    """The line of the score sheet that it stands under."""
    text: Message
    note: Message | str
    points: int
    rule: str
    booked: NotRequired[bool]
    """Whether they came during the game, so that one may ask when."""


class Tie(TypedDict):
    """How the players with the most points are told apart, or that they are not."""

    text: Message
    rule: str


class Source(NamedTuple):
    """A line of the score sheet."""

    key: str
    heading: Message


@dataclass(frozen=True)
class Own:
    """What one viewer is shown beside the public board."""

    data: Mapping[str, Any] = field(default_factory=dict)
    """Laid over the public data: values replace those of the same name, objects are laid over
    objects, and an object whose keys are numbers over the entries of a list (``players``)."""
    guide: Note | None = None
    hint: Message | None = None
    """A sentence below the question."""
    previews: Mapping[str, Preview] = field(default_factory=dict)
    """By the codes of choices."""


@dataclass(frozen=True)
class Marks:
    """What an event changed on the board."""

    data: Mapping[str, Any] = field(default_factory=dict)
    """For the board's templates."""
    beats: int = 1
    """How many moments it takes to see."""
