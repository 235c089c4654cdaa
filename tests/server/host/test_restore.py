"""The drill: backed up while a game runs, restored elsewhere as in the guide, continued."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

import toy
from proa.server.config.settings import Settings
from server.cluster import Cluster
from server.site import Player, Site, play_to_end, running

DEPLOY = Path(__file__).parents[3] / "deploy"
TOY = Path(toy.__file__).parent / "components.toml"
pytestmark = pytest.mark.anyio


def run(script: str, *arguments: Path | str, **more: str) -> str:
    """Run a script of deploy/; return the last line that it printed."""
    environment = {**os.environ, "PROA": f"{sys.executable} -m proa", **more}
    command = ["sh", DEPLOY / script, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return (done.stdout.splitlines() or [""])[-1]


class Server:
    """A data folder and a database; both are empty at first."""

    def __init__(self, folder: Path, database: str = "", **libpq: str) -> None:
        self.settings = Settings(folder / "data", database)
        self.libpq = libpq

    def back_up(self, folder: Path) -> Path:
        return Path(run("backup.sh", self.settings.data_dir, folder, **self.libpq))

    def restore(self, backup: Path) -> None:
        run("restore.sh", backup, self.settings.data_dir, **self.libpq)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Server]]:
    """Yield the server that is backed up, and the one that replaces it."""
    folders = [tmp_path / "old", tmp_path / "new"]
    if request.param == "sqlite":
        yield [Server(folder) for folder in folders]
        return
    cluster: Cluster = request.getfixturevalue("postgres")
    first = sa.make_url(cluster.empty_database())
    with cluster.connect() as connection:
        connection.execute("CREATE DATABASE restored TEMPLATE template0")
    yield [
        Server(
            folder,
            first.set(database=name).render_as_string(hide_password=False),
            PGHOST="127.0.0.1",
            PGPORT=str(cluster.port),
            PGUSER="postgres",
            PGDATABASE=name,
            PATH=f"{cluster.programs}{os.pathsep}{os.environ['PATH']}",
        )
        for folder, name in zip(folders, (first.database, "restored"), strict=True)
    ]
    with cluster.connect() as connection:
        connection.execute("DROP DATABASE restored WITH (FORCE)")


async def test_a_game_goes_on_from_its_backup(servers, tmp_path):
    old, new = servers
    old.settings.editions.mkdir(parents=True)
    shutil.copy(TOY, old.settings.editions / "ours.toml")
    async with running(old.settings) as site:
        browser = site.browser()
        answer = await browser.post("/tables", data=FORM)
        table = str(answer.url).rpartition("/")[2]
        path = f"/table/{table}"
        ready = await browser.post(f"{path}/ready", data={"nonce": "0" * 64})
        assert ready.status_code == 200
        players = await site.begun("me", "me", "me", edition="ours")
        await step(players)
        kept = await positions(site, players[0].table, table)
        backup = old.back_up(tmp_path / "backups")
        await step(players)
    new.restore(backup)
    async with running(new.settings) as site:
        assert await positions(site, players[0].table, table) == kept
        stranger, again = site.browser(), site.browser()
        again.cookies = browser.cookies
        assert [(await who.get(path)).status_code for who in (stranger, again)] == [404, 200]
        restored = [Player(site, player.table, player.seat, player.token) for player in players]
        await play_to_end(restored)
        assert (await site.tables.load(players[0].table)).row.status == "over"
    assert new.settings.key == old.settings.key


FORM = {"game": "toy", "who0": "me", "who1": "here", "who2": "here"}


async def step(players: list[Player]) -> None:
    """Make one decision, by the player who is asked."""
    for player in players:
        if await player.codes():
            assert (await player.play()).status_code == 200
            return


async def positions(site: Site, *tables: str) -> list[object]:
    return [(await site.tables.load(table)).playing.position() for table in tables]


@pytest.mark.parametrize("servers", ["sqlite"], indirect=True)
async def test_nothing_is_overwritten_and_old_backups_go(servers, tmp_path):
    old, new = servers
    async with running(old.settings):
        backup = old.back_up(tmp_path / "backups")
    new.restore(backup)
    with pytest.raises(AssertionError, match="is in use: move what is there away first"):
        new.restore(backup)
    mine = new.settings.data_dir / "cookie.key"
    mine.write_text("mine")
    mine.chmod(0o600)
    (backup / "cookie.key").write_text("theirs")
    (new.settings.data_dir / "proa.sqlite3").unlink()
    with pytest.raises(AssertionError, match="is in use: move what is there away first"):
        new.restore(backup)
    assert mine.read_text() == "mine"
    for day in range(20):
        (tmp_path / "backups" / f"2020-01-{day + 1:02}T000000Z").mkdir()
    (tmp_path / "backups" / "notes").mkdir()
    newest = old.back_up(tmp_path / "backups")
    left = sorted(folder.name for folder in (tmp_path / "backups").iterdir())
    assert len(left) == 15
    assert left[-1] == "notes"
    assert newest != backup, "two in one second"
    assert {backup.name, newest.name} <= set(left)
    for file in newest.rglob("*"):
        assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("servers", ["sqlite"], indirect=True)
async def test_what_an_old_database_has_left_is_not_mixed_in(servers, tmp_path):
    old, new = servers
    async with running(old.settings) as site:
        await site.begun("me", "me", "me")
        backup = old.back_up(tmp_path / "backups")
    data = new.settings.data_dir
    async with running(new.settings) as site:
        await site.begun("me", "me", "me")
        log = Path(f"{data / 'proa.sqlite3'}-wal").read_bytes()
    shutil.rmtree(data)
    data.mkdir()
    (data / "proa.sqlite3-wal").write_bytes(log)
    with pytest.raises(AssertionError, match="is in use: move what is there away first"):
        new.restore(backup)
    run("restore.sh", backup, data, "--move-aside")
    (aside,) = data.glob("before-restore-*")
    assert [file.read_bytes() for file in aside.iterdir()] == [log]
    async with running(new.settings) as site:
        (found,) = await site.tables.store.newest_tables(9)
    async with running(old.settings) as site:
        assert [found[0].id] == [row.id for row, _ in await site.tables.store.newest_tables(9)]


def test_without_a_data_folder_nothing_is_made(tmp_path):
    with pytest.raises(AssertionError, match=r"backup\.sh: there is no folder .*nowhere"):
        run("backup.sh", tmp_path / "nowhere", tmp_path / "backups")
    assert not list(tmp_path.iterdir())
