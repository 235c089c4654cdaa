"""The types of a player board in Bora Bora's view, and of tasks."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from proa.engine.messages import Message

# -- tasks -----------------------------------------------------------------------------------


class Requirement(TypedDict):
    """What a task requires, and of which kind."""

    what: str
    which: str | None


class Wanted(Requirement):
    """A requirement, and the number needed."""

    need: int


class Progress(Wanted):
    """A requirement, and the number that a player has; null if it depends on a hidden hand."""

    have: int | None


class Named(TypedDict):
    """A task by its name."""

    task: str
    text: Message | str


class Task(Named):
    """A task, and whether it has a crane."""

    crane: bool


class PlainTask(Task):
    """A task without any player's progress."""

    needs: list[Wanted]
    have: None
    done: bool


class Goal(Task):
    """A task with a player's progress."""

    needs: list[Progress]
    have: int | None
    need: int
    done: bool


class HeldGoal(Goal):
    """A player's task; ``yellow``: a Yellow God would complete it."""

    yellow: bool


# -- a player board --------------------------------------------------------------------------


class Die(TypedDict):
    """A player's die, and its tile."""

    value: int
    tile: str | None


class Cards(TypedDict):
    """God cards in hand: their number, those the viewer knows, and how many of these everybody
    knows."""

    number: int
    shown: list[str]
    known: dict[str, int]
    open: bool


class Person(TypedDict):
    """A man or a woman on a player board."""

    id: str
    sex: str
    type: str
    symbols: int
    shifted: bool
    name: Message


class PersonSpace(TypedDict):
    """One of the spaces 1 to 12."""

    kind: Literal["person", "free", "hut", "last"]
    person: NotRequired[Person]
    huts: NotRequired[int]


class Huts(TypedDict):
    """The huts on normal spaces, and those on the 12th."""

    normal: int
    last: int


class CeremonySpace(TypedDict):
    """One of the twelve ceremony spaces."""

    material: str
    filled: bool
    built: bool


class Building(TypedDict):
    """A building tile, and its site."""

    value: int
    site: str | None


class OwnJewel(TypedDict):
    """A tile of jewelry that a player owns."""

    kind: str
    name: Message
    points: int


class Jewelry(TypedDict):
    """A player's jewelry."""

    tiles: list[OwnJewel]
    points: int


class Mat(TypedDict):
    """One player board, as far as the viewer may know."""

    seat: int
    place: int | None
    points: int
    later: int
    dice: list[Die]
    offerings: int
    shells: int
    god_tiles: int
    priests: int
    steps: int
    cards: Cards
    regions: list[str]
    persons: list[Person]
    spaces: list[PersonSpace]
    free: int
    huts: Huts
    ceremony: list[CeremonySpace]
    buildings: list[Building]
    beside: list[str]
    jewelry: Jewelry
    tasks: list[HeldGoal]
    done: list[Named]
    status: None
