"""The types of Bora Bora's view, as programs receive it."""

from __future__ import annotations

from typing import NotRequired, Unpack

from typing_extensions import TypedDict

from proa.engine.core import view_types
from proa.engine.core.view_types import Preview
from proa.engine.messages import Message
from proa.games.borabora.mat_types import Goal, Mat, PlainTask


class Values(TypedDict, total=False):
    """Values of a line for programs: of the round, a tile, a region or a player."""

    n: int
    building: int
    priest: int
    lowest: int
    code: str
    seat: Message
    steps: int
    position: int
    points: int
    dice: list[int]
    offerings: int
    shells: int
    tiles: int
    priests: int
    hand: list[int]
    cards: int
    known: list[int]
    normal: int
    last: int
    free: int
    done: int
    task: str
    progress: list[list[int | None]]


class Line(view_types.Line, Values):
    """A line of the table in words."""


def line(text: Message | str, **values: Unpack[Values]) -> view_types.Line:
    """Return a line with values for programs."""
    return Line(text=text, **values)


# -- the table -------------------------------------------------------------------------------


class Worth(TypedDict):
    """What a building and a priest score in a round."""

    building: int
    priest: int


class Fish(TypedDict):
    """The fish tile of a region."""

    kind: str
    name: Message
    value: int


class Region(TypedDict):
    """A region of the islands."""

    name: str
    title: Message
    island: str
    terrain: str
    resource: str
    brings: Message
    fish: Fish | None
    owner: int | None
    aside: list[int]


class Path(TypedDict):
    """A path between two regions."""

    start: str
    end: str
    kind: str
    value: int


class Action(TypedDict):
    """An action of a die on a tile."""

    key: str
    title: Message


class PlacedDie(TypedDict):
    """A die on an action tile."""

    seat: int
    value: int


class Tile(TypedDict):
    """An action tile; a combined one has two actions."""

    key: str
    spot: str
    actions: list[Action]
    dice: list[PlacedDie]
    lowest: int | None


class Displayed(TypedDict):
    """A person on the display."""

    id: str
    sex: str
    type: str
    symbols: int
    name: Message
    title: Message


class TempleSpace(TypedDict):
    """A space of the temple."""

    value: int
    seat: int | None
    told: Message


class Temple(TypedDict):
    """The temple: its spaces from left to right, who would take the God tile, how many are left."""

    spaces: list[TempleSpace]
    leader: int | None
    tiles: int


class Marker(TypedDict):
    """A player's place on the status track."""

    seat: int
    steps: int
    points: int


class Track(TypedDict):
    """The status track: its points, and the markers from furthest ahead to furthest back."""

    track: list[int]
    markers: list[Marker]


class Jewel(TypedDict):
    """A tile of jewelry on the display."""

    kind: str
    name: Message
    cost: int
    points: int
    title: Message


class Gods(TypedDict):
    """The open God cards, the draw pile and the discard pile."""

    row: list[str]
    left: int
    discarded: dict[str, int]


# -- the whole -------------------------------------------------------------------------------


class Own(TypedDict):
    """The data that a viewer sees in addition to the public board."""

    players: dict[int, Mat]
    mat: NotRequired[int]
    offer: NotRequired[list[Goal]]


class Board(TypedDict):
    """The public data of the drawing; ``a`` and ``b`` are the arguments of the question."""

    asked: str
    area: str
    focus: str
    mat: int
    a: int
    b: int
    round: int
    phase: str
    rounds: list[Worth]
    order: list[int]
    regions: list[Region]
    paths: list[Path]
    tiles: list[Tile]
    people: dict[str, list[Displayed | None]]
    temple: Temple
    status: Track
    jewelry: list[list[Jewel | None]]
    offer: list[PlainTask] | list[Goal]
    gods: Gods
    players: list[Mat]


# -- choices ---------------------------------------------------------------------------------


class More(TypedDict, total=False):
    """Further data of some choices. ``short``, ``brief`` and ``many`` are for small places: an
    action tile, a button. ``gods`` are the Gods that a choice needs, ``lights`` the ids of what it
    reaches on the board."""

    short: Message
    brief: Message
    many: Message
    task: Message | str
    pushes: int | None
    gods: list[str]
    lights: list[str]


class PreviewText(More):
    """The effect of a choice without points."""

    title: Message | str
    text: Message | str
    lines: list[Message]


class Prospect(Preview, More):
    """The effect of a choice."""


# -- what the last event changed -------------------------------------------------------------


class NewHut(TypedDict):
    """A hut on a building space."""

    region: str
    seat: int


class NewDie(TypedDict):
    """A die that was placed."""

    tile: str
    seat: int
    value: int


class NewBuilding(TypedDict):
    """A building that was built."""

    seat: int
    value: int


class NewMaterial(TypedDict):
    """A material that was laid."""

    seat: int
    space: int


class Scored(TypedDict, total=False):
    """What phase C scores automatically, by seat, and who took the God tile; empty at other
    times."""

    status: list[int]
    temple: list[int]
    tile: int | None


class Marks(TypedDict):
    """The changes of the last event."""

    huts: list[NewHut]
    fish: list[str]
    dice: list[NewDie]
    taken: list[str]
    persons: list[str]
    temple: list[int]
    buildings: list[NewBuilding]
    spaces: list[NewMaterial]
    scored: Scored


class Drawn(Board, view_types.Drawing):
    """The board with what each choice would do."""

    previews: dict[str, Prospect]


class Changed(Marks, view_types.Beats):
    """The changes of the last event, and how long they take to show."""


View = view_types.View[Line, Drawn, Changed]
