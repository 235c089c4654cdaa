"""The types of Borneo's view, as programs receive it."""

from __future__ import annotations

from typing import Literal, NotRequired, Unpack

from typing_extensions import TypedDict

from proa.engine.core import view_types
from proa.engine.core.view_types import Preview
from proa.engine.messages import Message


class Values(TypedDict, total=False):
    """Values of a line for programs: of a turn, a row, a harbor or a hand."""

    turn: int
    seat: Message
    company: str
    merchants: list[Message]
    cards: list[Message]
    points: int
    chosen: bool


class Line(view_types.Line, Values):
    """A line of the table in words."""


def line(text: Message | str, **values: Unpack[Values]) -> view_types.Line:
    """Return a line with values for programs."""
    return Line(text=text, **values)


# -- pieces ----------------------------------------------------------------------------------


class Shipment(TypedDict):
    """A shipment card."""

    code: str
    top: list[str]
    low: str
    good: str
    good_name: Message
    worth: int
    name: Message


class Harbor(TypedDict):
    """A harbor card."""

    code: str
    name: Message
    good: str
    good_name: Message
    limit: int
    number: int


class OpenHarbor(Harbor):
    """A harbor on the table, with its shipments and visible flags."""

    slot: int
    pile: list[Shipment]
    flags: dict[str, int]
    told: Message


class Merchant(TypedDict):
    """A merchant in a row; its key stays the same wherever it goes."""

    key: str
    seat: int
    company: str
    company_name: Message
    rank: int
    ordinal: Message


class Standing(Merchant):
    """A merchant, with the number of its row."""

    row: int


class Company(TypedDict):
    """A trading company."""

    key: str
    name: Message


class Row(Company):
    """A company's row of merchants."""

    merchants: list[Merchant]
    told: Message | str


class NumberedCompany(Company):
    """A company, with the number of its row."""

    row: int


class Good(TypedDict):
    """A good."""

    key: str
    name: Message


# -- players and missions --------------------------------------------------------------------


class Status(TypedDict):
    """A player's current state."""

    kind: Literal["now", "lead"]
    text: Message


class Player(TypedDict):
    """A player's open warehouse, and the number of hidden cards."""

    seat: int
    goods: dict[str, int]
    shipments: list[Shipment]
    harbors: list[Harbor]
    hand: int
    missions: int
    points: int
    status: Status | None


class Need(TypedDict):
    """A good that a mission demands, and how much of it the warehouse has."""

    good: str
    has: int


class MissionOf(TypedDict):
    """A mission, and how much of its demand a warehouse has."""

    key: str
    name: Message
    points: int
    left: int
    number: int
    one: bool
    needs: list[Need]
    short: int


class Mission(MissionOf):
    """A mission of the stack."""

    told: Message


class Paying(TypedDict):
    """The mission that is being paid, with what it still lacks."""

    key: str
    name: Message
    points: int
    number: int
    seat: int
    open: bool
    lacks: dict[str, int]


# -- a fight, and a distribution of goods ----------------------------------------------------


class Played(Shipment):
    """A shipment in a fight, and the flags that it shows there."""

    flags: int


class Side(TypedDict):
    """One side of a fight."""

    seat: int
    rank: Message
    place: int
    cards: list[Played]
    flags: int
    total: int
    chooses: bool


class Outlook(TypedDict):
    """A possible result of a fight."""

    title: Message
    text: Message


class Fight(TypedDict):
    """A fight; cards being chosen are included only for viewers who may see them."""

    stage: str
    company: NumberedCompany
    attacker: Side
    defender: Side
    between: list[Merchant]
    bonus: int
    chosen: list[str]
    hidden: bool
    succeeds: bool | None
    outlook: list[Outlook]


class Sharing(TypedDict):
    """A distribution: what is left, and who picks when."""

    kind: str | None
    slot: int
    harbor: Harbor
    harbor_left: bool
    companies: list[Company]
    cards: list[Shipment]
    picks: list[Merchant]


# -- choices ---------------------------------------------------------------------------------


class Forecast(TypedDict):
    """The effect of a shipment at a harbor."""

    slot: int
    code: str
    flags: dict[str, int]
    laid: int
    kind: str | None
    companies: list[Company]
    picks: list[Merchant]
    harbor_to: int | None
    ends_game: bool
    verdict: Message


class Laid(Preview):
    """The effect of a shipment or harbor; for a shipment, at each harbor."""

    forecast: Forecast | list[Forecast]


class Own(TypedDict):
    """The data that a viewer sees in addition to the public board."""

    asked: str
    hand: list[Shipment]
    hand_of: int
    chosen: list[str]
    missions: list[Mission]
    fight: Fight | None
    faces: NotRequired[dict[str, Shipment | Harbor]]


class Board(TypedDict):
    """The public data of the drawing."""

    asked: str
    turn: int
    active: int | None
    last_chance: bool
    companies: list[Row]
    merchants: list[Standing]
    ordinals: list[Message]
    harbors: list[OpenHarbor | None]
    goods: list[Good]
    players: list[Player]
    hand: list[Shipment] | None
    hand_of: int
    chosen: list[str]
    merchant: Merchant | None
    missions: list[Mission]
    deck: int
    discards: list[Shipment]
    harbor_deck: int
    fight: Fight | None
    sharing: Sharing | None
    paying: Paying | None
    faces: dict[str, Shipment | Harbor]


class LaidCard(TypedDict):
    """A shipment that was laid at a harbor."""

    slot: int
    card: str
    seat: int


class Marks(TypedDict):
    """The changes of the last event."""

    merchants: list[str]
    laid: list[LaidCard]
    turned_up: list[int]
    warehouses: list[int]
    missions: list[int]


class Drawn(Board, view_types.Drawing):
    """The board with what each choice would do."""

    previews: dict[str, Preview | Laid]


class Changed(Marks, view_types.Beats):
    """The changes of the last event, and how long they take to show."""


View = view_types.View[Line, Drawn, Changed]
