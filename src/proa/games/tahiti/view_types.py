"""The types of Tahiti's view, as programs receive it."""

from __future__ import annotations

from typing import Literal, NotRequired, Unpack

from typing_extensions import TypedDict

from proa.engine.core import view_types
from proa.engine.core.view_types import Preview
from proa.engine.messages import Message


class Values(TypedDict, total=False):
    """Values of a line for programs: of a player, a bank, the supply or the disc."""

    seat: Message
    yacht: Message
    boats: int
    pairs: int
    cash: int
    chest: int
    colour: str
    squares: list[str]
    worth: int
    white: int
    blue: int
    green: int
    black: int
    disc: str


class Line(view_types.Line, Values):
    """A line of the table in words."""


def line(text: Message | str, **values: Unpack[Values]) -> view_types.Line:
    """Return a line with values for programs."""
    return Line(text=text, **values)


class Space(TypedDict):
    """A space of the border track."""

    letter: str
    colour: str
    name: Message


class Pair(TypedDict):
    """A pearl with its boat on the sea."""

    square: int
    name: str
    colour: str
    seat: int


class Bank(TypedDict):
    """Connected pearls of one colour."""

    colour: str
    name: Message
    squares: list[int]
    empty: int
    worth: int
    leaders: list[int]
    shares: dict[str, int]


class Supply(TypedDict):
    """The remaining pearls of a colour."""

    colour: str
    name: Message
    left: int
    of: int
    told: Message


class Status(TypedDict):
    """A player's state in the auction."""

    kind: Literal["now", "lead", "out"]
    text: Message


class BankReason(view_types.Reason):
    """A source of points, with the squares of the bank."""

    squares: list[int]


class Money(TypedDict):
    """A player's money, and the sources of points; null behind screens."""

    cash: int | None
    chest: int | None
    reasons: list[BankReason]


class Player(Money):
    """A player, as far as the viewer may know."""

    seat: int
    yacht: int | None
    pearl: str | None
    holds: Message | None
    waiting: int | None
    boats: int
    pairs: int
    banks: int
    status: Status | None


class Auction(TypedDict):
    """The bids so far."""

    bid: int
    bidder: int | None
    first_passer: int | None
    passed: list[int]


class Amounts(TypedDict):
    """The least and the most that can be chosen."""

    low: int
    high: int


class Idle(TypedDict):
    """Turns in a row without a move, and how many more end the game."""

    turns: int
    left: int


class Growth(TypedDict):
    """The bank that a placement would make."""

    colour: str
    worth: int
    leaders: list[int]


class Placement(Preview):
    """What placing a pair would do."""

    square: int
    bank: Growth


class Landing(TypedDict):
    """Where a yacht would go with the die on auction, and what could be placed there."""

    seat: int
    start: int
    end: int
    steps: int
    pearl: str | None
    letter: str | None
    placements: dict[str, Placement]


class Own(TypedDict):
    """The data that a viewer sees in addition to the public board."""

    players: dict[int, Money]
    landing: NotRequired[Landing]
    bids: NotRequired[Amounts | None]
    stash: NotRequired[Amounts | None]


class Board(TypedDict):
    """The public data of the drawing."""

    asked: str
    size: int
    lines: list[str]
    island: int
    spaces: list[Space]
    pairs: list[Pair]
    banks: list[Bank]
    supply: list[Supply]
    disc: str
    next_blank: Message
    die: int
    roller: int
    players: list[Player]
    auction: Auction | None
    bids: Amounts | None
    stash: Amounts | None
    idle: Idle
    landing: Landing | None
    letter: str | None
    anywhere: bool


class Sailed(TypedDict):
    """A yacht that moved."""

    seat: int
    start: int
    end: int


class Placed(TypedDict):
    """A pair that was placed, and the space where its boat had waited (-1: none)."""

    square: int
    seat: int
    waited: int


class Marks(TypedDict):
    """The changes of the last event."""

    yachts: list[Sailed]
    squares: list[Placed]
    waiting: list[int]


class Drawn(Board, view_types.Drawing):
    """The board with what each choice would do."""

    previews: dict[str, Preview | Placement]


class Changed(Marks, view_types.Beats):
    """The changes of the last event, and how long they take to show."""


View = view_types.View[Line, Drawn, Changed]
