"""Servers and stores for the tests: SQLite files, a PostgreSQL cluster, applications in memory."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

import needs
from proa.server.config.settings import Settings
from proa.server.games import opened_games
from proa.server.store.store import Store
from proa.server.tables import tables
from proa.server.telemetry import logs
from server.cluster import Cluster
from server.site import Site, running


@pytest.fixture(scope="session", autouse=True)
def _patience() -> None:
    """Wait for rules that are not compiled yet."""
    opened_games.PATIENCE = 600
    tables.TO_BEGIN = 600


@pytest.fixture(autouse=True)
def _log_levels() -> None:
    """Forget the levels that a server in this process, of another test, has set."""
    for name in logs.OURS:
        logging.getLogger(name).setLevel(logging.NOTSET)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """Run a PostgreSQL server; skip the test if the machine has none."""
    cluster = Cluster(needs.POSTGRESQL.path())
    try:
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database; the test runs on both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'proa.sqlite3'}"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.empty_database()


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    """Return an open store on each kind of database."""
    made = Store(database)
    await made.open()
    yield made
    await made.close()


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """Run an application on SQLite."""
    async with running(Settings(tmp_path / "data")) as made:
        yield made


@pytest.fixture
async def any_site(tmp_path: Path, database: str) -> AsyncIterator[Site]:
    """Run an application on each kind of database."""
    async with running(Settings(tmp_path / "data", database)) as made:
        yield made
