"""What the README promises can be done as it stands there."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import typer.main

import needs
from proa.cli import app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_sixty_seconds_run_as_printed():
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    *lines, last = ast.parse(code).body
    names = {}
    exec(compile(ast.Module(lines, []), "README", "exec"), names)
    assert eval(compile(ast.Expression(last.value), "README", "eval"), names) is True
    start = names["game"].start(players=3, seed=7)
    assert names["game"].codes(start)[:2] == ["yacht:0", "yacht:1"]


def test_every_command_exists():
    commands = typer.main.get_command(app).commands
    named = re.findall(r"^    proa (\w+)", README, re.MULTILINE)
    assert named
    assert set(named) <= set(commands)


def test_the_whole_run_does_what_the_readme_says():
    """System packages, then the README's command in a fresh clone: no Python package, no help."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    _, _, run = script.partition("git clone --quiet .")
    assert "`make test` runs every test" in README
    assert "env --ignore-environment" in run
    assert re.findall(r"\bmake +\w.*", run) == ["make test"]
    assert not re.search(r"\bpip\b|\.venv|PYTHONPATH|pytest", script)
    given = set(re.findall(r"\b([A-Z_]+)=", run))
    required = {need.required for need in needs.NEEDS}
    assert given == {"HOME", "PATH", "PROA_CACHE"} | required


def test_what_the_tests_import_is_installed_for_everybody():
    """``make test`` installs one extra, which holds all that types and tests import."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.findall(r"install .*-e (.*)", makefile) == [".", '".[test]"']
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (extras,) = re.findall(r"proa\[(.*?)\]", " ".join(project["optional-dependencies"]["test"]))
    assert set(extras.split(",")) == set(project["optional-dependencies"]) - {"test"}


def test_what_is_missing_is_said_with_the_command_that_adds_it(monkeypatch):
    monkeypatch.delenv("PROA_CHROMIUM", raising=False)
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    monkeypatch.setattr("pathlib.Path.glob", lambda *_: iter(()))
    monkeypatch.setattr("sys.platform", "linux")
    *reasons, command = needs.told({"Chromium": 3})
    assert reasons[0].endswith("for want of Chromium: 3 tests of this run.")
    assert len(reasons) == len(needs.NEEDS)
    assert command.startswith("To run them too: sudo apt-get install chromium postgresql")
