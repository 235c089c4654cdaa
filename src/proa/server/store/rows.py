"""Rows of the database as dataclasses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

WAITING, RUNNING, OVER, FROZEN = "waiting", "running", "over", "frozen"


OPEN, PERSON, BOT = "open", "person", "bot"


QUEUED, COMPUTED, FAILED = "queued", "done", "failed"
"""The states of a review, with ``RUNNING``."""


@dataclass(frozen=True)
class TableRow:
    """A table's row, without its log and seats."""

    id: str
    name: str
    game: str
    edition: str
    edition_hash: str
    rules_version: int
    options: dict[str, str]
    players: int
    status: str
    """``waiting`` for players, ``running``, ``over``, or ``frozen``: its log no longer replays."""
    host: str
    """The id of the guest who opened it."""
    server_part: str
    """The server's part of the seed, as hex: secret until the end."""
    commitment: str
    last: int
    """The number of the last event; -1 before the start."""
    turn: int | None
    """The seat to move."""
    people: int
    """A counter of changes to the seats."""
    created: float
    touched: float
    watch: str
    """The token of the link for spectators."""
    start: dict[str, Any] | None
    """The position it starts from, as a document; None: the game's own start."""
    pace: int | None
    """Seconds a person has for a decision; None: no clock, or a bank."""
    due: float | None
    """When the time of the person to move is over; None: no clock runs."""
    watchers_chat: bool
    talk: int
    """A counter of added and deleted lines of chat; the number of the newest line."""
    rematch: str | None
    """The id of the next table."""
    address: str = ""
    """The client's address, in the form of :func:`proa.server.addresses.rate_limit_key`."""
    origin: str = ""
    """The server's address in the browser that opened it, to which its cookie belongs."""
    hints: bool = False
    """Whether seats may use hints against people."""
    bank: int | None = None
    """Seconds that a seat has for the whole game; None: no clock, or a ``pace``."""
    increment: int = 0
    """Seconds added to a seat's bank after each of its decisions."""
    forfeits: bool = False
    """Whether a seat whose time is over is lost; else a bot stands in until its player returns."""
    banks: list[float] | None = None
    """By seat, the seconds left in its bank when its clock last stopped."""
    pause: dict[str, Any] | None = None
    """``agreed`` (seats) and ``until`` while a pause is asked for; ``left`` (the mover's seconds)
    during the pause."""
    undo: bool = True
    """Whether seats may undo."""

    @property
    def is_paused(self) -> bool:
        """Return whether the clocks stand still and nobody may play."""
        return self.pause is not None and "left" in self.pause


@dataclass(frozen=True)
class SeatRow:
    """A seat of a table."""

    table_id: str
    seat: int
    kind: str
    """``open``, ``person`` or ``bot``."""
    name: str
    level: str
    """The bot's level; empty for others."""
    nonce: str | None
    """The person's part of the seed, as hex; None until they are ready."""
    stand_in: str = ""
    """The level of the bot that plays for an absent person."""
    invite: str | None = None
    """The token of the invitation to an open seat."""
    standing: str = ""
    """The code of the seat's premove; empty for none."""
    standing_amount: int = 0
    standing_since: int = -1
    """The number of the last event that the seat knew then. Later events may end the premove."""
    holders: tuple[str, ...] = ()
    """The guest ids that may play the seat: of browsers by cookie, of programs by token hash."""

    @property
    def bot(self) -> str:
        """Return the level of the bot that plays this seat now; empty if a person does."""
        return self.level if self.kind == BOT else self.stand_in

    @property
    def is_offered(self) -> bool:
        """Return whether a new player may take this seat by its invitation."""
        return self.invite is not None and (self.kind == OPEN or bool(self.bot))


def bot_to_move(table: TableRow, seats: Sequence[SeatRow]) -> bool:
    """Return whether a bot is to move, for itself or for an absent player."""
    return _is_on(table) and table.turn is not None and bool(seats[table.turn].bot)


def calls_bots(table: TableRow, seats: Sequence[SeatRow]) -> bool:
    """Return whether `BotTurns` must check: a bot is to move, or a person with a premove."""
    if not _is_on(table) or table.turn is None:
        return False
    place = seats[table.turn]
    return bool(place.bot or place.standing)


def _is_on(table: TableRow) -> bool:
    return table.status == RUNNING and not table.is_paused


@dataclass(frozen=True)
class ChatLine:
    """A line of chat."""

    number: int
    seat: int | None
    """None for a spectator."""
    name: str
    text: str
    event: int
    """The number of the last event at that time."""
    at: float
    holder: str = ""
    """The author's guest id; only the server's host can see it."""
    phrase: str = ""
    """The id of a ready-made line; ``text`` is then empty."""


@dataclass(frozen=True)
class Ban:
    """A ban by the host of the server."""

    who: str
    """A guest id, or the rate-limit key of an address."""
    what: str
    """``mute`` or ``block``."""
    until: float | None
    """None: permanent."""
    since: float


@dataclass(frozen=True)
class Act:
    """What the host of the server did to whom, and why."""

    at: float
    what: str
    """``mute, unmute, block, unblock, close`` or ``delete``."""
    whom: str
    """A guest id, an address, or a table's id."""
    why: str


@dataclass(frozen=True)
class Report:
    """A reported line of chat, as it was then."""

    table_id: str
    number: int
    whom: str
    """The guest id of its author."""
    name: str
    text: str
    times: int
    """The number of guests that reported it."""
    at: float


@dataclass(frozen=True)
class Channel:
    """A channel that an account's notices are sent to."""

    id: str
    account_id: str
    kind: str
    """``push, mail, webhook`` or ``chat``."""
    target: str
    """The endpoint or address; empty for mail, which goes to the account's verified address."""
    keys: dict[str, str]
    """Of a push subscription ``p256dh`` and ``auth``, with the browser's name; of a webhook its
    ``secret``."""
    created: float
    failing_since: float | None
    reason: str
    """Why the last try failed, as :class:`proa.server.notices.channels.Reason`."""


@dataclass(frozen=True)
class NoticeSettings:
    """An account's settings for notices."""

    quiet_from: int | None = None
    """Minutes of the day, in the account's time zone."""
    quiet_until: int | None = None
    wait: int | None = None
    """Seconds before a notice is sent; None: as the server's settings say."""
    silent: tuple[str, ...] = ()
    """The kinds of notices that the account does not want."""


@dataclass(frozen=True)
class Notice:
    """A notice that waits, and its table as it is now."""

    table_id: str
    kind: str
    """``turn, began, over`` or ``joined``."""
    event: int
    """The number of the table's last event at that time."""
    at: float
    tries: int
    name: str
    game: str
    origin: str
    is_current: bool
    """Whether it still says what is true: a turn may have been taken meanwhile."""


@dataclass(frozen=True)
class Post:
    """What one process may send now, by one channel."""

    channel: Channel
    language: str
    time_zone: str
    address: str
    """The account's verified mail address; empty: none."""
    settings: NoticeSettings
    notices: tuple[Notice, ...]


@dataclass(frozen=True)
class ReviewRow:
    """The state of a review."""

    of: str
    """The id of a table or of an uploaded record."""
    version: int
    is_upload: bool
    status: str
    """``queued, running, done`` or ``failed``."""
    place: int
    """Its place among those that are not done, from 1."""
    done: int
    """How many events are valued."""
    total: int
    """0: unknown."""


@dataclass(frozen=True)
class Event:
    """An event of a table's log."""

    number: int
    kind: str
    """``start, action, undo, resign, takeover, forfeit, return, replaced, joined, pause, resume,
    option, hint`` or ``end``."""
    seat: int | None
    actor: str
    """``person``, ``lone`` (a lone answer, played automatically), ``standing`` (a premove),
    ``evenly`` (the only answer, in older logs; others see these two only after the end),
    ``lesson`` (played by a lesson's script), or a bot's name and budget."""
    code: str
    outcomes: list[str]
    """The codes of the chance outcomes that followed."""
    details: dict[str, Any]
    at: float
    digest: str
    """The digest of the position after it, as hex."""
    seen: int
    """Bit ``viewer + 1`` is set if the event changed what that viewer may see."""


@dataclass(frozen=True)
class AccountRow:
    """An account."""

    id: str
    name: str
    created: float
    language: str | None = None
    time_zone: str | None = None


@dataclass(frozen=True)
class PasskeyRow:
    """A passkey of an account."""

    id: str
    """The credential's id, as base64url."""
    account_id: str
    public_key: bytes
    sign_count: int
    transports: list[str]
    name: str
    created: float
    used: float | None = None


@dataclass(frozen=True)
class SessionRow:
    """A browser that is signed in."""

    hash: str
    """Of its cookie."""
    account_id: str
    agent: str
    """The browser and its system, as it names them."""
    created: float
    used: float
    """When it was used last, to within a day."""
