"""No other account on the machine can read seeds, invitations, keys or backups."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from proa.engine.errors import BadOption
from proa.server.config.privacy import shut
from proa.server.config.settings import Settings
from proa.server.host.housekeeping import backup, open_database
from server.site import running

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(os.name != "posix", reason="modes are POSIX"),
]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def _usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def made_before(folder: Path) -> Settings:
    """Return a data folder as earlier versions made it, open to everybody."""
    settings = Settings(data_dir=folder)
    folder.mkdir(mode=0o755)
    (folder / "editions").mkdir()
    (folder / "editions" / "ours.toml").write_text("", encoding="utf-8")
    (folder / "proa.toml").write_text("", encoding="utf-8")
    with closing(sqlite3.connect(folder / "proa.sqlite3")):
        pass
    (folder / "monday.sqlite3").write_bytes(b"")
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return settings


def all_are_shut(folder: Path) -> None:
    found = [folder, *folder.rglob("*")]
    open_ones = {path: oct(mode(path)) for path in found if mode(path) & 0o077}
    assert not open_ones


@pytest.mark.parametrize("is_new", [True, False])
async def test_the_data_folder_is_shut(tmp_path, is_new):
    folder = tmp_path / "data"
    settings = Settings(data_dir=folder) if is_new else made_before(folder)
    open_database(settings)
    all_are_shut(folder)
    async with running(settings) as site:
        await site.begun("me", "me", "me")
        assert settings.key
        beside = {path.name for path in folder.iterdir()}
        assert {"proa.sqlite3", "proa.sqlite3-wal", "proa.sqlite3-shm", "cookie.key"} <= beside
        all_are_shut(folder)
    copy = backup(settings, tmp_path / "copy.sqlite3")
    assert mode(copy) == 0o600


async def test_a_folder_that_can_only_be_read_is_told(tmp_path, monkeypatch):
    def read_only(dir):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(dir))

    monkeypatch.setattr(tempfile, "TemporaryFile", read_only)
    with pytest.raises(BadOption, match="can't be used: Read-only file system; name another"):
        open_database(Settings(data_dir=tmp_path / "data"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
async def test_another_account_reads_nothing(tmp_path):
    for path in (tmp_path, *tmp_path.parents[:-1]):
        path.chmod(path.stat().st_mode | 0o011)  # the way to the folder is open
    settings = made_before(tmp_path / "data")
    open_database(settings)
    for path in ("proa.sqlite3", "editions/ours.toml", "."):
        command = ["cat" if path != "." else "ls", str(settings.data_dir / path)]
        tried = subprocess.run(command, capture_output=True, user="nobody", group="nogroup")
        assert b"denied" in tried.stderr


def test_a_home_that_was_named_stays_open(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    made_before(tmp_path / "data")
    tmp_path.chmod(0o755)
    shut(tmp_path, tmp_path / "proa.sqlite3")
    assert mode(tmp_path) == 0o755
    assert mode(tmp_path / "proa.sqlite3") == 0o600


def test_what_others_wrote_into_the_folder_is_not_followed(tmp_path):
    elsewhere = tmp_path / "elsewhere.toml"
    elsewhere.write_text("", encoding="utf-8")
    elsewhere.chmod(0o644)
    settings = made_before(tmp_path / "data")
    (settings.data_dir / "editions" / "linked.toml").symlink_to(elsewhere)
    open_database(settings)
    assert mode(elsewhere) == 0o644
