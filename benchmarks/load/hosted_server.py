"""The server under test: a database with games at every stage, the server, and its costs."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import count

import psutil
import sqlalchemy as sa

from load.browser import Person
from load.table import LEVEL, Laid
from proa import open_game
from proa.server.config.settings import Settings
from proa.server.host.housekeeping import open_database
from proa.server.http import security
from proa.server.live.subscriptions import Subscriptions
from proa.server.store import rows, schema
from proa.server.store.store import Store
from proa.server.store.tables import Change
from proa.server.tables import opening, play, seats
from proa.server.tables.events import BY_HAND
from proa.server.tables.opening import Order, Place
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables

STARTING = 120
"""Seconds in which a server must answer."""
STOPPING = 20
HOUR = 3600
"""More than two clocks differ."""
ENVIRONMENT = {
    "PROA_TRUSTED_PROXIES": "127.0.0.1",
    "PROA_CONNECTIONS_IN_ALL": "1000000",
    "PROA_STREAMS_IN_ALL": "1000000",
    "PROA_TABLES_IN_ALL": "1000000",
}
"""The settings of the server. It trusts the proxy's addresses, so that each person has one and the
limits apply as usual; but totals are unlimited."""


class Unusable(Exception):
    """A request that can't be measured; the message says why."""


# -- the database ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Guests:
    """How many people, bots and spectators are at each table."""

    people: int
    bots: int
    watchers: int

    @property
    def players(self) -> int:
        return self.people + self.bots

    @property
    def present(self) -> int:
        return self.people + self.watchers


@asynccontextmanager
async def database(settings: Settings) -> AsyncIterator[Store]:
    """Open an empty database; everything in it is deleted at the end."""
    if settings.database_url and (found := _tables_in(settings.database_url)):
        raise Unusable(f"the database holds {found} tables; give the benchmark an empty one")
    open_database(settings)
    store = Store(settings.database)
    await store.open()
    try:
        yield store
    finally:
        await store.tidy(time.time() + HOUR)
        await store.close()


def _tables_in(address: str) -> int:
    """Return how many tables a database holds, without changing it."""
    url = sa.make_url(address)
    drivers = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}
    try:
        engine = sa.create_engine(
            url.set(drivername=drivers[url.get_backend_name()]), poolclass=sa.NullPool
        )
        with engine.connect() as connection:
            if not sa.inspect(connection).has_table(schema.tables.name):
                return 0
            query = sa.select(sa.func.count()).select_from(schema.tables)
            return int(connection.execute(query).scalar_one())
    except sa.exc.DBAPIError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise Unusable(f"the database can't be opened: {reason}") from None
    except ModuleNotFoundError:
        raise Unusable("PostgreSQL needs a driver: pip install 'proa[postgres]'") from None


async def set_up(
    settings: Settings,
    store: Store,
    games: Sequence[str],
    party: Guests,
    bots_at: int,
    seed: int,
    staggered: bool,
) -> list[Laid]:
    """Create one running table for each of ``games``.

    When ``staggered``, each game has been played at random to some stage, and the stages are spread
    evenly over a game's usual length; else all are at the beginning. At the first ``bots_at``
    tables the last seat is a bot's.
    """
    tables = Tables(settings, store, Subscriptions(settings))
    choose = random.Random(seed)
    stages = [number / len(games) if staggered else 0.0 for number in range(len(games))]
    choose.shuffle(stages)
    laid = []
    for number, (name, stage) in enumerate(zip(games, stages, strict=True)):
        bots = party.bots + (number < bots_at)
        people = party.players - bots
        seated = Guests(people, bots, party.watchers)
        laid.append(await _set_up_table(tables, name, seated, stage, choose, f"{seed}-{number}"))
    return laid


async def _set_up_table(
    tables: Tables, name: str, party: Guests, stage: float, choose: random.Random, label: str
) -> Laid:
    present = [_person(f"benchmark-{label}-{n}", tables.settings.key) for n in range(party.present)]
    people = [person.guest for person in present[: party.people]]
    places = [Place(rows.PERSON, "", holders=(guest,)) for guest in people]
    places += [Place(rows.BOT, "", LEVEL)] * party.bots
    wanted = round(stage * usual_length(name, party.players))
    order = Order(name, places, address=present[0].address)
    table = await opening.open_table(tables, people[0], order)
    for guest in people:
        table = await seats.ready(tables, table.id, guest, f"{choose.getrandbits(256):064x}")
    await tables.change(table.id, _played, wanted, choose)
    tables.forget(table.id)
    return Laid(name, table.id, table.row.watch, party.bots, tuple(present), party.people)


_addresses = count()


def _person(guest: str, key: bytes) -> Person:
    """Return a guest with a cookie and an address of their own."""
    address = ipaddress.IPv4Address("10.0.0.0") + next(_addresses)
    cookie = f"{security.cookie_name(key)}={security.dated(guest, key, security.today())}"
    return Person(guest, cookie, str(address))


def _played(table: Table, now: float, wanted: int, choose: random.Random) -> Change | None:
    """Return the change that plays at random up to ``wanted`` events, but never to the end."""
    log, change = table.playing.fork(), None
    while log.last < wanted:
        code = choose.choice(table.game.codes(log.position()))
        ahead = log.fork()
        events = list(change.events) if change else []
        events.append(ahead.play(code, BY_HAND, now))
        further = play.followed(table, ahead, events, now)
        if further.table["status"] != rows.RUNNING:
            break
        log, change = ahead, further
    return change


@cache
def usual_length(name: str, players: int, games: int = 24) -> float:
    """Return how many actions a random game has on average."""
    game, choose, actions = open_game(name, None, {}), random.Random(1), 0
    for seed in range(games):
        position, _ = game.settle(game.start(players, seed=seed, chance=False))
        while not position.is_over:
            code = choose.choice(game.codes(position))
            position, _ = game.play_with_outcomes(position, code)
            actions += 1
    return actions / games


# -- the server ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spent:
    """Seconds of processor time so far."""

    serving: float
    searching: float
    database: float
    clients: float

    @property
    def all(self) -> float:
        """Return the time of everything that was started for the benchmark."""
        return self.serving + self.searching + self.database + self.clients

    def since(self, before: Spent) -> Spent:
        """Return the time that was spent after ``before``."""
        return Spent(
            self.serving - before.serving,
            self.searching - before.searching,
            self.database - before.database,
            self.clients - before.clients,
        )


@cache
def compile_all() -> None:
    """Compile everything that a server compiles, so that it is not part of the measurement."""
    done = subprocess.run(
        [sys.executable, "-m", "proa", "compile"], stderr=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise Unusable(f"the rules can't be compiled: {done.stderr.strip()}")


class Server:
    """``proa play`` in separate processes."""

    def __init__(self, settings: Settings) -> None:
        self.url = f"http://127.0.0.1:{settings.port}"
        self._processes = settings.processes
        self._has_database = bool(settings.database_url)
        self._heard = 0
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115
        command = [sys.executable, "-m", "proa", "play", "--no-browser"]
        command += ["--port", str(settings.port), "--data", str(settings.data_dir)]
        command += ["--processes", str(settings.processes)]
        self._server = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            env=_environment(settings),
        )

    def wait(self) -> None:
        """Wait until the front page answers."""
        end = time.monotonic() + STARTING
        while time.monotonic() < end:
            self.check()
            with suppress(OSError), urllib.request.urlopen(f"{self.url}/", timeout=STARTING):
                return
            time.sleep(0.1)
        raise Unusable(f"the server does not answer within {STARTING} seconds: {self._said()}")

    def check(self) -> None:
        """Raise :class:`Unusable` with the server's output if it has ended."""
        if self._server.poll() is not None:
            raise Unusable(f"the server has ended ({self._server.returncode}): {self._said()}")

    def _said(self) -> str:
        self._errors.seek(0)
        return " ".join(self._errors.read().split())[-2000:] or "it said nothing"

    def forget(self) -> None:
        """Ignore the server's output so far."""
        self._heard = self._errors.seek(0, os.SEEK_END)

    @property
    def complaints(self) -> list[str]:
        """Return what the server has written to its error log since :meth:`forget`."""
        self._errors.seek(self._heard)
        return self._errors.read().splitlines()

    def spent(self) -> Spent:
        """Return the processor time so far: of the server, of a local database, of this process."""
        serving, searching = self._pids()
        postgres = _postgres() if self._has_database else []
        return Spent(
            sum(map(_time, serving)),
            sum(map(_time, searching)),
            sum(map(_time, postgres)),
            _time(psutil.Process()),
        )

    @property
    def memory(self) -> float:
        """Resident memory of the processes that serve pages, in megabytes."""
        return float(sum(process.memory_info().rss for process in self._pids()[0])) / 2**20

    def _pids(self) -> tuple[list[psutil.Process], list[psutil.Process]]:
        """Return the processes that serve pages (with their supervisor), and their workers."""
        first = psutil.Process(self._server.pid)
        serving = [first, *(first.children() if self._processes > 1 else [])]
        return serving, [p for p in first.children(recursive=True) if p not in serving]

    def stop(self) -> None:
        """Stop the server."""
        self._server.terminate()
        try:
            self._server.wait(STOPPING)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        self._errors.close()


def _environment(settings: Settings) -> dict[str, str]:
    """Return our environment without settings for another server, but with the database URL, which
    is not shown on the command line."""
    ours = {k: v for k, v in os.environ.items() if not k.startswith("PROA_") or k == "PROA_CACHE"}
    return {**ours, **ENVIRONMENT, "PROA_DATABASE_URL": settings.database_url}


def _postgres() -> list[psutil.Process]:
    return [p for p in psutil.process_iter(["name"]) if p.info["name"] == "postgres"]


def _time(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return float(times.user + times.system)
    return 0.0


async def started(settings: Settings) -> Server:
    """Start a server and wait until it answers."""
    server = Server(settings)
    try:
        await asyncio.to_thread(server.wait)
    except BaseException:
        server.stop()
        raise
    return server


def data_folder() -> tempfile.TemporaryDirectory[str]:
    """Return a temporary folder for tables and keys."""
    return tempfile.TemporaryDirectory(prefix="proa-benchmark-")


def port(asked: int) -> int:
    """Return a free port: ``asked``, or any."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", asked))
        except OSError:
            raise Unusable(
                f"port {asked} is in use; without --port the benchmark takes a free one"
            ) from None
        return int(probe.getsockname()[1])
