"""Backup and restore: all of it or nothing, whatever lies there, and nothing is mixed."""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from proa.cli import main
from proa.engine.errors import BadOption
from proa.server.config import config_loader
from proa.server.config.settings import Settings
from proa.server.host import backup, switch
from proa.server.host.housekeeping import open_database
from proa.server.host.locks import Hold
from proa.server.host.serve import prepare
from proa.server.telemetry import exporters
from server.ports import free_port
from server.site import running
from server.store.test_integrity import HARM

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(os.name != "posix", reason="the scripts are for POSIX"),
]
SIDES = ("-wal", "-shm", "-journal")


def admin(*arguments: Path | str, **how) -> subprocess.CompletedProcess[str]:
    """Run `proa admin` as a process of its own."""
    command = [sys.executable, "-m", "proa", "admin", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, **how)


def admin_here(*arguments: Path | str) -> subprocess.CompletedProcess[str]:
    """Run `proa admin` in this process, which has no database open."""
    command, out, err = ["admin", *map(str, arguments)], io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["proa", *command])
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):  # noqa: SIM117
            with pytest.raises(SystemExit) as ended:
                main()
    return subprocess.CompletedProcess(
        command, ended.value.code or 0, out.getvalue(), err.getvalue()
    )


def restore(source: Path, data: Path, *more: str, **how) -> str:
    """Restore, which has to be done; what it says."""
    done = (admin if how else admin_here)("restore", source, "--data", data, *more, **how)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refused(source: Path, data: Path, *more: str, **how) -> str:
    """Restore, which must not be done: one sentence, and the folder is as it was."""
    before = content(data)
    done = (admin if how else admin_here)("restore", source, "--data", data, *more, **how)
    assert done.returncode == 2, done.stdout
    assert done.stderr.startswith("proa: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert content(data) == before
    return done.stderr


def content(folder: Path) -> dict[str, bytes | None]:
    """Every file and folder below a folder; None: there is no such folder."""
    if not folder.exists():
        return {".": None}
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


async def games(data: Path, n: int) -> Settings:
    """A data folder with so many tables that have begun."""
    made = Settings(data)
    async with running(made) as site:
        for _ in range(n):
            await site.begun("me", "me", "me")
        assert made.key
    return made


def tables(data: Path) -> int:
    """How many tables a server finds that starts now."""
    open_database(Settings(data))
    with closing(sqlite3.connect(data / "proa.sqlite3")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return connection.execute("SELECT count(*) FROM tables").fetchone()[0]


def left_open(data: Path, kind: str = "WAL") -> None:
    """Write to a database as by a server that was killed: its files stay beside it."""
    program = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1]);"
        f"c.execute('PRAGMA journal_mode = {kind}'); c.execute('PRAGMA cache_size = 1');"
        "c.execute('UPDATE tables SET name = name || 1'); c.commit();"
        "c.execute('BEGIN IMMEDIATE');"
        "[c.execute('UPDATE tables SET name = name || ?', (str(n) * 9000,)) for n in range(9)];"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", program, str(data / "proa.sqlite3")], check=True)


@pytest.fixture
async def saved(tmp_path) -> Path:
    """A backup with two tables."""
    made = await games(tmp_path / "saved", 2)
    return backup.make(made, tmp_path / "backups", 14)


async def test_a_backup_says_what_it_holds(saved):
    manifest = json.loads((saved / "manifest.json").read_text())
    assert manifest["rows"]["tables"] == 2
    assert manifest["rows"]["events"] >= 2
    assert set(manifest["files"]) == {"proa.sqlite3", "cookie.key"}
    assert saved.name == manifest["made"]
    assert {path.name for path in saved.iterdir()} == {*manifest["files"], "manifest.json"}
    assert (saved / "proa.sqlite3").read_bytes()[18:20] == b"\x01\x01", "one file, no log ahead"


@pytest.mark.parametrize("kind", ["WAL", "DELETE"])
async def test_a_restored_database_is_not_mixed_with_what_was_there(saved, tmp_path, kind):
    data = tmp_path / "data"
    await games(data, 5)
    left_open(data, kind)
    was = content(data)
    assert any(f"proa.sqlite3{end}" in was for end in SIDES)
    sentence = refused(saved, data)
    assert "is in use: move what is there away first (proa.sqlite3" in sentence
    shown = restore(saved, data, "--move-aside")
    (aside,) = data.glob("before-restore-*")
    assert f"Restored into {data / 'proa.sqlite3'}: tables 2, events " in shown
    assert f"What was there before lies in {aside}." in shown
    assert content(aside) == was
    assert not list(data.glob("proa.sqlite3?*"))
    assert tables(data) == 2


@pytest.mark.parametrize("end", SIDES)
async def test_what_is_left_of_a_database_is_in_the_way_too(saved, tmp_path, end):
    data = tmp_path / "data"
    await games(data, 5)
    left_open(data)
    wal = (data / "proa.sqlite3-wal").read_bytes()
    for file in data.iterdir():
        file.unlink()
    (data / f"proa.sqlite3{end}").write_bytes(wal)
    assert f"(proa.sqlite3{end})" in refused(saved, data)
    restore(saved, data, "--move-aside")
    assert tables(data) == 2


async def test_a_file_copied_by_hand_beside_an_old_log_is_not_opened(saved, tmp_path):
    data = tmp_path / "data"
    await games(data, 5)
    left_open(data)
    shutil.copy(saved / "proa.sqlite3", data)
    before = content(data)
    with pytest.raises(BadOption, match=r"-wal is left over from another database.*restore"):
        prepare(Settings(data, port=free_port()))
    assert content(data) == before
    restore(saved, data, "--move-aside")
    assert tables(data) == 2


async def test_a_log_without_its_database_comes_back_in_no_new_one(tmp_path):
    data = tmp_path / "data"
    await games(data, 5)
    left_open(data)
    (data / "proa.sqlite3").unlink()
    assert tables(data) == 0


async def test_only_while_no_server_runs(saved, tmp_path):
    data = tmp_path / "data"
    async with running(Settings(data)) as site:
        await site.begun("me", "me", "me")
        before = sorted(data.iterdir())
        done = admin("restore", saved, "--data", data, "--move-aside")
        assert done.returncode == 2
        assert "stop all servers first" in done.stderr
        assert sorted(data.iterdir()) == before
    server = prepare(Settings(data, port=free_port()))
    assert "uses" in refused(saved, data, "--move-aside")
    server._listening.close()
    del server
    restore(saved, data, "--move-aside")


async def test_a_database_that_anybody_has_open_is_left_alone(saved, tmp_path):
    """As a server of an older proa, which holds no folder."""
    data = tmp_path / "data"
    await games(data, 5)
    with closing(sqlite3.connect(data / "proa.sqlite3")) as connection:
        connection.execute("SELECT * FROM tables").fetchall()
        done = admin("restore", saved, "--data", data, "--move-aside")
    assert done.returncode == 2
    assert "another program has" in done.stderr
    assert tables(data) == 5


async def test_no_server_starts_and_no_other_restores_meanwhile(saved, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    alone = Hold(data, alone=True)
    assert "a server or another restore uses" in refused(saved, data)
    with pytest.raises(BadOption, match="a backup is being restored into"):
        prepare(Settings(data, port=free_port()))
    alone.close()
    prepare(Settings(data, port=free_port()))._listening.close()


async def test_two_restores_at_once_leave_one_whole_state(saved, tmp_path):
    data, ends = tmp_path / "data", []
    restores = [
        threading.Thread(target=lambda: ends.append(admin("restore", saved, "--data", data)))
        for _ in range(2)
    ]
    for each in restores:
        each.start()
    for each in restores:
        each.join()
    assert sorted(done.returncode for done in ends) == [0, 2]
    assert tables(data) == 2


class _CutError(BaseException):
    """The process is killed."""


def _cut_off(rename, left: int):
    def renamed(self, to):
        nonlocal left
        left -= 1
        if left < 0:
            raise _CutError
        return rename(self, to)

    return renamed


async def test_an_interrupted_restore_leaves_the_old_state_or_the_new(saved, tmp_path, monkeypatch):
    """Cut off at every call that changes a name: the next start has all of one of them."""
    old = tmp_path / "old"
    await games(old, 5)
    left_open(old)
    (old / "editions").mkdir()
    (old / "editions" / "ours.toml").write_text("x = 1")
    (saved / "editions").mkdir()
    (saved / "editions" / "ours.toml").write_text("x = 2")
    (saved / "manifest.json").unlink()
    seen, cut, is_done = set(), 0, False
    for cut in range(20):
        data = tmp_path / f"data{cut}"
        shutil.copytree(old, data)
        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", _cut_off(Path.rename, cut))
            patch.setattr(shutil, "rmtree", lambda *_, **__: None)
            with contextlib.suppress(_CutError):
                admin_here("restore", saved, "--data", data, "--move-aside")
                is_done = True
        state = (tables(data), (data / "editions" / "ours.toml").read_text())
        assert state in ((5, "x = 1"), (2, "x = 2"))
        seen.add(state)
        assert not list(data.glob("restoring-*"))
        if is_done:
            break
    assert len(seen) == 2
    assert cut > 4


BROKEN = {
    **{f"its tables: {name}": (harm, "is damaged: ") for name, harm in HARM.items()},
    "an empty file": (lambda file: file.write_bytes(b""), "is damaged: "),
    "a key that is gone": (
        lambda file: (file.parent / "cookie.key").unlink(),
        "there is no cookie.key in it",
    ),
    "another key": (lambda file: (file.parent / "cookie.key").write_text("x"), "has changed"),
    "a manifest cut off": (
        lambda file: (file.parent / "manifest.json").write_text('{"format": 1,'),
        "manifest.json: ",
    ),
    "a manifest of something else": (
        lambda file: (file.parent / "manifest.json").write_text("[]"),
        "manifest.json: ",
    ),
    "a newer form": (
        lambda file: (file.parent / "manifest.json").write_text('{"format": 2}'),
        "a newer proa has made the backup",
    ),
}


@pytest.mark.parametrize(("harm", "why"), BROKEN.values(), ids=BROKEN)
async def test_a_damaged_backup_is_refused(saved, tmp_path, harm, why):
    harm(saved / "proa.sqlite3")
    data = tmp_path / "data"
    assert why in refused(saved, data)
    await games(data, 5)
    assert why in refused(saved, data, "--move-aside")
    assert tables(data) == 5


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("DELETE FROM seats", None),
        ("DELETE FROM tables", "belongs to a row of"),
        ("UPDATE alembic_version SET version_num = '9999'", "a newer proa has made"),
        ("UPDATE alembic_version SET version_num = 'abc'", "doesn't have the tables of this proa"),
        ("DROP TABLE chat", "doesn't have the tables of this proa"),
        ("DROP TABLE alembic_version", "it has no tables of proa"),
    ],
)
async def test_a_backup_without_manifest_is_looked_through_too(saved, tmp_path, change, why):
    (saved / "manifest.json").unlink()
    with closing(sqlite3.connect(saved / "proa.sqlite3")) as connection:
        connection.execute(change)
        connection.commit()
    if why:
        assert why in refused(saved, tmp_path / "data")
    else:
        assert "whether it is complete can't be seen" in restore(saved, tmp_path / "data")


async def test_what_is_no_backup(saved, tmp_path):
    data, folder = tmp_path / "data", tmp_path / "folder"
    folder.mkdir()
    assert "there is no backup" in refused(tmp_path / "nowhere", data)
    assert "is no backup: it has no proa.sqlite3" in refused(folder, data)
    (folder / "proa.dump").write_bytes(b"PGDMP")
    assert "was made by pg_dump: give it to pg_restore" in refused(folder, data)
    assert "is damaged: file is not a database" in refused(saved / "cookie.key", data)
    open_database(Settings(folder))
    assert "tables 0, events 0" in restore(folder, data)


async def test_files_that_were_copied_by_hand_are_taken_with_their_log(saved, tmp_path):
    """As from a folder whose server had been killed."""
    old = tmp_path / "old"
    await games(old, 3)
    left_open(old)
    copied = tmp_path / "copied"
    shutil.copytree(old, copied)
    restore(copied, tmp_path / "data")
    with closing(sqlite3.connect(tmp_path / "data" / "proa.sqlite3")) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM tables")]
    assert len(names) == 3
    assert all(name.endswith("1") for name in names), "what was only in the log"
    restore(saved / "proa.sqlite3", tmp_path / "alone")
    assert tables(tmp_path / "alone") == 2


def _small(most: int):
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return limit


async def test_a_full_disk_is_said_and_nothing_is_left(saved, tmp_path):
    data = tmp_path / "data"
    assert str(data) in refused(saved, data, preexec_fn=_small(50_000))
    await games(data, 5)
    assert str(data) in refused(saved, data, "--move-aside", preexec_fn=_small(50_000))
    done = admin("backup", tmp_path / "b", "--data", data, preexec_fn=_small(50_000))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert not list((tmp_path / "b").iterdir())


async def test_the_superuser_gives_it_to_whom_the_folder_belongs(saved, tmp_path):
    if os.geteuid() != 0:
        pytest.skip("needs the superuser")
    data = tmp_path / "data"
    await games(data, 1)
    for path in (data, *data.rglob("*")):
        os.chown(path, 12345, 12345)
    saved.chmod(0o755)
    (saved / "proa.sqlite3").chmod(0o644)
    restore(saved, data, "--move-aside")
    for path in (data, *data.rglob("*")):
        found = path.stat()
        assert (found.st_uid, found.st_gid) == (12345, 12345), path
        assert found.st_mode & 0o077 == 0, path


async def test_backups_are_consistent_while_games_are_played(tmp_path):
    data = tmp_path / "data"
    async with running(Settings(data)) as site:
        made = []
        stop = threading.Event()

        def again() -> None:
            while not stop.is_set():
                made.append(admin("backup", tmp_path / "b", "--data", data))

        other = threading.Thread(target=again)
        other.start()
        while len(made) < 2:
            for player in await site.begun("me", "me", "me"):
                if await player.codes():
                    await player.play()
        stop.set()
        other.join()
    for n, done in enumerate(made):
        assert (done.returncode, done.stderr) == (0, "")
        restore(Path(done.stdout.strip()), tmp_path / f"restored{n}")
        with closing(sqlite3.connect(tmp_path / f"restored{n}" / "proa.sqlite3")) as connection:
            lag = connection.execute(
                "SELECT count(*) FROM tables WHERE last <>"
                " (SELECT coalesce(max(number), -1) FROM events WHERE table_id = id)"
            )
            assert lag.fetchone() == (0,)


async def test_settings_that_are_there_stay(saved, tmp_path):
    (saved / "proa.toml").write_text("searches = 2\n")
    (saved / "manifest.json").unlink()
    data = tmp_path / "data"
    restore(saved, data)
    assert (data / "proa.toml").read_text() == "searches = 2\n"
    (data / "proa.toml").write_text("searches = 3\n")
    assert "The settings that were there stay" in restore(saved, data, "--move-aside")
    assert (data / "proa.toml").read_text() == "searches = 3\n"


async def test_the_newest_backups_stay_whatever_the_clock_said(tmp_path):
    made = await games(tmp_path / "data", 1)
    for year in range(2190, 2199):
        (tmp_path / "b" / f"{year}-01-01T000000Z").mkdir(parents=True)
    newest = backup.make(made, tmp_path / "b", 2)
    assert newest.is_dir()
    assert len(list((tmp_path / "b").iterdir())) == 2


# -- the drill ----------------------------------------------------------------------------------


@pytest.fixture
async def far(saved) -> Path:
    """A backup whose settings lead to a live database, and out of the house."""
    (saved / "proa.toml").write_text(
        'database_url = "postgresql://proa@127.0.0.1:1/live"\nhost = "0.0.0.0"\n'
        'public_url = "https://proa.example"\nmetrics = "0.0.0.0:9464"\n'
    )
    (saved / "manifest.json").unlink()
    return saved


async def test_a_drill_reaches_nothing_outside_of_its_folder(far, tmp_path, monkeypatch):
    drill = tmp_path / "drill"
    shown = restore(far, drill, "--drill")
    assert "answers on this machine only" in shown
    found = config_loader.settings({"data_dir": drill, "port": 8999}, environment={})
    assert (found.database_url, found.host, found.public_url, found.metrics) == (
        *("", "127.0.0.1"),
        *("", ""),
    )
    assert tables(drill) == 2
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector.example")
    assert not exporters._is_wanted(found)


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"PROA_DATABASE_URL": "postgresql://proa@127.0.0.1:1/live"},
        {"PROA_HOST": "0.0.0.0"},
        {"PROA_PUBLIC_URL": "https://proa.example"},
        {"PROA_METRICS": "0.0.0.0:9464"},
        {"PROA_DRILL": "false"},
        {"PROA_CONFIG": "{backup}/proa.toml"},
    ],
)
async def test_a_drill_can_not_be_led_out(far, tmp_path, elsewhere):
    drill = tmp_path / "drill"
    restore(far, drill, "--drill")
    environment = {name: value.format(backup=far) for name, value in elsewhere.items()}
    with pytest.raises(BadOption, match="is a drill, which touches nothing outside of it"):
        config_loader.settings({"data_dir": drill}, environment=environment)


async def test_a_drill_has_a_folder_of_its_own(far, tmp_path):
    data = tmp_path / "data"
    await games(data, 5)
    assert "a drill needs a new folder" in refused(far, data, "--drill")
    assert "a drill needs a new folder" in refused(far, data, "--drill", "--move-aside")


@pytest.mark.postgres
async def test_postgresql_is_filled_whole_or_not_at_all(saved, tmp_path, postgres, monkeypatch):
    address = sa.make_url(postgres.empty_database()).render_as_string(hide_password=False)
    monkeypatch.setenv("PROA_DATABASE_URL", address)
    data = tmp_path / "data"
    with closing(sqlite3.connect(saved / "proa.sqlite3")) as connection:
        connection.execute("UPDATE seats SET name = 'a' || char(0) || 'b'")
        connection.commit()
    (saved / "manifest.json").unlink()
    assert "NUL" in refused(saved, data)
    with closing(sqlite3.connect(saved / "proa.sqlite3")) as connection:
        connection.execute("UPDATE seats SET name = 'a'")
        connection.commit()
    told = restore(saved, data)
    assert "tables 2" in told
    assert (data / "cookie.key").exists()
    assert not (data / "proa.sqlite3").exists()
    assert "is in use: it has 2 tables of games already" in refused(saved, data)


@pytest.mark.postgres
async def test_a_backup_goes_from_either_kind_into_the_other(
    saved, tmp_path, postgres, monkeypatch
):
    at = tmp_path / "at"
    monkeypatch.setenv("PROA_DATABASE_URL", postgres.empty_database())
    restore(saved, at)
    done = admin_here("backup", tmp_path / "b", "--data", at)
    assert (done.returncode, done.stderr) == (0, "")
    monkeypatch.delenv("PROA_DATABASE_URL")
    restore(Path(done.stdout.strip()), tmp_path / "back")
    both = []
    for file in (saved, tmp_path / "back"):
        with closing(sqlite3.connect(file / "proa.sqlite3")) as connection:
            names = [n for (n,) in connection.execute("SELECT name FROM sqlite_master")]
            rows = {
                name: sorted(map(repr, connection.execute(f"SELECT * FROM {name}")))
                for name in names
                if not name.startswith(("sqlite_", "ix_"))
            }
            both.append(rows)
    assert both[0] == both[1]


@pytest.mark.postgres
async def test_settings_of_a_backup_lead_to_no_other_database(far, tmp_path, postgres, monkeypatch):
    address = postgres.empty_database()
    monkeypatch.setenv("PROA_DATABASE_URL", address)
    sentence = refused(far, tmp_path / "data")
    assert "name another database than you do" in sentence
    assert "add --drill" in sentence
    restore(far, tmp_path / "drill", "--drill")
    found = config_loader.settings({"data_dir": tmp_path / "drill"}, environment={})
    assert found.database_url == address
    monkeypatch.delenv("PROA_DATABASE_URL")
    assert "127.0.0.1:1/live" in refused(far, tmp_path / "data"), "the one it names is not there"


@pytest.mark.postgres
async def test_postgresql_is_left_alone_while_others_use_it(saved, tmp_path, postgres, monkeypatch):
    monkeypatch.setenv("PROA_DATABASE_URL", postgres.empty_database())
    with postgres.connect():
        sentence = refused(saved, tmp_path / "data")
    assert "other programs are connected" in sentence
    restore(saved, tmp_path / "data")


def test_nothing_is_left_to_finish_in_a_folder_that_is_in_order(tmp_path):
    switch.finish_interrupted(tmp_path)
