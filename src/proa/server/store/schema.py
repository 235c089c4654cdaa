"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    literal_column,
    or_,
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

PLAYED_FOR = or_(
    seats.c.kind == literal_column("'bot'"),
    seats.c.stand_in != literal_column("''"),
    seats.c.standing != literal_column("''"),
)
"""Whether the server may have to answer for a seat. The values are written out, as databases use
the index for a query only then."""
Index("ix_seats_played_for", seats.c.table_id, postgresql_where=PLAYED_FOR, sqlite_where=PLAYED_FOR)

holders = Table(
    "holders",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("holder", String(32), primary_key=True, index=True),
)

former_seats = Table(
    "former_seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("holder", String(32), primary_key=True, index=True),
)
"""The seats that accounts gave up but that still have their names."""

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
"""The channels that accounts' notices are sent to. The hash is of what may be there once: the
endpoint of a browser, or an account's target. With ``failing_since`` comes the reason of the last
failure."""

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
