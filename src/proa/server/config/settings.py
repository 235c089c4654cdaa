"""All settings of a server: folders, addresses, limits.

:mod:`proa.server.config.config_loader` fills them from the command line, the environment and a
file. A new setting needs only a new field.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import tempfile
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import sqlalchemy as sa
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field
from pydantic.dataclasses import dataclass
from throttled.exceptions import DataError
from throttled.rate_limiter import Quota, quota_parser

from proa.engine.errors import BadOption, ProaError
from proa.engine.processors import usable_processors
from proa.server.addresses import Networks
from proa.server.config import privacy

KEY_BYTES = 32
ALL, PAGES, SEARCHES = "all", "pages", "searches"
"""The roles of a server: serve pages, play the bots' turns, or both."""


MOST_OF_ADDRESS = 254
_ADDRESS = re.compile(
    r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+", re.ASCII | re.IGNORECASE
)
MOST_AT_ONCE = 10**9
"""The highest allowed rate."""


class Unfit(ProaError, ValueError):
    """A bad value of a setting; the message continues a sentence that begins with the value."""


def _database(url: str) -> str:
    try:
        is_known = not url or sa.make_url(url).get_backend_name() in ("sqlite", "postgresql")
    except (sa.exc.ArgumentError, ValueError):
        is_known = False
    if not is_known:
        raise Unfit("is not a database: write it as postgresql://USER@HOST/NAME; SQLite needs none")
    return url


def _site(url: str) -> str:
    parts = urlsplit(url)
    if url and not (parts.scheme in ("http", "https") and parts.hostname and parts.path in "/"):
        raise Unfit("is not a site: write it as https://proa.example, without a path")
    return url


def _mail_address(address: str) -> str:
    if address and not is_mail_address(address):
        raise Unfit("is not a mail address: write it as proa@example.org")
    return address


def is_mail_address(text: str) -> bool:
    """Return whether a text has the form of a mail address, as HTML defines it for its fields."""
    return len(text) <= MOST_OF_ADDRESS and _ADDRESS.fullmatch(text) is not None


def _split(named: object) -> object:
    return tuple(filter(None, named.replace(",", " ").split())) if isinstance(named, str) else named


def _networks(named: tuple[str, ...]) -> tuple[str, ...]:
    try:
        Networks(named)
    except ValueError:
        raise Unfit("names no address: write them as 127.0.0.1, 10.0.0.0/8") from None
    return named


def _quotas(written: str) -> list[Quota]:
    if written == "off":
        return []
    quotas = quota_parser.parse(written)
    if len(quotas) != 1:
        raise DataError
    return quotas


def _rate(written: str) -> str:
    """Check a rate such as ``20/minute`` by Throttled's parser; return it."""
    try:
        for quota in _quotas(written):
            if max(quota.get_limit(), quota.burst) > MOST_AT_ONCE:
                raise DataError
    except (DataError, ValueError, OverflowError):
        raise Unfit("is not a rate: write it as 20/minute, 100/hour burst 20, or off") from None
    return written


def address_of(listening: str) -> tuple[str, int]:
    """Return host and port of an address to listen on; raise :class:`ValueError` if it is none."""
    parts = urlsplit(f"//{listening}")
    if not parts.hostname or not parts.port or parts.netloc != listening or parts.username:
        raise ValueError(listening)
    return parts.hostname, parts.port


def _listening(address: str) -> str:
    try:
        if address:
            address_of(address)
    except ValueError:
        raise Unfit("is not an address to listen on: write it as 127.0.0.1:9464") from None
    return address


Count = Annotated[int, Field(ge=1, le=10**9)]
Seconds = Annotated[float, Field(ge=0.1, le=10**9)]
Rate = Annotated[str, AfterValidator(_rate)]
Hours = Annotated[float, Field(ge=0.01, le=10**6)]
Addresses = Annotated[tuple[str, ...], BeforeValidator(_split), AfterValidator(_networks)]


@dataclass(frozen=True, config=ConfigDict(use_attribute_docstrings=True))
class Settings:
    """The settings of one server. ``proa settings`` prints the description of each field."""

    data_dir: Path
    """The folder of tables and keys; by default the user's own."""
    database_url: Annotated[str, AfterValidator(_database)] = Field("", repr=False)
    """A database, as ``postgresql://USER@HOST/NAME``; empty: a SQLite file in the data folder."""
    database_password_file: Path | None = None
    """A file that contains only the password of the database."""
    public_url: Annotated[str, AfterValidator(_site)] = ""
    """The address people use when a proxy stands in front, as ``https://proa.example``."""
    host: str = "127.0.0.1"
    """The address to listen on."""
    port: Annotated[int, Field(ge=1, le=65535)] | None = None
    """The port to listen on; by default 8000, or without ``public_url`` the next free one."""
    role: Literal["all", "pages", "searches"] = "all"
    """What this server does: serve pages, play the bots' turns, or both. Servers with the same
    database can share the work."""
    processes: Annotated[int, Field(ge=1, le=64)] = 1
    """Processes that take requests from one port; more than one per core is useless."""
    workers: Count | None = None
    """Processes that search for bots; by default one less than there are cores."""
    searches: Count = 8
    """Searches of bots that may run at once in one process."""
    trusted_proxies: Addresses = ()
    """Addresses and networks of proxies whose ``X-Forwarded-For`` and ``-Proto`` are trusted."""
    connections_an_address: Count = 300
    """Connections from one address to one process; trusted proxies have no limit."""
    connections_in_all: Count = 4000
    """Open connections of one process."""
    head_seconds: Seconds = 20
    """Seconds for the head of a request, from its first byte."""
    head_bytes: Count = 64 * 1024
    """Bytes in the head of a request."""
    requests_waiting: Count = 20
    """Requests that may wait on one connection while an earlier one is processed."""
    body_seconds: Seconds = 60
    """Seconds for the body of a request."""
    answer_seconds: Seconds = 60
    """Seconds in which a client must read its response."""
    mail_host: str = ""
    """The SMTP server that takes the mails of this one; empty: it sends none. Mails also need
    ``mail_from``, and ``public_url`` for the links in them."""
    mail_port: Annotated[int, Field(ge=1, le=65535)] = 587
    """The port of the SMTP server."""
    mail_tls: Literal["starttls", "implicit", "off"] = "starttls"
    """How the connection to the SMTP server is encrypted; ``off`` is for one on this machine."""
    mail_user: str = ""
    """The user at the SMTP server; empty: it asks for none."""
    mail_password_file: Path | None = None
    """A file that contains only the password at the SMTP server."""
    mail_from: Annotated[str, AfterValidator(_mail_address)] = ""
    """The address that mails come from."""
    notices_after: Annotated[float, Field(ge=0, le=30 * 24 * 3600)] = 60
    """Seconds before an account is notified of its turn, in which it may take it. Each account may
    choose others."""
    notice_networks: Addresses = ()
    """Private addresses and networks that notices may be sent to, such as that of a home's own
    chat server; with and without TLS. Public addresses are reached by TLS alone."""
    channels_an_account: Count = 20
    """Channels for notices that one account may have."""
    drill: bool = False
    """Whether this is a test of a backup, written by `proa admin restore --drill`. Other settings
    may then not lead out of the folder."""
    log_level: Literal["debug", "info", "warning", "error"] | None = None
    """The lowest level that is logged; by default warnings, for `proa serve` requests (info)."""
    log_json: bool = False
    """Whether the log is JSON, one object a line; else text."""
    metrics: Annotated[str, AfterValidator(_listening)] = ""
    """An address where Prometheus can read metrics, as ``127.0.0.1:9464``; further processes use
    the next ports."""
    tables_a_guest: Count = 40
    """Waiting or running tables, opened by one guest (a browser, or a program's token)."""
    tables_an_address: Count = 200
    """Waiting or running tables, opened from one address."""
    tables_in_all: Count = 5000
    """Waiting or running tables on this server."""
    empty_table_hours: Hours = 12
    """Hours after which a table is closed that only its host has joined."""
    waiting_table_hours: Hours = 14 * 24
    """Hours after which a table is closed that others have joined, but whose game has not begun."""
    undos_a_turn: Count = 60
    """Decisions that one seat may undo before another seat decides."""
    undos_a_game: Count = 500
    """Decisions that one seat may undo in a whole game."""
    options_a_game: Count = 50
    """Changes of a running game's clock and chat settings."""
    chat_lines_a_page: Count = 50
    """Lines of chat in a page or response; older ones have a link."""
    chat_lines_a_table: Count = 2000
    """Lines of chat stored for a table; the oldest are deleted."""
    mutes_a_guest: Count = 500
    """People whom one guest can mute."""
    streams_a_guest: Count = 12
    """Pages of one guest with an open event stream, in one process."""
    streams_an_address: Count = 150
    """Pages from one address with an open event stream, in one process."""
    streams_in_all: Count = 3000
    """Pages with an open event stream, in one process."""
    upload_bytes: Count = 256 * 1024
    """Bytes of an uploaded record."""
    uploads_a_guest: Count = 100
    """Uploaded records stored for one guest; ``proa tidy`` deletes old ones."""
    uploads_an_address: Count = 300
    """Uploaded records stored from one address."""
    uploads_in_all: Count = 4000
    """Uploaded records stored on this server."""
    review_seconds: Seconds = 60
    """Seconds of a core for the review of a finished game."""
    reviews_waiting: Count = 50
    """Reviews that may wait for their turn."""
    rates: bool = True
    """Whether the following rates are limited, in each process."""
    look_rate_a_guest: Rate = "600/minute"
    """Pages and other requests that change nothing, by one guest; ``off``: any number."""
    look_rate_an_address: Rate = "3000/minute"
    """The same from one address."""
    post_rate_a_guest: Rate = "300/minute"
    """Decisions and other requests that change something, by one guest."""
    post_rate_an_address: Rate = "1500/minute"
    """The same from one address."""
    opening_rate_a_guest: Rate = "30/hour"
    """New tables, including rematches, by one guest."""
    opening_rate_an_address: Rate = "200/hour"
    """The same from one address."""
    upload_rate_a_guest: Rate = "30/hour"
    """Records uploaded by one guest."""
    upload_rate_an_address: Rate = "100/hour"
    """The same from one address."""
    chat_rate_a_guest: Rate = "20/minute"
    """Lines of chat by one guest."""
    chat_rate_an_address: Rate = "150/minute"
    """The same from one address."""
    undo_rate_a_guest: Rate = "60/minute"
    """Undo and redo by one guest."""
    undo_rate_an_address: Rate = "600/minute"
    """The same from one address."""
    try_rate_a_guest: Rate = "120/minute"
    """Turns tried out in private by one guest."""
    try_rate_an_address: Rate = "1200/minute"
    """The same from one address."""
    replay_rate_a_guest: Rate = "60/minute"
    """Replays, results and records opened by one guest; steps in them count as looks."""
    replay_rate_an_address: Rate = "600/minute"
    """The same from one address."""
    hint_rate_a_guest: Rate = "20/minute"
    """Hints by one guest."""
    hint_rate_an_address: Rate = "100/minute"
    """The same from one address."""
    review_rate_a_guest: Rate = "20/hour"
    """Reviews of finished games that one guest asks for."""
    review_rate_an_address: Rate = "60/hour"
    """The same from one address."""
    notice_rate_a_guest: Rate = "30/hour"
    """Channels for notices that one guest adds or tries."""
    notice_rate_an_address: Rate = "200/hour"
    """The same from one address."""
    invitation_rate_a_guest: Rate = "30/minute"
    """Invitations and links for other devices opened or used by one guest."""
    invitation_rate_an_address: Rate = "240/minute"
    """The same from one address."""
    account_rate_a_guest: Rate = "60/hour burst 30"
    """Attempts to sign in, new accounts and changes of accounts, by one guest or account."""
    account_rate_an_address: Rate = "300/hour"
    """The same from one address."""
    mail_rate_a_guest: Rate = "10/hour"
    """Mailed links that one guest or account asks for."""
    mail_rate_an_address: Rate = "60/hour"
    """The same from one address."""
    mail_rate_a_recipient: Rate = "5/hour"
    """Mailed links to one mail address."""

    def at_port(self, port: int) -> Settings:
        """Return these settings with the port that was free."""
        return replace(self, port=port)

    @property
    def database(self) -> str:
        """Return the database's address with its password; by default the SQLite file."""
        if not self.database_url:
            return f"sqlite:///{self.data_dir / 'proa.sqlite3'}"
        if self.database_password_file is None:
            return self.database_url
        password = _line_of(self.database_password_file)
        url = sa.make_url(self.database_url).set(password=password)
        return url.render_as_string(hide_password=False)

    @property
    def is_secure(self) -> bool:
        """Return whether people use TLS, so that cookies can require it."""
        return urlsplit(self.public_url).scheme == "https"

    @property
    def sends_mail(self) -> bool:
        """Return whether this server can send mails with links to itself."""
        return bool(self.mail_host and self.mail_from and self.public_url)

    @property
    def mail_password(self) -> str:
        """Return the password at the SMTP server; empty: it asks for none."""
        return _line_of(self.mail_password_file) if self.mail_password_file else ""

    @property
    def serves_pages(self) -> bool:
        """Return whether this server serves pages."""
        return self.role != SEARCHES

    @property
    def plays_bots(self) -> bool:
        """Return whether this server plays the bots' turns."""
        return self.role != PAGES

    @property
    def is_alone(self) -> bool:
        """Return whether no other process is known to use the same tables."""
        return self.role == ALL and self.processes == 1

    @property
    def level(self) -> str:
        """Return the lowest level that is logged."""
        return self.log_level or "warning"

    @property
    def search_workers(self) -> int:
        """This process's share of the processes that search for bots, at least one."""
        wanted = self.workers or usable_processors() - self.serves_pages
        return max(1, wanted // self.processes)

    @property
    def editions(self) -> Path:
        """Return the folder of edition files that people may choose by name."""
        return self.data_dir / "editions"

    @property
    def key_file(self) -> Path:
        """Return the path of the key that signs cookies."""
        return self.data_dir / "cookie.key"

    @cached_property
    def key(self) -> bytes:
        """Return the key that signs cookies; create it once, readable by the owner only."""
        path = self.key_file
        if not path.exists():
            privacy.new_folder(self.data_dir)
            descriptor, made = tempfile.mkstemp(dir=self.data_dir)  # with mode 0600
            with os.fdopen(descriptor, "wb") as file:
                file.write(secrets.token_bytes(KEY_BYTES))
            with contextlib.suppress(FileExistsError):  # another process was first
                os.link(made, path)
            os.unlink(made)
        return path.read_bytes()


def _line_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadOption("{file}: can't be read: {reason}", file=file, reason=reason) from None
