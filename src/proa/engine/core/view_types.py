"""The JSON types of a game's views, before messages become text.

The API sends the same. A game may add keys for its own templates: it extends the type (``class
Growth(Preview): bank: Bank``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, NotRequired

from typing_extensions import TypedDict, TypeVar

from proa.engine.messages import Message

SPECTATOR = -1
"""A viewer without a seat, who sees what is public."""
ALL = -2
"""A viewer who sees everything: only after the end, and in research."""


class Question(TypedDict):
    """A question for a seat, as the viewer may know it: a row of the game's table of questions."""

    code: str
    rule: str
    """The number of the rule that asks it."""
    who: str
    """The role in which the seat answers: ``turn``, or a key of the game's own."""
    area: str
    """The part of the table that it is about."""


class Choice(TypedDict):
    """An action that can be chosen now."""

    action: int
    code: str
    label: Message


class Refused(TypedDict):
    """A choice that a player might expect but may not take."""

    code: str
    label: Message
    reason: Message
    rule: str
    """The number of the rule that forbids it, or ""."""


class PremoveText(TypedDict):
    """A premove, as described to the seat that may give it."""

    label: Message
    until: Message
    """When it ends."""


class Line(TypedDict):
    """A line of the table in words, made by :func:`line`: its text, and values for programs."""

    text: Message | str


L = TypeVar("L", default=Line)
B = TypeVar("B", default=Any)
M = TypeVar("M", default=Any)


class Section(TypedDict, Generic[L]):
    """Lines under a heading."""

    heading: Message
    lines: list[L]


def line(text: Message | str, **values: Any) -> Line:
    """Return a line with values for programs."""
    return {"text": text, **values}  # type: ignore[typeddict-item]


class Preview(TypedDict):
    """What a choice would do."""

    title: Message | str
    text: Message | str
    lines: list[Message]
    deltas: NotRequired[list[int]]
    """Points that each seat would win or lose."""


def preview(title: Message | str, text: Message | str = "", *lines: Message | None) -> Preview:
    """Return a preview; lines that are None are left out."""
    return {"title": title, "text": text, "lines": [line for line in lines if line]}


class Note(TypedDict):
    """A note for a first game, shown until it is dismissed."""

    key: str
    title: Message
    text: Message
    rule: str


def note(key: str, title: Message, text: Message, rule: str) -> Note:
    """Return a note."""
    return {"key": key, "title": title, "text": text, "rule": rule}


class Drawing(TypedDict):
    """What the engine adds to a game's board; a game declares its ``previews`` beside them."""

    guide: Note | None
    hint: Message | str | None


class Beats(TypedDict):
    """What the engine adds to what an event changed; alone where no marked thing has changed."""

    beats: int


class View(TypedDict, Generic[L, B, M]):
    """A view: its lines, its board with :class:`Drawing`, and what changed with :class:`Beats`.

    All of it is JSON. A :data:`~proa.engine.messages.Message` is shown as a string, and so is
    ``dict[str, Any]``, because that is the type of a message.
    """

    viewer: int
    to_move: int
    ask: Message
    asked: Question | None
    actions: list[Choice]
    greyed: list[Refused]
    sections: list[Section[L]]
    board: B
    last: NotRequired[M | Beats]


class Thing(TypedDict):
    """Something on the table: what it is and what it is for, shown when the pointer is on it."""

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
    """Return a thing of a player aid."""
    return {"signs": signs, "at": at, "owned": owned, "name": name, "text": text, "rule": rule}


class Chapter(TypedDict):
    """Things under a heading."""

    heading: Message
    things: list[Thing]


class Goal(TypedDict):
    """Something that brings points at the end, and the progress, counted on the viewer's table."""

    text: Message
    count: str
    """A CSS selector: of an element whose text is a number, or of elements that are counted."""
    of: int
    rule: str


class Aid(TypedDict):
    """The player aid beside the table: the aim, a summary to read in a minute, and all things."""

    aim: Message
    minute: list[Message]
    goals: list[Goal]
    chapters: list[Chapter]


class Step(TypedDict):
    """A sentence of "How to play", with drawings and the rule that says more."""

    text: Message
    rule: str
    signs: tuple[str, ...]
    """The symbols that are drawn beside it."""


def step(text: Message, rule: str, *signs: str) -> Step:
    """Return a step of "How to play"."""
    return {"text": text, "rule": rule, "signs": signs}


class HowToPlay(TypedDict):
    """The first page of the rule book: enough to play a first game."""

    aim: Message
    turn: Message
    """The heading over ``steps``."""
    steps: list[Step]
    scoring: list[Step]
    end: Step


class Reason(TypedDict):
    """Where some of a player's points come from."""

    source: str
    """The line of the score sheet that it belongs to."""
    text: Message
    note: Message | str
    points: int
    rule: str
    booked: NotRequired[bool]
    """Whether they came during the game, so that the page can show when."""


class Tie(TypedDict):
    """The rule that decides a tie for the most points, or that the win is shared."""

    text: Message
    rule: str


class Source(NamedTuple):
    """A line of the score sheet."""

    key: str
    heading: Message


@dataclass(frozen=True)
class Marks:
    """What an event changed on the board."""

    data: Mapping[str, Any] = field(default_factory=dict)
    """Data for the board's templates."""
    beats: int = 1
    """How many animation steps it takes to show it."""
