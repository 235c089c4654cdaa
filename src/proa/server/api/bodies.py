"""Bodies of the API's requests."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from proa.server.tables.time_control import TimeControl

Whole = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Frame = Annotated[int, Field(ge=0, lt=2**31, description="the frame that this answers")]
Choice = Annotated[str, Field(max_length=100)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Clock(Body):
    """The time of every seat: a pace, or a bank with an increment; neither: no clock."""

    pace: Whole | None = Field(None, description="seconds a person has for a decision")
    bank: Whole | None = Field(None, description="seconds a person has for the whole game")
    increment: Whole = Field(0, description="seconds added to the bank after each decision")

    @property
    def time(self) -> TimeControl:
        return TimeControl(self.pace, self.bank, self.increment)


class SeatOrder(Body):
    """A seat in the request for a new table."""

    who: Literal["me", "friend", "bot"]
    name: str = Field("", max_length=200)
    level: str = Field("", max_length=40, description="of a bot")


class TableOrder(Clock):
    """A table to be opened."""

    game: str = Field(max_length=40)
    seats: list[SeatOrder] = Field(max_length=10)
    name: str = Field("", max_length=200)
    edition: str = Field("standard", max_length=40)
    options: dict[str, str] = Field(default_factory=dict)
    forfeits: bool = Field(
        False,
        description="whether a seat is lost when its time is over; else a bot stands in until its "
        "player returns",
    )
    undo: bool = Field(True, description="whether seats may undo")
    shuffled: bool = Field(False, description="whether the seats are dealt at random")
    watchers_chat: bool = False
    hints: bool = Field(False, description="whether seats may use hints against people")


class Ready(Body):
    """Your part of the seed."""

    nonce: str = Field("", max_length=64, description="hexadecimal digits")


class SitDown(Ready):
    """The wish to take the seat of an invitation."""

    name: str = Field("", max_length=200)


class Play(Body):
    """One or more actions, played in a row or not at all."""

    frame: Frame
    codes: list[Choice] = Field(min_length=1, max_length=100)


class PremoveOrder(Body):
    """A premove to be set."""

    frame: Frame
    code: Choice
    amount: Whole | None = Field(None, description="if the premove has one")


class Try(Body):
    """Actions to be tried out in private."""

    frame: Frame
    codes: list[Choice] = Field(max_length=100)


class At(Body):
    """The frame that a request answers."""

    frame: Frame


class Name(Body):
    """A name."""

    name: str = Field(max_length=200)


class Leave(Body):
    """The level of the bot that takes your seat."""

    level: str = Field(max_length=40)


class Replacement(Body):
    """The seat of a player who left, for a bot or for anyone with its invitation."""

    seat: Whole
    level: str | None = Field(
        None, max_length=40, description="of the bot; without it the seat gets an invitation"
    )


class Fill(Body):
    """An open seat to be given to a bot."""

    seat: Whole
    level: str = Field(max_length=40)


class Options(Clock):
    """The table's clock, and whether spectators may chat."""

    watchers_chat: bool = False


class Line(Body):
    """A line of chat."""

    text: str = Field("", max_length=2000)
    phrase: str = Field("", max_length=20, description="a ready-made line instead of a text")
    name: str = Field("", max_length=200, description="of a spectator")
    frame: Whole = Field(-1, description="the frame it refers to; the newest if left out")


class GoOn(Body):
    """A new table from a step of a replay: your own seats, bots at the others."""

    at: Whole
    seats: list[Whole] = Field(min_length=1, max_length=10)
    level: str = Field(max_length=40)


Minute = Annotated[int, Field(ge=0, lt=24 * 60, description="minutes of your day")]


class ChannelOrder(Body):
    """A new channel for notices."""

    kind: Literal["webhook", "chat", "mail"]
    target: str = Field(
        "",
        max_length=1000,
        description="an address with https, of a chat service in the form of Apprise, or none:"
        " mails go to your account's address",
    )


class NoticeTimes(Body):
    """Quiet hours, the wait before a notice, and the kinds that you don't want."""

    quiet_from: Minute | None = None
    quiet_until: Minute | None = None
    time_zone: str = Field("", max_length=60, description="as Europe/Riga; empty: UTC")
    wait: Whole | None = Field(None, description="seconds before a notice is sent")
    silent: list[Literal["turn", "began", "over", "joined"]] = Field(
        default_factory=list, max_length=4
    )
