"""The database's tables, and their rows as dataclasses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("edition", String(40), nullable=False),
    Column("edition_hash", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("players", Integer, nullable=False),
    Column("status", String(10), nullable=False, index=True),
    Column("host", String(32), nullable=False, index=True),
    Column("server_part", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("last", Integer, nullable=False),
    Column("turn", Integer, nullable=True),
    Column("people", Integer, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("touched", Float(53), nullable=False, index=True),
    Column("watch", String(32), nullable=False, unique=True),
    Column("start", JSON(none_as_null=True), nullable=True),
    Column("pace", Integer, nullable=True),
    Column("due", Float(53), nullable=True, index=True),
    Column("watchers_chat", Boolean, nullable=False),
    Column("talk", Integer, nullable=False),
    Column("rematch", String(32), nullable=True),
    Column("address", String(45), nullable=False, index=True, server_default=""),
    Column("origin", String(100), nullable=False, server_default=""),
    Column("hints", Boolean, nullable=False, server_default=false()),
    Column("bank", Integer, nullable=True),
    Column("increment", Integer, nullable=False, server_default="0"),
    Column("forfeits", Boolean, nullable=False, server_default=false()),
    Column("banks", JSON(none_as_null=True), nullable=True),
    Column("pause", JSON(none_as_null=True), nullable=True),
    Column("undo", Boolean, nullable=False, server_default=true()),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", String(40), nullable=False),
    Column("level", String(40), nullable=False),
    Column("nonce", String(64), nullable=True),
    Column("stand_in", String(40), nullable=False),
    Column("invite", String(32), nullable=True, unique=True),
    Column("standing", String(40), nullable=False, server_default=""),
    Column("standing_amount", Integer, nullable=False, server_default="0"),
    Column("standing_since", Integer, nullable=False, server_default="-1"),
)

holders = Table(
    "holders",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("holder", String(32), primary_key=True, index=True),
)

screens = Table(
    "screens",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("holder", String(32), primary_key=True),
    Column("seat", Integer, nullable=False),
)
"""Which of a guest's seats at a table has their screen; without a row none has."""

shared_replays = Table(
    "shared_replays",
    metadata,
    Column("token", String(32), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    UniqueConstraint("table_id", "seat"),
)
"""The links to replays that anybody can open; a seat has at most one, and may withdraw it."""

named_seats = Table(
    "named_seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
)
"""The seats whose players agreed to be named in shared replays."""

events = Table(
    "events",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("actor", String(80), nullable=False),
    Column("code", Text, nullable=False),
    Column("outcomes", JSON, nullable=False),
    Column("details", JSON, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("digest", String(16), nullable=False),
    Column("seen", BigInteger, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=True),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("event", Integer, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("holder", String(32), nullable=False, index=True, server_default=""),
    Column("phrase", String(20), nullable=False, server_default=""),
)

mutes = Table(
    "mutes",
    metadata,
    Column("holder", String(32), primary_key=True),
    Column("whom", String(32), primary_key=True, index=True),
    Column("blocks", Boolean, nullable=False, server_default=false()),
)
"""Whom guests have muted for themselves; if it ``blocks``, they can't sit down at their tables."""

reports = Table(
    "reports",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("holder", String(32), primary_key=True, index=True),
    Column("whom", String(32), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float(53), nullable=False, index=True),
)

bans = Table(
    "barred",
    metadata,
    Column("who", String(45), primary_key=True),
    Column("what", String(10), primary_key=True),
    Column("until", Float(53), nullable=True),
    Column("since", Float(53), nullable=False),
)

acts = Table(
    "acts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", Float(53), nullable=False, index=True),
    Column("what", String(10), nullable=False),
    Column("whom", String(45), nullable=False),
    Column("why", Text, nullable=False),
)
"""What the host of the server did to whom, and why."""

leases = Table(
    "leases",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("since", Float(53), nullable=False, server_default="0"),
    Column("until", Float(53), nullable=False),
)

beats = Table(
    "beats",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("cleaned_at", Float(53), nullable=False, server_default="0"),
)
"""One row: the time of the last heartbeat, and of the last clean-up (0: unknown)."""

rejoins = Table(
    "rejoins",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("until", Float(53), nullable=False),
    Column("holder", String(32), nullable=False, server_default=""),
)
"""Links to a seat for another device, valid while the guest who made it holds the seat."""

moves = Table(
    "moves",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("holder", String(32), nullable=False),
    Column("until", Float(53), nullable=False),
)

uploads = Table(
    "uploads",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("holder", String(32), nullable=False, index=True),
    Column("document", Text, nullable=False),
    Column("created", Float(53), nullable=False, index=True),
    Column("address", String(45), nullable=False, index=True, server_default=""),
)

reviews = Table(
    "reviews",
    metadata,
    Column("of", String(32), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=True, index=True),
    Column("upload_id", ForeignKey("uploads.id", ondelete="CASCADE"), nullable=True, index=True),
    Column("status", String(10), nullable=False, index=True),
    Column("asked", Float(53), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("owner", String(32), nullable=False),
    Column("until", Float(53), nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("document", Text, nullable=True),
)
"""Of a table or an uploaded record, whose id is ``of``. ``owner`` is the process that computes it
and has the right to do so ``until`` a time. Open cards are a ``version`` of their own."""

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("language", String(10), nullable=True),
    Column("time_zone", String(60), nullable=True),
)
"""A browser that is signed in acts as the guest whose id is the account's."""

bot_accounts = Table(
    "bot_accounts",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
)
"""The accounts of programs, and whose they are: a table of its own, so that rows can be copied in
the order of the tables."""

account_names = Table(
    "account_names",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
)
"""Hashes of how each name looks: no two accounts have the same."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("transports", JSON, nullable=False),
    Column("name", String(40), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("used", Float(53), nullable=True),
)

challenges = Table(
    "challenges",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("holder", String(32), nullable=False),
    Column("account_id", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("until", Float(53), nullable=False, index=True),
)
"""What passkeys were asked to sign: by whose browser, and for which account, which may be new."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
)

mail_addresses = Table(
    "mail_addresses",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("key", String(254), nullable=False, unique=True),
    Column("verified", Float(53), nullable=False),
)
"""Verified addresses only; an address that is not yet verified is in its mailed link."""

mailed_links = Table(
    "mailed_links",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=True, index=True),
    Column("address", String(254), nullable=False),
    Column("until", Float(53), nullable=False, index=True),
)
"""Links of an account add an address to it; others sign in, or make an account."""

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("agent", String(40), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("used", Float(53), nullable=False, index=True),
)

account_tokens = Table(
    "account_tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("created", Float(53), nullable=False),
)

notice_channels = Table(
    "notice_channels",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(10), nullable=False),
    Column("target", Text, nullable=False),
    Column("keys", JSON, nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("created", Float(53), nullable=False),
    Column("failing_since", Float(53), nullable=True),
    Column("reason", String(40), nullable=False),
)
"""Where an account is told of its turns. The hash is of what may be there once: a browser's
endpoint, or an account's target. With ``failing_since`` comes the reason of the last failure."""

notices = Table(
    "notices",
    metadata,
    Column("channel_id", ForeignKey("notice_channels.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("kind", String(10), nullable=False),
    Column("event", Integer, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("due", Float(53), nullable=True, index=True),
    Column("tries", Integer, nullable=False),
    Column("owner", String(32), nullable=False),
    Column("until", Float(53), nullable=False),
)
"""The outbox: what is to be sent and is not sent yet, the newest of each table. ``due`` is empty
for what has failed for good. The process ``owner`` has the right to send ``until`` a time."""

notice_settings = Table(
    "notice_settings",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("quiet_from", Integer, nullable=True),
    Column("quiet_until", Integer, nullable=True),
    Column("wait", Integer, nullable=True),
    Column("silent", JSON, nullable=False),
)
"""An account's quiet hours, in minutes of its day; the seconds before a notice is sent, if not the
server's; and the kinds of notices that it does not want."""

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
        """Return whether somebody may take this seat by its invitation."""
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
    """Where an account is told of its turns."""

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
    """When an account is told, and of what."""

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
