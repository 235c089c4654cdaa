"""What programs send, and what they are answered."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from proa.server.errors import Code as Code

Whole = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Frame = Annotated[int, Field(ge=0, lt=2**31, description="the frame that this answers")]
Choice = Annotated[str, Field(max_length=100)]
Json = dict[str, Any]


# -- what comes in ---------------------------------------------------------------------------


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatOrder(Body):
    """Who is to sit at one seat."""

    who: Literal["me", "friend", "bot"]
    name: str = Field("", max_length=200)
    level: str = Field("", max_length=40, description="of a bot")


class TableOrder(Body):
    """A table to be opened."""

    game: str = Field(max_length=40)
    seats: list[SeatOrder] = Field(max_length=10)
    name: str = Field("", max_length=200)
    edition: str = Field("standard", max_length=40)
    options: dict[str, str] = Field(default_factory=dict)
    pace: Whole | None = Field(None, description="seconds a person has for a decision")
    watchers_chat: bool = False


class Ready(Body):
    """One's share of the seed."""

    nonce: str = Field("", max_length=64, description="hexadecimal digits")


class SitDown(Ready):
    """Taking the seat of an invitation."""

    name: str = Field("", max_length=200)


class Play(Body):
    """One or more choices, played in a row or not at all."""

    frame: Frame
    codes: list[Choice] = Field(min_length=1, max_length=100)


class PremoveOrder(Body):
    """What one answers before one is asked."""

    frame: Frame
    code: Choice
    amount: Whole | None = Field(None, description="where the answer names one")


class Try(Body):
    """Choices to be tried in private."""

    frame: Frame
    codes: list[Choice] = Field(max_length=100)


class At(Body):
    """The frame that a request answers."""

    frame: Frame


class Name(Body):
    """A name."""

    name: str = Field(max_length=200)


class Leave(Body):
    """The level of the bot that takes one's seat."""

    level: str = Field(max_length=40)


class Fill(Body):
    """An open seat to be given to a bot."""

    seat: Whole
    level: str = Field(max_length=40)


class Options(Body):
    """The table's clock, and whether spectators may talk."""

    pace: Whole | None = None
    watchers_chat: bool = False


class Line(Body):
    """Something said at the table."""

    text: str = Field(max_length=2000)
    name: str = Field("", max_length=200, description="of a spectator")
    frame: Whole = Field(-1, description="the frame it refers to; the newest if left out")


class GoOn(Body):
    """A new table from a step of a replay: one's own seats, bots at the others."""

    at: Whole
    seats: list[Whole] = Field(min_length=1, max_length=10)
    level: str = Field(max_length=40)


# -- what goes out ---------------------------------------------------------------------------


class Seat(BaseModel):
    """A seat of a new table."""

    seat: int
    token: str | None = Field(description="plays the seat; keep it secret")
    invite: str | None = Field(description="for whoever is to take an open seat")


class NewTable(BaseModel):
    """A new table."""

    table: str
    commitment: str = Field(description="the server's promise about chance; note it")
    token: str = Field(description="the opener's token, that of the first own seat")
    watch: str = Field(description="the token for spectators")
    seats: list[Seat]


class TakenSeat(BaseModel):
    """A seat that was taken."""

    table: str
    seat: int
    token: str


class Spectator(BaseModel):
    """Somebody who looks on."""

    token: str = Field(description="one's own for looking on at this table")


class MoveResult(BaseModel):
    """Where the table stands after a decision."""

    frame: int = Field(description="the first that shows it; the same as before while it waits")
    latest: int
    status: str
    turn: int | None


class Updates(BaseModel):
    """Counters: one's newest frame, changes of the people, lines of chat."""

    frame: int
    people: int
    chat: int


class View(RootModel[Json]):
    """All that one may see of a position: of each game another, which its package declares."""


class EventText(BaseModel):
    """What happened, in sentences."""

    kind: str
    seat: int | None
    at: float
    sentences: list[str]


class SourceOfPoints(BaseModel):
    """A line of the score sheet."""

    key: str
    heading: str


class Result(BaseModel):
    """The score sheet after the end."""

    sources: list[SourceOfPoints]
    sheets: list[dict[str, int]] = Field(description="of each seat, its points by source")
    scores: list[int]
    winners: list[int] = Field(description="the seats that won, or shared the victory")


class FrameView(BaseModel):
    """A table at one of one's frames."""

    frame: int
    latest: int
    since: int
    viewer: int = Field(description="one's seat; -1 for spectators")
    status: str
    view: View
    told: EventText
    undo: bool
    redo: bool
    result: Result | None = Field(description="after the end")


class Premove(BaseModel):
    """What one has answered before one is asked."""

    code: str
    amount: int | None
    label: str
    until: str = Field(description="when it ends")


class PremoveOffer(BaseModel):
    """What one could answer before one is asked."""

    code: str
    least: int | None = Field(description="the least amount; null where it names none")
    most: int | None
    label: str = Field(description="with # where the amount is")
    until: str = Field(description="when it would end")


class Premoves(BaseModel):
    """One's own standing answer: nobody else is told of it."""

    said: Premove | None = Field(description="what stands now")
    offers: list[PremoveOffer] = Field(description="what could be said now")


class LogEntry(EventText):
    """One of one's frames in sentences."""

    frame: int


class TryOut(BaseModel):
    """What would follow."""

    view: View
    sentences: list[str]
    mine: bool = Field(description="whether one would still be to move")


class ChatEntry(BaseModel):
    """A line of chat; ``frame`` is the reader's own one of that moment."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float
    frame: int
    muted: bool = Field(description="whether one has muted the speaker; the text is empty then")
    mine: bool


class StepText(BaseModel):
    """What happened in a step of a replay."""

    seat: int | None
    sentences: list[str]


class Step(BaseModel):
    """One step of a replay."""

    at: int
    last_step: int
    eye: int | str
    view: View
    told: StepText


class OptionValue(BaseModel):
    """A value that an option of a game may have."""

    value: str
    label: str


class GameOption(BaseModel):
    """An option of a game."""

    name: str
    label: str
    rule: str = Field(description="the rule that it is about")
    players: list[int] = Field(description="with how many; empty: with any number")
    default: str
    values: list[OptionValue]


class GameAbout(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    fewest: int
    most: int
    minutes: int
    sentence: str
    options: list[GameOption]


class Level(BaseModel):
    """A level of bots, or a bot of an installed package."""

    name: str
    label: str
    game: str = ""
    """The only game that it plays; empty: all."""


class SeatInList(BaseModel):
    """A seat of one of one's tables."""

    seat: int
    name: str
    kind: str
    me: bool = Field(description="whether one holds it")


class OwnTable(BaseModel):
    """One of one's tables."""

    id: str
    name: str
    game: str
    title: str
    status: str
    seats: list[SeatInList]
    touched: float = Field(description="when something happened there last, in seconds")
    winners: list[str] = Field(description="who won or shared the victory, if the game is over")
    waits_for: str | None = Field(description="who is to move")
    mine: bool = Field(description="whether that is oneself")


class About(BaseModel):
    """A table in general."""

    id: str = Field(description="empty for spectators and who is invited")
    name: str
    game: str
    title: str
    edition: str
    options: dict[str, str]
    status: str
    turn: int | None
    commitment: str = Field(description="the server's promise about chance")
    pace: int | None = Field(description="seconds a person has for a decision")
    due: float | None = Field(description="when the time of whoever is to move is over")
    watchers_chat: bool
    rematch: str | None = Field(description="the table of the next game")


class Person(BaseModel):
    """A seat and who sits there."""

    seat: int
    name: str
    kind: str
    level: str
    label: str = Field(description="the bot's level in words")
    away: bool
    ready: bool
    me: bool
    turn: bool
    score: int | None = Field(None, description="when the game is over")


class Invitation(BaseModel):
    """An open seat and its link."""

    seat: int
    name: str
    url: str


class InvitationView(BaseModel):
    """What an invitation is to."""

    table: About
    seat: int
    seats: list[Person]


class AtTable(BaseModel):
    """A table, its people, and one's links."""

    table: About
    viewer: int = Field(description="one's seat; -1 for spectators")
    seats: list[Person]
    is_host: bool
    may_chat: bool
    watch_url: str | None = Field(description="for spectators")
    invites: list[Invitation]


class Rejoin(BaseModel):
    """What another device may join one's seat with, once."""

    rejoin: str


class WatchLink(BaseModel):
    """What whoever left a seat may look on with."""

    watch: str


class Rematch(BaseModel):
    """The next game with the same people."""

    table: str
    seats: list[int] = Field(description="one's own")


class UploadedRecord(BaseModel):
    """A record that is kept."""

    record: str


class Empty(BaseModel):
    """It is done, and there is no more to say."""


class Problem(BaseModel):
    """Why something was refused: in a sentence, and for programs."""

    error: str
    code: Code
    limit: Annotated[str | None, Field(description="the setting that forbids it")] = None
    shown: Annotated[
        FrameView | None, Field(description="how the table stands now, where it has moved on")
    ] = None
