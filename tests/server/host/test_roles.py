"""PostgreSQL with two roles: one owns the tables, the server's only reads and writes rows."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from proa.engine.errors import BadOption
from proa.server.config.settings import Settings
from proa.server.host import housekeeping
from server.cluster import Cluster
from server.site import play_to_end, running

ROLES = Path(__file__).parents[3] / "deploy" / "postgresql" / "10-roles.sql"
pytestmark = pytest.mark.postgres


@pytest.fixture
def addresses(postgres: Cluster) -> Iterator[dict[str, str]]:
    """The addresses of a database made by ``10-roles.sql``, by role."""
    if not (postgres.programs / "psql").exists():
        pytest.skip("needs psql: apt-get install postgresql-client")
    server = sa.make_url(postgres.empty_database())
    address = server.render_as_string(hide_password=False)
    psql = [postgres.programs / "psql", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", "--quiet"]
    subprocess.run([*psql, "--file", ROLES, address], check=True, capture_output=True)
    yield {
        role: server.set(username=role, database="proa").render_as_string(hide_password=False)
        for role in ("proa_owner", "proa")
    }
    with postgres.connect() as connection:
        connection.execute("DROP DATABASE proa WITH (FORCE)")
        connection.execute("DROP ROLE proa")
        connection.execute("DROP ROLE proa_owner")


@pytest.mark.anyio
async def test_the_server_needs_no_right_but_to_read_and_write(addresses, tmp_path):
    import psycopg

    ours = Settings(tmp_path / "data", addresses["proa"])
    with pytest.raises(BadOption, match=r"may not change the tables .*: proa migrate"):
        housekeeping.open_database(ours)
    housekeeping.open_database(Settings(tmp_path / "data", addresses["proa_owner"]))
    housekeeping.open_database(ours)
    async with running(ours) as site:
        players = await site.begun("me", "me", "me")
        await play_to_end(players)
        assert (await site.tables.load(players[0].table)).row.status == "over"
        await site.open("me", "bot", "friend")
    with psycopg.connect(addresses["proa"], autocommit=True) as connection:
        for forbidden in (
            "CREATE TABLE mine (n int)",
            "CREATE TEMPORARY TABLE mine (n int)",
            "CREATE SCHEMA mine",
            "ALTER TABLE tables ADD COLUMN mine int",
            "TRUNCATE tables CASCADE",
            "DROP TABLE chat",
            "CREATE ROLE mine",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(forbidden)
        (count,) = connection.execute("SELECT count(*) FROM tables").fetchone()
    assert count == 2


def test_rows_of_old_tables_may_be_removed_by_the_server(addresses, tmp_path):
    housekeeping.open_database(Settings(tmp_path, addresses["proa_owner"]))
    assert housekeeping.tidy(Settings(tmp_path, addresses["proa"]), 1) == 0
