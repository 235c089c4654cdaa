"""Settings from the command line, the environment and a file: which one holds, what is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import make_url

from proa.engine.errors import BadOption
from proa.server.config import config_loader
from proa.server.config.settings import Settings
from proa.server.host import housekeeping


def settings(folder: Path, *more: str, environment=None, file=None, **options) -> Settings:
    return config_loader.settings({"data_dir": folder, **options}, more, file, environment or {})


def test_what_is_nearer_holds(tmp_path):
    assert settings(tmp_path).searches == 8
    (tmp_path / "proa.toml").write_text("searches = 3\nport = 8001\nhost = '0.0.0.0'\n")
    from_file = settings(tmp_path)
    assert (from_file.searches, from_file.port, from_file.host) == (3, 8001, "0.0.0.0")
    environment = {"PROA_SEARCHES": "4", "PROA_PORT": "8002", "PROA_LANG": "ru"}
    around = settings(tmp_path, environment=environment)
    assert (around.searches, around.port, around.host) == (4, 8002, "0.0.0.0")
    nearest = settings(tmp_path, "searches=5", environment=environment, port=8003, host=None)
    assert (nearest.searches, nearest.port, nearest.host) == (5, 8003, "0.0.0.0")


def test_a_file_may_lie_elsewhere(tmp_path):
    elsewhere = tmp_path / "elsewhere.toml"
    elsewhere.write_text(f"data_dir = '{tmp_path / 'data'}'\n")
    (tmp_path / "proa.toml").write_text("searches = 3\n")
    for named in (
        config_loader.settings({}, file=elsewhere, environment={}),
        config_loader.settings({}, environment={"PROA_CONFIG": str(elsewhere)}),
    ):
        assert named == Settings(tmp_path / "data")


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("searches", "many", "'many' is not a whole number"),
        ("searches", "0", "'0' is too small: the minimum is 1"),
        ("port", "65536", "'65536' is too large: the maximum is 65535"),
        ("public_url", "proa.example", "'proa.example' is not a site: write it as https://"),
        ("database_url", "mysql://x", "is not a database: write it as postgresql://USER@HOST/NAME"),
    ],
)
def test_a_bad_value_is_said_with_its_place(tmp_path, name, value, why):
    def refusal(*more, **where):
        with pytest.raises(BadOption) as refused:
            settings(tmp_path, *more, **where)
        return str(refused.value)

    written = refusal(f"{name}={value}")
    assert written.startswith(f"--set {name}: ")
    assert why in written
    variable = f"PROA_{name.upper()}"
    assert refusal(environment={variable: value}).startswith(f"{variable}: ")
    file = tmp_path / "proa.toml"
    file.write_text(f"{name} = '{value}'\n")
    assert refusal().startswith(f"{file}: {name}: ")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("serches = 3\n", "serches: there is no such setting; did you mean searches?"),
        ("colour = 3\n", "colour: there is no such setting; see: proa settings"),
        ("searches = \n", "is not TOML"),
        ("data_dir = '/x'\n", "a folder can't name its own location"),
    ],
)
def test_a_bad_file_is_named(tmp_path, content, why):
    file = tmp_path / "proa.toml"
    file.write_text(content)
    with pytest.raises(BadOption) as refused:
        settings(tmp_path)
    assert str(refused.value).startswith(f"{file}: ")
    assert why in str(refused.value)


def test_a_variable_that_is_nearly_right_is_not_passed_over(tmp_path):
    with pytest.raises(BadOption, match=r"PROA_SERCHES: .* did you mean PROA_SEARCHES\?"):
        settings(tmp_path, environment={"PROA_SERCHES": "3"})
    settings(tmp_path, environment={"PROA_CACHE": "/x", "PROA_CHROMIUM": "/y"})


SECRET = "postgresql://proa:verysecret@127.0.0.1:1/proa"
SECRETS = [SECRET, "postgresql://127.0.0.1:1/proa?user=proa&password=verysecret"]


@pytest.mark.parametrize("url", SECRETS)
def test_a_password_is_not_taken_from_the_command_line(tmp_path, url):
    for refused_one in ({"database_url": url}, {"more": f"database_url={url}"}):
        more = [refused_one.pop("more")] if "more" in refused_one else []
        with pytest.raises(BadOption, match="PROA_DATABASE_URL") as refused:
            settings(tmp_path, *more, **refused_one)
        assert "verysecret" not in str(refused.value)


@pytest.mark.parametrize("url", SECRETS)
def test_a_password_from_elsewhere_is_never_shown(tmp_path, url):
    """Neither by a server that can't start, nor in the list of settings, nor as Python shows it."""
    pytest.importorskip("psycopg")
    environment = {**os.environ, "PROA_DATABASE_URL": url, "PROA_DATA_DIR": str(tmp_path)}
    for command in (["play", "--no-browser"], ["settings"], ["settings", "--json"], ["tidy"]):
        line = [sys.executable, "-m", "proa", *command]
        ran = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == (0 if "settings" in command else 2), ran.stderr
        assert "127.0.0.1:1" in ran.stdout + ran.stderr
        assert "verysecret" not in ran.stdout + ran.stderr
    made = settings(tmp_path, environment={"PROA_DATABASE_URL": url})
    assert made.database == url
    assert "verysecret" not in repr(made)


def test_a_password_may_have_a_file_of_its_own(tmp_path):
    file = tmp_path / "password"
    file.write_text("very: secret/@\n")
    environment = {"PROA_DATABASE_PASSWORD_FILE": str(file)}
    made = settings(tmp_path, database_url="postgresql://proa@db/proa", environment=environment)
    assert make_url(made.database).password == "very: secret/@"
    file.unlink()
    with pytest.raises(BadOption, match="can't be read: No such file"):
        _ = made.database


def test_everything_that_can_be_set_is_listed_with_its_place(tmp_path):
    command = [sys.executable, "-m", "proa", "settings", "--data", str(tmp_path)]
    environment = {**os.environ, "PROA_SEARCHES": "4"}
    line = [*command, "--set", "workers=2", "--json"]
    rows = json.loads(subprocess.run(line, env=environment, capture_output=True, check=True).stdout)
    assert set(rows) == set(config_loader.fields())
    assert rows["searches"] == {"value": 4, "default": 8, "from": "PROA_SEARCHES"}
    assert rows["workers"]["from"] == "--set workers"
    shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "searches = 4  (PROA_SEARCHES)\n    Searches of bots" in shown.stdout
    assert all(field.description for field in config_loader.fields().values())


def test_an_account_without_a_home_has_to_name_a_folder(tmp_path, monkeypatch):
    """As in a container that runs as any number."""

    def homeless(*_):
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(config_loader, "user_data_path", homeless)
    with pytest.raises(BadOption, match=r"no home.*with --data or PROA_DATA_DIR"):
        config_loader.settings({}, environment={})
    assert config_loader.settings({"data_dir": tmp_path}, environment={}).data_dir == tmp_path
    with pytest.raises(BadOption, match="there is no database"):
        housekeeping.tidy(config_loader.settings({"data_dir": tmp_path}, environment={}), 1)
