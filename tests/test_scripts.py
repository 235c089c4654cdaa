"""Every script documents its use."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

SCRIPTS = [
    path
    for path in sorted((Path(__file__).parents[1] / "scripts").glob("*.py"))
    if "argparse" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_tells_how_it_is_used(path, monkeypatch, capsys):
    """Percents of its text are no marks of a format."""
    monkeypatch.setattr(sys, "argv", [path.name, "--help"])
    with pytest.raises(SystemExit) as left:
        runpy.run_path(str(path), run_name="__main__")
    assert left.value.code == 0
    assert f"usage: {path.name}" in capsys.readouterr().out
