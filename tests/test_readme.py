"""What the README promises can be done as it stands there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import typer.main

from proa.cli import app

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


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
