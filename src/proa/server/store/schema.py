"""The tables of the database, and their rows as Python."""

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
    MetaData,
    String,
    Table,
    Text,
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
"""Which of the seats that a guest holds at a table has their screen; no row: none of them."""

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
    Column("holder", String(32), nullable=False, server_default=""),
)

mutes = Table(
    "mutes",
    metadata,
    Column("holder", String(32), primary_key=True),
    Column("whom", String(32), primary_key=True),
)

reports = Table(
    "reports",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("holder", String(32), primary_key=True),
    Column("whom", String(32), nullable=False),
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
"""One row: when a server that answers people was last there, and when one last looked after the
tables (0: not known)."""

rejoins = Table(
    "rejoins",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("until", Float(53), nullable=False),
)

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

WAITING, RUNNING, OVER, FROZEN = "waiting", "running", "over", "frozen"
OPEN, PERSON, BOT = "open", "person", "bot"


@dataclass(frozen=True)
class TableRow:
    """What is stored of a table beside its log and seats."""

    id: str
    name: str
    game: str
    edition: str
    edition_hash: str
    rules_version: int
    options: dict[str, str]
    players: int
    status: str
    """``waiting`` for people, ``running``, ``over``, or ``frozen``: its log no longer replays."""
    host: str
    """The holder who opened it."""
    server_part: str
    """The server's share of the seed, as hex: a secret until the end."""
    commitment: str
    last: int
    """The number of the last event; -1 before the start."""
    turn: int | None
    """The seat to move."""
    people: int
    """Rises whenever something about the seats changes."""
    created: float
    touched: float
    watch: str
    """The token of the link for spectators."""
    start: dict[str, Any] | None
    """The position it starts from, as a document; None: the game's own start."""
    pace: int | None
    """Seconds a person has for a decision before a bot stands in; None: no clock."""
    due: float | None
    """When a bot stands in for the person to move."""
    watchers_chat: bool
    talk: int
    """Rises with every line of chat, and when one is deleted; the number of the newest line."""
    rematch: str | None
    """The table of the next game."""
    address: str = ""
    """From where it was opened, as :func:`proa.server.addresses.rate_limit_key` counts it."""
    origin: str = ""
    """The address of the server at which it was opened in a browser, where its cookie is."""


@dataclass(frozen=True)
class SeatRow:
    """Who sits at one seat of a table."""

    table_id: str
    seat: int
    kind: str
    """``open``, ``person`` or ``bot``."""
    name: str
    level: str
    """The bot's level; empty for others."""
    nonce: str | None
    """The person's share of the seed, as hex; None until they are ready."""
    stand_in: str = ""
    """The level of the bot that plays for an absent person."""
    invite: str | None = None
    """The token of the link by which an open seat is taken."""
    standing: str = ""
    """The code of what they have answered beforehand; empty for nothing."""
    standing_amount: int = 0
    standing_since: int = -1
    """The number of the event that they knew then. What came since may have ended it."""
    holders: tuple[str, ...] = ()
    """Who may play for the seat: guests by cookie, clients by the hash of their token."""

    @property
    def bot(self) -> str:
        """The level of the bot that plays here now; empty when a person does."""
        return self.level if self.kind == BOT else self.stand_in


def bot_to_move(table: TableRow, seats: Sequence[SeatRow]) -> bool:
    """Whether a bot is to move, for itself or for somebody who is away."""
    return table.status == RUNNING and table.turn is not None and bool(seats[table.turn].bot)


def calls_bots(table: TableRow, seats: Sequence[SeatRow]) -> bool:
    """Whether robots are to look: a bot is to move, or somebody for whom they may answer."""
    if table.status != RUNNING or table.turn is None:
        return False
    place = seats[table.turn]
    return bool(place.bot or place.standing)


@dataclass(frozen=True)
class ChatLine:
    """What somebody said at a table."""

    number: int
    seat: int | None
    """None for a spectator."""
    name: str
    text: str
    event: int
    """The last event when it was said."""
    at: float
    holder: str = ""
    """Who said it; nobody but the server's host is told."""


@dataclass(frozen=True)
class Ban:
    """Somebody whom the host of the server has muted or shut out."""

    who: str
    """A holder, or an address as it is counted."""
    what: str
    """``mute`` or ``block``."""
    until: float | None
    """None: for good."""
    since: float


@dataclass(frozen=True)
class Report:
    """A line of chat as it was when somebody reported it."""

    table_id: str
    number: int
    whom: str
    """The holder who said it."""
    name: str
    text: str
    times: int
    """By how many."""
    at: float


@dataclass(frozen=True)
class Event:
    """One event of a table's log."""

    number: int
    kind: str
    """``start, action, undo, resign, takeover, return, option`` or ``end``."""
    seat: int | None
    actor: str
    """``person``, ``lone`` (a lone answer, played for them), ``standing`` (what they had answered
    beforehand), ``evenly`` (their only answer, in older logs: nobody else is told
    of these two before the end), or a bot's name and budget."""
    code: str
    outcomes: list[str]
    """The codes of the chance outcomes that followed."""
    details: dict[str, Any]
    at: float
    digest: str
    """Of the position after it, as hex."""
    seen: int
    """Bit ``viewer + 1`` says whether the event changed what that viewer may see."""
