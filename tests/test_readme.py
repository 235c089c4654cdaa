"""The instructions of the README work as written."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest
import typer.main

import needs
from proa.cli import app

ROOT = Path(__file__).parents[1]
README_FILE = ROOT / "README.md"
README = README_FILE.read_text(encoding="utf-8")
GUIDE = ROOT / "docs" / "guide"
DEVELOPMENT = ROOT / "docs" / "development"
RUNNING = GUIDE / "running.md"
DOCUMENTS = (
    README_FILE,
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *sorted(GUIDE.glob("*.md")),
    *sorted(DEVELOPMENT.glob("*.md")),
)


def test_the_sixty_seconds_run_as_printed():
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    *lines, last = ast.parse(code).body
    names = {}
    exec(compile(ast.Module(lines, []), "README", "exec"), names)
    assert eval(compile(ast.Expression(last.value), "README", "eval"), names) is True
    start = names["game"].start(players=3, seed=7)
    assert names["game"].codes(start)[:2] == ["yacht:0", "yacht:1"]


def test_the_guide_to_studying_runs_as_printed():
    """Each block by itself: people copy one of them."""
    text = (GUIDE / "studying.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 9
    for block in blocks:
        if "export.frames" in block:
            pytest.importorskip("pandas")
        exec(compile(block, "studying.md", "exec"), {})


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_and_option_exists(document):
    text = document.read_text(encoding="utf-8")
    lines = re.findall(r"^ +(?:\S*/)?proa ((?:admin )?[a-z]+)\b([^#|\n]*)", text, re.MULTILINE)
    assert lines or document not in (README_FILE, RUNNING)
    for name, rest in lines:
        command = typer.main.get_command(app)
        for part in name.split():
            assert part in command.commands, (name, rest)
            command = command.commands[part]
        options = {option for param in command.params for option in param.opts}
        assert set(re.findall(r"(?<!\S)--[a-z-]+", rest)) <= options, (name, rest)


def test_the_servers_files_are_on_the_map():
    """``docs/development/server.md`` says of every module of the server what it is about."""
    section = (DEVELOPMENT / "server.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.*?) \| (.*?) \|$", section.partition("\n## ")[0], re.MULTILINE)[1:]
    server = ROOT / "src" / "proa" / "server"
    for room, files in rows:
        folder = server / room.strip("`/") if room.startswith("`") else server
        named = {name for name in re.findall(r"`([a-z_]+)`", files) if name != "migrations"}
        assert named == {path.stem for path in folder.glob("*.py")} - {"__init__"}, room
    rooms = {path.parent.name for path in server.glob("*/__init__.py")}
    assert {room.strip("`/") for room, _ in rows if room.startswith("`")} == rooms


def test_the_whole_run_does_what_the_readme_says():
    """System packages, then the README's commands in a fresh clone: no Python package, no help."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    _, _, run = script.partition("git clone --quiet .")
    assert "`make test` runs every test" in README
    assert "env --ignore-environment" in run
    assert re.findall(r"\bmake +\w.*", run) == ["make test test-slow EXTRAS=cluster,examples"]
    assert not re.search(r"\bpip\b|\.venv|PYTHONPATH|pytest", script)
    given = set(re.findall(r"\b([A-Z_]+)=", run))
    required = {need.required for need in needs.NEEDS}
    assert given == {"HOME", "PATH", "PROA_CACHE", "EXTRAS"} | required


def test_what_the_tests_import_is_installed_for_everybody():
    """``make test`` installs one extra, which holds all that types and tests import but what a
    cluster, training and the examples need: gigabytes. ``EXTRAS`` adds those."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.findall(r"install .*-e (.*)", makefile) == [".", '".[test$(EXTRAS:%=,%)]"']
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = re.findall(r"proa\[(.*?)\]", " ".join(project["optional-dependencies"]["test"]))
    others = {"test", "cluster", "examples", "learn"}
    assert set(",".join(extras).split(",")) == set(project["optional-dependencies"]) - others


def test_what_is_missing_is_said_with_the_command_that_adds_it(monkeypatch):
    monkeypatch.delenv("PROA_CHROMIUM", raising=False)
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    monkeypatch.setattr("pathlib.Path.glob", lambda *_: iter(()))
    monkeypatch.setattr("sys.platform", "linux")
    *reasons, command = needs.report({"Chromium": 3})
    assert (
        reasons[0] == "Chromium is missing here; 3 tests of this run were skipped for want of it."
    )
    assert len(reasons) == len(needs.NEEDS)
    assert command.startswith("To run them too: sudo apt-get install chromium postgresql")
