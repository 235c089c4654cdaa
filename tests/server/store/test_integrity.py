"""Damaged and foreign databases are found before a server starts, and said with a way out."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from proa.engine.errors import BadOption
from proa.server.config.settings import Settings
from proa.server.host.housekeeping import backup, open_database
from proa.server.host.serve import prepare
from proa.server.store import integrity
from server.site import running
from server.store.raw import connect

pytestmark = pytest.mark.anyio


@pytest.fixture
async def settings(tmp_path) -> Settings:
    """A data folder with some games in it, and no server."""
    made = Settings(tmp_path / "data")
    async with running(made) as site:
        for _ in range(12):
            await site.begun("me", "me", "me")
    with closing(sqlite3.connect(made.data_dir / "proa.sqlite3")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return made


def _page_of(file: Path, table: str) -> tuple[int, int]:
    """Where in a file the first page of a table lies, and how long pages are."""
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = ?", [table]
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    return (page - 1) * size, size


def _overwritten(at: int, length: int) -> Callable[[Path], None]:
    def harm(file: Path) -> None:
        content = bytearray(file.read_bytes())
        content[at : at + length] = b"\x55" * length
        file.write_bytes(content)

    return harm


def _events_overwritten(file: Path) -> None:
    at, _ = _page_of(file, "events")
    _overwritten(at, 300)(file)


def _cut(file: Path) -> None:
    _, size = _page_of(file, "events")
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size - 3 * size)


HARM = {
    "a page of games": _events_overwritten,
    "the beginning": _overwritten(0, 100),
    "the list of tables": _overwritten(100, 2000),
    "the end is missing": _cut,
    "something else": lambda file: file.write_text("Dear diary\n" * 1000) and None,
}


@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
async def test_a_damaged_file_is_said_before_a_server_starts(settings, harm):
    file = settings.data_dir / "proa.sqlite3"
    harm(file)
    before = file.read_bytes()
    with pytest.raises(BadOption, match=r"(?s)is damaged: .*put a backup back") as refused:
        prepare(settings)
    assert str(file) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert file.read_bytes() == before


async def test_a_copy_of_a_damaged_file_is_no_backup(settings, tmp_path):
    _events_overwritten(settings.data_dir / "proa.sqlite3")
    with pytest.raises(BadOption, match="damaged"):
        backup(settings, tmp_path / "copy")
    assert not list(tmp_path.glob("copy*"))


async def test_a_backup_that_can_not_be_made_is_said(settings, tmp_path):
    for place in (tmp_path / ("x" * 5000), tmp_path / "nowhere" / "copy"):
        with pytest.raises(BadOption):
            backup(settings, place)


async def test_a_sound_file_opens_also_where_there_is_no_time_to_look(settings, monkeypatch):
    open_database(settings)
    monkeypatch.setattr(integrity, "_STEPS", 1)
    integrity.check_file(settings.data_dir / "proa.sqlite3", seconds=0)


async def test_a_file_is_looked_through_while_a_server_runs(tmp_path):
    async with running(Settings(tmp_path)) as site:
        await site.begun("me", "me", "me")
        open_database(site.settings)
        await site.begun("me", "me", "me")


@pytest.mark.parametrize(
    "harm",
    [
        "DROP TABLE chat",
        "ALTER TABLE tables RENAME COLUMN due TO owed",
        "UPDATE alembic_version SET version_num = 'abc'",
        "UPDATE alembic_version SET version_num = '0000'",
        "DELETE FROM alembic_version",
    ],
)
def test_tables_that_are_not_ours_are_said(database, tmp_path, harm):
    settings = Settings(tmp_path / "data", database)
    open_database(settings)
    engine = connect(database)
    with engine.begin() as connection:
        connection.exec_driver_sql(harm)
    engine.dispose()
    with pytest.raises(
        BadOption, match=r"doesn't have the tables of this proa: .*Restore a backup"
    ):
        open_database(settings)


@pytest.mark.postgres
def test_a_foreign_database_is_named_without_its_password(postgres, tmp_path):
    url = sa.make_url(postgres.empty_database())
    engine = connect(url.render_as_string(hide_password=False))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE tables (x INTEGER)")
    engine.dispose()
    hidden = url.set(password=None, query={"password": "Secret"} | dict(url.query))
    settings = Settings(tmp_path / "data", hidden.render_as_string(hide_password=False))
    with pytest.raises(BadOption, match="a database of its own") as refused:
        open_database(settings)
    assert "Secret" not in str(refused.value)


def test_another_programs_database_is_left_as_it_is(database, tmp_path):
    engine = connect(database)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE tables (x INTEGER)")
        connection.exec_driver_sql("CREATE TABLE menus (x INTEGER)")
    with pytest.raises(BadOption, match="a database of its own"):
        open_database(Settings(tmp_path / "data", database))
    assert sorted(sa.inspect(engine).get_table_names()) == ["menus", "tables"]
    engine.dispose()
