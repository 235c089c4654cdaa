"""Imports go in one direction, and no game imports another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import proa
from proa.engine.core.game_spec import BoardSpec
from proa.games import GAMES, spec

SOURCE = Path(proa.__file__).parent
MAY_IMPORT = {
    "engine": set(),
    "games": {"engine"},
    "bots": {"engine", "games"},
    "rulebook": {"engine"},
    "records": {"engine"},
    "export": {"engine", "records"},
    "arena": {"engine", "bots", "records"},
    "review": {"engine", "bots", "records", "arena"},
    "envs": {"engine", "bots"},
    "precompile": {"engine", "bots", "games"},
    "learn": {"engine", "bots", "arena"},
    "web": {"engine", "games", "rulebook", "arena", "learn"},
    "server": {
        "engine",
        "games",
        "rulebook",
        "records",
        "bots",
        "arena",
        "precompile",
        "review",
        "web",
    },
}
"""The packages that each package may import; all may import the modules of the top level."""
HEAVY = {"torch"}
"""What a server must not load, not even later."""
SERVER = (
    "errors",
    "durations",
    "addresses",
    "gc_tuning",
    "periodic",
    "config",
    "mail",
    "tokens",
    "telemetry",
    "store",
    "live",
    "games",
    "tables",
    "accounts",
    "notices",
    "bots",
    "http",
    "api",
    "pages",
    "host",
)
"""The server's packages and shared modules, in order: each may import those before it."""


def _imported(path):
    """Yield the modules of proa that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _all_imports(path):
    """Yield everything that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _file_of(module):
    """Return the file of a module of proa, None if there is none."""
    place = SOURCE.parent.joinpath(*module.split("."))
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next(filter(Path.is_file, files), None)


def _reached(waiting):
    """Return all modules that these files import, directly or through others of proa."""
    seen, names = set(), set()
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            found = set(_all_imports(path))
            names |= found
            inside = (name for name in found if name.split(".")[0] == "proa")
            waiting += filter(None, map(_file_of, inside))
    return names


def test_the_server_never_loads_what_only_training_needs():
    assert not {name.split(".")[0] for name in _reached(_files("server"))} & HEAVY
    assert {name.split(".")[0] for name in _reached(_files("learn"))} >= HEAVY


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


@pytest.mark.parametrize("room", SERVER)
def test_the_servers_rooms_point_one_way(room):
    before = SERVER[: SERVER.index(room) + 1]
    found = [
        f"{path.relative_to(SOURCE)}: {name}"
        for path in _files(f"server/{room}")
        for name in _imported(path)
        if name.startswith("proa.server.") and name.split(".")[2] not in before
    ]
    assert not found, "\n".join(found)


ENGINE_ROOMS = {"compiler": set(), "core": {"compiler"}, "vector": {"compiler", "core"}}
"""The packages of the engine that each may import; all may import ``errors`` and ``messages``."""


@pytest.mark.parametrize("room", ENGINE_ROOMS)
def test_the_engines_rooms_point_one_way(room):
    forbidden = set(ENGINE_ROOMS) - {room} - ENGINE_ROOMS[room]
    found = [
        f"{path.relative_to(SOURCE)}: {name}"
        for path in _files(f"engine/{room}")
        for name in _imported(path)
        if name.startswith("proa.engine.") and name.split(".")[2] in forbidden
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("room", ENGINE_ROOMS)
def test_the_engines_rooms_export_nothing(room):
    """What a package imports would be part of the cache key of all compiled code."""
    tree = ast.parse((SOURCE / "engine" / room / "__init__.py").read_text(encoding="utf-8"))
    assert [type(node) for node in tree.body] == [ast.Expr]


def test_every_room_of_the_server_says_what_it_is():
    folder = SOURCE / "server"
    rooms = {path.stem for path in folder.iterdir() if path.suffix == ".py" or _has_code(path)}
    assert rooms - {"__init__"} == set(SERVER)
    inits = [folder / room / "__init__.py" for room in SERVER if (folder / room).is_dir()]
    for path in inits:
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path


def _has_code(path):
    return path.is_dir() and any(path.glob("*.py"))


GAME_ROOMS = {
    "rules": set(),
    "ai": {"rules", "texts"},
    "documents": {"rules", "texts"},
    "texts": {"rules"},
    "board": {"rules", "texts"},
}
"""The packages of a game that each may import."""


@pytest.mark.parametrize("room", GAME_ROOMS)
@pytest.mark.parametrize("game", [name for name in GAMES if name != "toy"])
def test_a_games_rooms_point_one_way(game, room):
    if room == "board" and spec(game).board == BoardSpec():
        return
    assert _files(f"games/{game}/{room}"), "every game has the same rooms"
    forbidden = set(GAME_ROOMS) - {room} - GAME_ROOMS[room]
    found = [
        f"{path.relative_to(SOURCE)}: {name}"
        for path in _files(f"games/{game}/{room}")
        for name in _imported(path)
        if name.startswith(f"proa.games.{game}.") and name.split(".")[3] in forbidden
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", [name for name in GAMES if name != "toy"])
def test_views_import_no_walls_of_constants(game):
    """Many numbers and words of a module have its name: ``act.BID``, ``at.SQUARE``."""
    for path in [*_files(f"games/{game}/texts"), *_files(f"games/{game}/board")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert sum(alias.name.isupper() for alias in node.names) <= 5, path
