"""Servers and stores for the tests: SQLite files, a PostgreSQL cluster, applications in memory."""

from __future__ import annotations

import os
import pwd
import random
import shutil
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import httpx
import pytest

from proa.server.app import create_app
from proa.server.settings import Settings
from proa.server.store import Store

_databases = count(1)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


# -- PostgreSQL ------------------------------------------------------------------------------


class Cluster:
    """A PostgreSQL server of our own, in a folder that goes away with it."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="proa-pg-"))
        self.port = free_port()
        self._as = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self._as = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        self._run("initdb", "--auth=trust", "--username=postgres", "--no-sync", "-D", self._data)
        self.start()

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
            " -c fsync=off -c max_connections=200 -c shared_buffers=32MB"
        )
        log = str(self.folder / "log")
        self._run("pg_ctl", "start", "-w", "-D", self._data, "-l", log, "-o", options)

    def stop(self) -> None:
        self._run("pg_ctl", "stop", "-m", "immediate", "-D", self._data)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_database(self) -> str:
        """The address of a database that did not exist before."""
        import psycopg

        name = f"proa_{next(_databases)}"
        address = f"postgresql://postgres@127.0.0.1:{self.port}"
        with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"{address}/{name}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as, str(self.programs / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder)


def free_port() -> int:
    """A port that nobody listens to."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server; tests that need it are skipped where there is none."""
    programs = _programs()
    try:
        import psycopg  # noqa: F401
    except ImportError:
        programs = None
    if programs is None:
        if os.environ.get("PROA_REQUIRE_POSTGRES"):
            pytest.fail("PostgreSQL is required here, but it is not installed")
        pytest.skip("needs PostgreSQL and proa[postgres]: apt-get install postgresql")
    cluster = Cluster(programs)
    try:
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database: every test that asks for it runs on both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'proa.sqlite3'}"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    """An open store on each kind of database."""
    made = Store(database)
    await made.open()
    yield made
    await made.close()


# -- applications in memory ------------------------------------------------------------------


class AtRandom:
    """Decides for bots without a search, the same way for the same seed."""

    def __init__(self) -> None:
        self._random = random.Random(7)

    async def decide(self, game, edition, sight, level, seed) -> int:
        return self._random.choice(sight.legal_actions())

    async def close(self) -> None:
        pass


class Site:
    """An application, and clients that speak to it."""

    def __init__(self, app, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.tables = app.state.tables
        self._transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)

    def client(self, token: str = "", base: str = "http://localhost") -> httpx.AsyncClient:
        """A program with a seat's token, or none."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.AsyncClient(transport=self._transport, base_url=base, headers=headers)

    def browser(self) -> httpx.AsyncClient:
        """A browser with cookies of its own."""
        return httpx.AsyncClient(
            transport=self._transport,
            base_url="http://localhost",
            headers={"Sec-Fetch-Site": "same-origin"},
            follow_redirects=True,
        )

    async def open(self, *seats: str, game: str = "toy", **more) -> dict:
        """A table by API; seats are ``me``, ``friend`` or ``bot``. What the API answered."""
        names = ["Hina", "Teva", "Moana", "Manu", "Vaea"]
        order = [
            {"who": who, "name": names[n], **({"level": "easy"} if who == "bot" else {})}
            for n, who in enumerate(seats)
        ]
        async with self.client() as client:
            answer = await client.post("/api/tables", json={"game": game, "seats": order, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def begun(self, *seats: str, game: str = "toy", **more) -> list[Player]:
        """The players of a table that has begun, by seat; bots are None."""
        opened = await self.open(*seats, game=game, **more)
        players = []
        for seat in opened["seats"]:
            if seat["token"] is None:
                players.append(None)
                continue
            player = Player(self, opened["table"], seat["seat"], seat["token"])
            answer = await player.post("ready", nonce=f"{seat['seat']:064x}")
            assert answer.status_code == 200, answer.text
            players.append(player)
        return players


class Player:
    """Somebody who plays a seat by API."""

    def __init__(self, site: Site, table: str, seat: int, token: str) -> None:
        self.site = site
        self.table = table
        self.seat = seat
        self.token = token

    async def get(self, what: str = "", **query) -> httpx.Response:
        async with self.site.client(self.token) as client:
            path = f"/api/tables/{self.table}/{what}".rstrip("/")
            return await client.get(path, params=query)

    async def post(self, what: str, **body) -> httpx.Response:
        async with self.site.client(self.token) as client:
            return await client.post(f"/api/tables/{self.table}/{what}", json=body)

    async def view(self, **query) -> dict:
        answer = await self.get("view", **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def codes(self) -> list[str]:
        """What the seat can play now."""
        return [action["code"] for action in (await self.view())["view"]["actions"]]

    async def play(self, *codes: str) -> httpx.Response:
        """Play codes, the first legal one by default, in answer to the newest frame."""
        seen = await self.view()
        chosen = list(codes) or [seen["view"]["actions"][0]["code"]]
        return await self.post("actions", frame=seen["frame"], codes=chosen)


async def play_to_end(players: list[Player], seed: int = 1, most: int = 2000) -> None:
    """Play a table of people to its end, at random."""
    choose = random.Random(seed)
    for _ in range(most):
        table = await players[0].site.tables.load(players[0].table)
        if table.row.status != "running":
            return
        player = players[table.row.turn]
        codes = table.game.codes(table.playing.position())
        answer = await player.play(choose.choice(codes))
        assert answer.status_code == 200, answer.text
    raise AssertionError("the game does not end")


@asynccontextmanager
async def running(settings: Settings, decider=None) -> AsyncIterator[Site]:
    """An application that has started, until the context is left."""
    app = create_app(settings, decider or AtRandom())
    async with app.router.lifespan_context(app):
        yield Site(app, settings)


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """An application on SQLite."""
    async with running(Settings(tmp_path / "data")) as made:
        yield made


@pytest.fixture
async def any_site(tmp_path: Path, database: str) -> AsyncIterator[Site]:
    """An application on each kind of database."""
    async with running(Settings(tmp_path / "data", database)) as made:
        yield made
