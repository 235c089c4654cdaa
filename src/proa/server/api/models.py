"""Responses of the API."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field, RootModel

from proa.review.results import Estimate, Review
from proa.server.errors import Code as Code

Json = dict[str, Any]


class Seat(BaseModel):
    """A seat of a new table."""

    seat: int
    token: str | None = Field(description="plays the seat; keep it secret")
    invite: str | None = Field(description="gives an open seat to its first user")


class NewTable(BaseModel):
    """A new table."""

    table: str
    commitment: str = Field(description="the server's commitment about chance; store it")
    token: str = Field(description="the host's token, also of the first own seat")
    watch: str = Field(description="the token for spectators")
    seats: list[Seat]


class TakenSeat(BaseModel):
    """A seat that you took."""

    table: str
    seat: int
    token: str


class Spectator(BaseModel):
    """A spectator of a table."""

    token: str = Field(description="your own token for watching this table")


class MoveResult(BaseModel):
    """The state of the table after an action."""

    frame: int = Field(description="the next frame, which shows it; unchanged if there is none yet")
    latest: int
    status: str
    turn: int | None


class Updates(BaseModel):
    """Counters: your newest frame, changes of the seats, changes of the chat."""

    frame: int
    people: int
    chat: int


class TableLine(BaseModel):
    """A line of the stream of your tables. It says that something changed, never what."""

    table: str
    status: str = Field(description="closed: you can no longer see it; the rest is left out then")
    seat: int = Field(-1, description="your seat; -1 without one, or if you must choose one")
    mine: bool = Field(False, description="whether a seat of yours is to move")
    frame: int = Field(-1, description="your newest frame, as that seat")
    people: int = Field(0, description="counts changes of the seats")
    chat: int = Field(0, description="counts changes of the chat")


class View(RootModel[Json]):
    """What you may see of a position. Its type depends on the game, which declares it."""


class EventText(BaseModel):
    """An event in sentences."""

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
    sheets: list[dict[str, int]] = Field(description="for each seat, its points by source")
    scores: list[int]
    winners: list[int] = Field(description="the seats that won, or shared the win")
    lost: list[int] = Field(description="the seats that were lost on time and rank last")


class FrameView(BaseModel):
    """One of your frames of a table."""

    frame: int
    latest: int
    since: int
    viewer: int = Field(description="your seat; -1 for spectators")
    status: str
    view: View
    told: EventText
    undo: bool
    redo: bool
    result: Result | None = Field(description="after the end")


class Premove(BaseModel):
    """A premove that you have set."""

    code: str
    amount: int | None
    label: str
    until: str = Field(description="when it ends")


class PremoveOffer(BaseModel):
    """A premove that you could set."""

    code: str
    least: int | None = Field(description="the lowest amount; null if it has none")
    most: int | None
    label: str = Field(description="# stands for the amount")
    until: str = Field(description="when it would end")


class Premoves(BaseModel):
    """Your premove and possible ones; nobody else can see them."""

    said: Premove | None = Field(description="the present premove")
    offers: list[PremoveOffer] = Field(description="premoves that you can set now")


class LogEntry(EventText):
    """One of your frames in sentences."""

    frame: int


class TryOut(BaseModel):
    """What would follow."""

    view: View
    sentences: list[str]
    mine: bool = Field(description="whether you would still be to move")


class ChatEntry(BaseModel):
    """A line of chat; ``frame`` is your own frame of that moment."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float
    frame: int
    phrase: str = Field(description="the id of a ready-made line; its text is in your language")
    muted: bool = Field(description="whether you muted the author; the text is empty then")
    blocked: bool = Field(description="whether the author can't sit down at your tables")
    mine: bool


class StepText(BaseModel):
    """A step of a replay in sentences."""

    seat: int | None
    sentences: list[str]


class Step(BaseModel):
    """A step of a replay."""

    at: int
    last_step: int
    eye: int | str
    view: View
    told: StepText


class HintView(BaseModel):
    """What a bot that knows what you know would play."""

    code: str
    sentence: str
    second: str = Field(description="the code of the next best choice")
    points: Estimate = Field(description="how much more the choice is worth")
    line: list[str] = Field(description="what you might play next, as far as that can be foreseen")
    frame: int = Field(description="your newest frame: the log tells everybody about the hint")


class ReviewState(BaseModel):
    """The review of a finished game, and how far it is."""

    status: str = Field(description="none, queued, running, done or failed")
    place: Annotated[int | None, Field(description="in the queue, from 1")] = None
    done: Annotated[int, Field(description="events that are valued")] = 0
    total: Annotated[int, Field(description="all events; 0: not known yet")] = 0
    review: Review | None = None


class OptionValue(BaseModel):
    """A value of a game's option."""

    value: str
    label: str


class GameOption(BaseModel):
    """An option of a game."""

    name: str
    label: str
    rule: str = Field(description="the rule that it changes")
    players: list[int] = Field(description="numbers of players that have it; empty: all")
    default: str
    values: list[OptionValue]


class GameAbout(BaseModel):
    """A game that this server offers."""

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
    """A seat of one of your tables."""

    seat: int
    name: str
    kind: str
    me: bool = Field(description="whether it is yours")


class OwnTable(BaseModel):
    """One of your tables."""

    id: str
    name: str
    game: str
    title: str
    status: str
    seats: list[SeatInList]
    touched: float = Field(description="time of the last change, in seconds since 1970")
    winners: list[str] = Field(description="names of the winners, if the game is over")
    waits_for: str | None = Field(description="name of the seat to move")
    mine: bool = Field(description="whether that is you")


class Pause(BaseModel):
    """A pause of the clocks, or the request for one."""

    on: bool = Field(description="whether the game is paused; else players have to agree")
    agreed: list[int] = Field(description="the seats that want it")
    until: float | None = Field(description="when the request expires")


class About(BaseModel):
    """General data of a table."""

    id: str = Field(description="empty for spectators and invited guests")
    name: str
    game: str
    title: str
    edition: str
    options: dict[str, str]
    status: str
    turn: int | None
    commitment: str = Field(description="the server's commitment about chance")
    pace: int | None = Field(description="seconds a person has for a decision")
    bank: int | None = Field(description="seconds a person has for the whole game")
    increment: int = Field(description="seconds added to the bank after each decision")
    forfeits: bool = Field(description="whether a seat is lost when its time is over")
    due: float | None = Field(description="when the mover's time is over")
    pause: Pause | None = Field(description="a pause, or the request for one")
    undo: bool = Field(description="whether seats may undo")
    watchers_chat: bool
    hints: bool = Field(description="whether seats may use hints against people")
    rematch: str | None = Field(description="the table of the next game")


class Person(BaseModel):
    """A seat and who sits there."""

    seat: int
    name: str
    kind: str
    level: str
    label: str = Field(description="the bot's level in words")
    away: bool
    lost: bool = Field(description="whether the seat was lost on time, so it ranks last")
    left: float | None = Field(
        description="seconds left in its bank when its clock last stopped; the mover's runs to due"
    )
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
    """The seat and table of an invitation."""

    table: About
    seat: int
    seats: list[Person]


class AtTable(BaseModel):
    """A table, its seats, and your links."""

    table: About
    viewer: int = Field(description="your seat; -1 for spectators")
    seats: list[Person]
    is_host: bool
    may_chat: bool
    may_hint: bool = Field(description="whether you may use hints")
    watch_url: str | None = Field(description="for spectators")
    invites: list[Invitation]


class Rejoin(BaseModel):
    """A token with which another device can join your seat, once."""

    rejoin: str


class WatchLink(BaseModel):
    """The token with which you can watch after leaving a seat."""

    watch: str


class Rematch(BaseModel):
    """The next game with the same people."""

    table: str
    seats: list[int] = Field(description="your own")


class UploadedRecord(BaseModel):
    """A stored record."""

    record: str


class Empty(BaseModel):
    """Success, without data."""


class Problem(BaseModel):
    """The reason of a refusal: a message for people and a code for programs."""

    error: str
    code: Code
    limit: Annotated[str | None, Field(description="the setting that forbids it")] = None
    shown: Annotated[
        FrameView | None, Field(description="your newest frame, if the game has moved on")
    ] = None
