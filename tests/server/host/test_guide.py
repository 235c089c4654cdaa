"""The guide's page on keeping proa running, followed with its own commands, in other folders."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from deployment import ROOT, process, until_well
from proa.server.config.settings import Settings
from server.ports import free_port
from server.site import Player, running

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(os.name != "posix", reason="the commands are for POSIX"),
]
PAGE = (ROOT / "docs" / "guide" / "keeping.md").read_text(encoding="utf-8")
PROA = f"""#!/bin/sh
exec {sys.executable} -m proa "$@"
"""
DOCKER = """#!/bin/sh
verb=$2
shift 2
program=proa
while :; do
    case $1 in
    --entrypoint) program=$2; shift 2 ;;
    -*) shift ;;
    *) break ;;
    esac
done
service=${1:-}
[ $# -eq 0 ] || shift
case $verb-$service in
up-*) ;;
exec-*) exec "$@" ;;
run-migrate) PROA_DATABASE_URL=$OWNER exec proa migrate ;;
run-*) exec "$program" "$@" ;;
esac
"""
"""A substitute for `docker`: it runs the containers' own commands here."""


def blocks(title: str) -> list[list[str]]:
    """Return the commands of a section, by block."""
    section = re.search(rf"^## {title}\n(.*?)^## ", PAGE, re.MULTILINE | re.DOTALL)
    found = re.findall(r"(?:^ {4}\S.*\n)+", section[1], re.MULTILINE)
    return [[line.strip() for line in block.splitlines()] for block in found]


class Machine:
    """A machine with a data folder, with other paths than in the guide."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data, self.backups = folder, folder / "data", folder / "backups"
        self.port = free_port()
        self.environment = dict(os.environ)
        (folder / "bin").mkdir()
        for name, program in {"proa": PROA, "docker": DOCKER, "systemctl": "#!/bin/sh\n"}.items():
            (folder / "bin" / name).write_text(program)
            (folder / "bin" / name).chmod(0o755)

    def here(self, line: str) -> str:
        made = sorted(self.backups.glob("????-*Z")) + sorted(self.data.glob("backups/????-*Z"))
        for there, here in {
            r"sudo -u \w+ ": "",
            r"/opt/proa/bin/proa": "proa",
            r"/data\b": str(self.data),
            r"/var/lib/proa": str(self.data),
            r"/var/backups/proa": str(self.backups),
            r"2026-11-22T030000Z": made[-1].name if made else "",
            r"/tmp/drill": str(self.folder / "drill"),
            r"deploy/": f"{ROOT / 'deploy'}/",
            r"--port 8999": f"--port {self.port}",
        }.items():
            line = re.sub(there, here, line)
        return line

    def shell(self, line: str) -> str:
        path = f"{self.folder / 'bin'}{os.pathsep}{self.environment['PATH']}"
        done = subprocess.run(
            ["sh", "-c", self.here(line)],
            env={**self.environment, "PATH": path},
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{self.here(line)}: {done.stdout} {done.stderr}"
        return done.stdout

    @contextlib.contextmanager
    def serving(self, line: str) -> Iterator[str]:
        command = [sys.executable, "-m", *self.here(line).split()]
        with process(args=command, env=self.environment):
            until_well(f"http://localhost:{self.port}/healthz")
            yield f"http://localhost:{self.port}"


async def decisions(settings: Settings, player: Player) -> int:
    async with running(settings) as site:
        return (await site.tables.load(player.table)).row.last


async def step(players: list[Player]) -> None:
    for player in players:
        if await player.codes():
            assert (await player.play()).status_code == 200
            return


def play_in_the_drill(url: str, players: list[Player]) -> None:
    """Make one decision, by the player who is asked."""
    for player in players:
        headers = {"Authorization": f"Bearer {player.token}"}
        path = f"{url}/api/tables/{player.table}"
        seen = httpx.get(f"{path}/view", headers=headers, timeout=60).json()
        if seen["view"]["actions"]:
            chosen = {"frame": seen["frame"], "codes": [seen["view"]["actions"][0]["code"]]}
            answer = httpx.post(f"{path}/actions", headers=headers, json=chosen, timeout=60)
            assert answer.status_code == 200, answer.text
            return


async def test_with_sqlite(tmp_path):
    machine = Machine(tmp_path)
    ((backup,), *_), (restore, *_), (drill, *_) = map(blocks, ("Backup", "Restore", "The drill"))
    settings = Settings(machine.data)
    async with running(settings) as site:
        players = await site.begun("me", "me", "me", game="tahiti")
        await step(players)
        kept = (await site.tables.load(players[0].table)).row.last
        machine.shell(backup)
        await step(players)
    for line in restore:
        machine.shell(line)
    assert await decisions(settings, players[0]) == kept
    machine.shell(drill[0])
    with machine.serving(drill[1]) as url:
        play_in_the_drill(url, players)
    assert await decisions(settings, players[0]) == kept
    assert await decisions(Settings(tmp_path / "drill"), players[0]) > kept


@pytest.fixture
def roles(postgres, monkeypatch) -> Iterator[list[str]]:
    """Let the guide's commands reach a PostgreSQL; yield the command that makes its roles."""
    named = {"PGHOST": "localhost", "PGPORT": str(postgres.port), "PGUSER": "postgres"}
    path = f"{postgres.programs}{os.pathsep}{os.environ['PATH']}"
    for name, value in {**named, "PGDATABASE": "postgres", "PATH": path}.items():
        monkeypatch.setenv(name, value)
    text = (ROOT / "deploy" / "postgresql" / "10-roles.sql").read_text(encoding="utf-8")
    (make,) = re.findall(r"--     (sudo -u postgres psql .*--file 10-roles.sql)", text)
    yield [make.replace("10-roles.sql", "deploy/postgresql/10-roles.sql")]
    with postgres.connect() as connection:
        for name in ("proa", "proa_before", "proa_drill"):
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute("DROP ROLE proa, proa_owner")


URL = "postgresql://{role}@localhost/proa"


@pytest.mark.postgres
async def test_with_postgresql(tmp_path, roles):
    machine = Machine(tmp_path)
    ((backup,), *_), (restore, (migrate,), *_) = blocks("Backup"), blocks("Restore")
    drills = blocks("The drill")
    settings = Settings(machine.data, URL.format(role="proa"))
    machine.shell(roles[0])
    machine.shell(migrate)
    (machine.data / "proa.toml").write_text(f'database_url = "{settings.database_url}"\n')
    async with running(settings) as site:
        players = await site.begun("me", "me", "me", game="tahiti")
        await step(players)
        kept = (await site.tables.load(players[0].table)).row.last
        machine.shell(backup)
        machine.shell(f"pg_dump --username proa --file {tmp_path}/dump proa")
        await step(players)
    (rename,) = re.findall(r"`(ALTER DATABASE [^`]*)`", PAGE)
    for line in (f"psql --command '{rename}'", roles[0], migrate, *restore):
        machine.shell(line)
    assert await decisions(settings, players[0]) == kept
    folders = (tmp_path / "drill", tmp_path / "drill-2")
    for folder, (*make, serve) in zip(folders, drills, strict=True):
        for line in make:
            machine.shell(line)
        with machine.serving(serve) as url:
            play_in_the_drill(url, players)
        assert await decisions(settings, players[0]) == kept, "the drill touched what is played"
        assert (folder / "proa.toml").read_text().count("drill = true") == 1


@pytest.mark.postgres
async def test_with_the_composition(tmp_path, roles):
    machine, live = Machine(tmp_path), URL.format(role="proa")
    backup, restore = blocks("Backup")[-1], blocks("Restore")[-1]
    machine.environment |= {
        "PROA_DATABASE_URL": live,
        "PROA_DATA_DIR": str(machine.data),
        "OWNER": URL.format(role="proa_owner"),
    }
    settings = Settings(machine.data, live)
    machine.shell(roles[0])
    machine.shell("docker compose run --rm migrate")
    async with running(settings) as site:
        players = await site.begun("me", "me", "me", game="tahiti")
        assert settings.key
        kept = (await site.tables.load(players[0].table)).row.last
        for line in backup:
            machine.shell(line)
        await step(players)
    machine.shell("psql --command 'ALTER DATABASE proa RENAME TO proa_before'")
    machine.shell(roles[0])
    time = next((machine.data / "backups").iterdir()).name
    shutil.rmtree(machine.data)
    machine.data.mkdir()
    for line in restore:
        machine.shell(line.replace("2026-11-22T030000Z", time))
    assert await decisions(settings, players[0]) == kept
