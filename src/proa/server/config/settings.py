"""Where the server keeps its things, and how much it takes on: all that can be set.

:mod:`proa.server.config.config_loader` fills it from the command line, the environment and a file.
A field is all that a new setting needs.
"""

from __future__ import annotations

import contextlib
import os
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
"""What a server does: it serves pages, it plays the bots' turns, or both."""


MOST_AT_ONCE = 10**9
"""No rate is higher."""


class Unfit(ProaError, ValueError):
    """A value that a setting can't have; the sentence follows the value."""


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
    """How often in which time, as Throttled reads it."""
    try:
        for quota in _quotas(written):
            if max(quota.get_limit(), quota.burst) > MOST_AT_ONCE:
                raise DataError
    except (DataError, ValueError, OverflowError):
        raise Unfit("is not a rate: write it as 20/minute, 100/hour burst 20, or off") from None
    return written


def address_of(listening: str) -> tuple[str, int]:
    """Host and port of an address to listen on; :class:`ValueError` if it is none."""
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
    """How one server is run."""

    data_dir: Path
    """The folder of tables and keys; by default the user's own."""
    database_url: Annotated[str, AfterValidator(_database)] = Field("", repr=False)
    """A database, as ``postgresql://USER@HOST/NAME``; empty: a SQLite file in the data folder."""
    database_password_file: Path | None = None
    """A file that holds nothing but the password of the database."""
    public_url: Annotated[str, AfterValidator(_site)] = ""
    """The address people use when a proxy stands in front, as ``https://proa.example``."""
    host: str = "127.0.0.1"
    """The address to listen on."""
    port: Annotated[int, Field(ge=1, le=65535)] | None = None
    """The port to listen on; if none is named 8000, or without ``public_url`` the next free one."""
    role: Literal["all", "pages", "searches"] = "all"
    """Whether it serves pages, plays the bots' turns, or both; others with the same database do the
    rest."""
    processes: Annotated[int, Field(ge=1, le=64)] = 1
    """Processes that take requests from one port; up to one a core is of use."""
    workers: Count | None = None
    """Processes that search for bots; by default one less than there are cores."""
    searches: Count = 8
    """Searches of bots that may be under way at once in one process."""
    trusted_proxies: Addresses = ()
    """Addresses and networks of proxies whose ``X-Forwarded-For`` and ``-Proto`` are believed."""
    connections_an_address: Count = 300
    """Connections that one address may have open to one process; trusted proxies any number."""
    connections_in_all: Count = 4000
    """Connections that one process holds open."""
    head_seconds: Seconds = 20
    """The time in which the head of a request must have come, from its first byte."""
    head_bytes: Count = 64 * 1024
    """The size of the head of a request."""
    requests_waiting: Count = 20
    """Requests that may wait on one connection while the one before them is answered."""
    body_seconds: Seconds = 60
    """The time in which the rest of a request must have come."""
    answer_seconds: Seconds = 60
    """The time in which a client must take what is written for it."""
    drill: bool = False
    """Whether this is a backup that is tried out: `proa admin restore --drill` writes it, and what
    else is given may then not lead out of the folder."""
    log_level: Literal["debug", "info", "warning", "error"] | None = None
    """What is logged, from this level up; by default warnings, for `proa serve` requests (info)."""
    log_json: bool = False
    """Whether the log is JSON, an object a line; else words."""
    metrics: Annotated[str, AfterValidator(_listening)] = ""
    """An address at which Prometheus may ask, as ``127.0.0.1:9464``; further processes take the
    next ports."""
    tables_a_guest: Count = 40
    """Tables that wait or are played, opened by one guest (a browser, or a program's token)."""
    tables_an_address: Count = 200
    """Tables that wait or are played, opened from one address."""
    tables_in_all: Count = 5000
    """Tables that wait or are played on this server."""
    empty_table_hours: Hours = 12
    """After so long a table goes that nobody but its opener has come to."""
    waiting_table_hours: Hours = 14 * 24
    """After so long a table goes that others have come to, but whose game has not begun."""
    undos_a_turn: Count = 60
    """Decisions that one seat may take back before another seat decides."""
    undos_a_game: Count = 500
    """Decisions that one seat may take back in a whole game."""
    options_a_game: Count = 50
    """Changes of a running game's clock and of who may talk."""
    chat_lines_a_page: Count = 50
    """Lines of chat that a page or an answer brings; older ones are a link away."""
    chat_lines_a_table: Count = 2000
    """Lines of chat that a table keeps; the oldest go."""
    mutes_a_guest: Count = 500
    """People whom one guest can mute."""
    streams_a_guest: Count = 12
    """Pages of one guest that may listen at once in one process."""
    streams_an_address: Count = 150
    """Pages from one address that may listen at once in one process."""
    streams_in_all: Count = 3000
    """Pages that may listen at once in one process."""
    upload_bytes: Count = 256 * 1024
    """The size of an uploaded record."""
    uploads_a_guest: Count = 100
    """Uploaded records that are kept of one guest; old ones go with ``proa tidy``."""
    uploads_an_address: Count = 300
    """Uploaded records that are kept from one address."""
    uploads_in_all: Count = 4000
    """Uploaded records that are kept on this server."""
    rates: bool = True
    """Whether it counts how often somebody does something, as follows, in each process."""
    look_rate_a_guest: Rate = "600/minute"
    """Pages and other answers that change nothing, for one guest; ``off``: any number."""
    look_rate_an_address: Rate = "3000/minute"
    """The same from one address."""
    post_rate_a_guest: Rate = "300/minute"
    """Decisions and whatever else changes something, by one guest."""
    post_rate_an_address: Rate = "1500/minute"
    """The same from one address."""
    opening_rate_a_guest: Rate = "30/hour"
    """New tables, rematches among them, by one guest."""
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
    """Decisions taken back or played again by one guest."""
    undo_rate_an_address: Rate = "600/minute"
    """The same from one address."""
    try_rate_a_guest: Rate = "120/minute"
    """Turns tried in private by one guest."""
    try_rate_an_address: Rate = "1200/minute"
    """The same from one address."""
    replay_rate_a_guest: Rate = "60/minute"
    """Replays, ends of games and records opened by one guest; steps in them count as looks."""
    replay_rate_an_address: Rate = "600/minute"
    """The same from one address."""
    invitation_rate_a_guest: Rate = "30/minute"
    """Invitations and links for other devices opened or taken by one guest."""
    invitation_rate_an_address: Rate = "240/minute"
    """The same from one address."""

    def at_port(self, port: int) -> Settings:
        """The same for the port that was free."""
        return replace(self, port=port)

    @property
    def database(self) -> str:
        """The database's address with its password, the SQLite file if none was given."""
        if not self.database_url:
            return f"sqlite:///{self.data_dir / 'proa.sqlite3'}"
        if self.database_password_file is None:
            return self.database_url
        password = _line_of(self.database_password_file)
        url = sa.make_url(self.database_url).set(password=password)
        return url.render_as_string(hide_password=False)

    @property
    def is_secure(self) -> bool:
        """Whether people come by TLS, so that cookies must."""
        return urlsplit(self.public_url).scheme == "https"

    @property
    def serves_pages(self) -> bool:
        """Whether people are served here."""
        return self.role != SEARCHES

    @property
    def plays_bots(self) -> bool:
        """Whether bots' turns are played here."""
        return self.role != PAGES

    @property
    def is_alone(self) -> bool:
        """Whether no other process is known to work on the same tables."""
        return self.role == ALL and self.processes == 1

    @property
    def level(self) -> str:
        """The level from which up is logged."""
        return self.log_level or "warning"

    @property
    def search_workers(self) -> int:
        """This process's share of the processes that search for bots, at least one."""
        wanted = self.workers or usable_processors() - self.serves_pages
        return max(1, wanted // self.processes)

    @property
    def editions(self) -> Path:
        """The folder of edition files that may be asked for by name."""
        return self.data_dir / "editions"

    @property
    def key_file(self) -> Path:
        """Where the key lies that signs cookies."""
        return self.data_dir / "cookie.key"

    @cached_property
    def key(self) -> bytes:
        """The key that signs cookies; made once, readable by the owner only."""
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
