"""Imports point one way, and no game knows another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import proa
from proa.games import GAMES

SOURCE = Path(proa.__file__).parent
MAY_IMPORT = {
    "engine": set(),
    "games": {"engine"},
    "bots": {"engine"},
    "rulebook": {"engine"},
    "records": {"engine"},
    "arena": {"engine", "bots", "records"},
    "warmth": {"engine", "bots", "games"},
    "web": {"engine", "games", "rulebook"},
    "server": {"engine", "games", "rulebook", "records", "bots", "arena", "warmth", "web"},
}
"""What each room may use of the others; everyone may use what the package itself offers."""


def _imported(path):
    """The modules of proa that a file names in an import."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _files(name):
    room = SOURCE / name
    return sorted(room.rglob("*.py")) if room.is_dir() else [room.with_suffix(".py")]


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_imports_point_one_way(room):
    forbidden = ({*MAY_IMPORT, "cli"} - {room}) - MAY_IMPORT[room]
    found = [
        f"{path.relative_to(SOURCE)}: {name}"
        for path in _files(room)
        for name in _imported(path)
        if name.startswith("proa.") and name.split(".")[1] in forbidden
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", [name for name in GAMES if name != "toy"])
def test_no_game_knows_another(game):
    others = tuple(f"proa.games.{name}" for name in GAMES if name not in (game, "toy"))
    names = {name for path in _files(f"games/{game}") for name in _imported(path)}
    assert names
    assert not [name for name in names if name.startswith(others)]
