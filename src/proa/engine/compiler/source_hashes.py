"""Which source files compiled code can reach, and their hashes, which make the key of the cache."""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from proa.engine.compiler.compile import is_rule


@cache
def source_hash(path: Path) -> str:
    """Return the hash of a source file, or of all Python files below a folder, at the first call.

    Data that a module reads from a JSON file of its own name counts as its source.

    It is called when code is imported, so that it describes the code that this process runs, not
    later edits.
    """
    digest = hashlib.sha256()
    files = [path, path.with_suffix(".json")] if path.is_file() else sorted(path.rglob("*.py"))
    for file in filter(Path.is_file, files):
        name = file.name if path.is_file() else str(file.relative_to(path))
        digest.update(name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def source_files_of(functions: Iterable[Callable[..., Any]]) -> list[Path]:
    """Return the files of these functions, and the files of the same package that those import.

    Pages and texts are not among them, so an edit of those needs no compilation.
    """
    waiting = sorted({function.__module__ for function in functions})
    seen: dict[str, Path] = {}
    while waiting:
        name = waiting.pop()
        module = sys.modules.get(name)
        if name in seen or module is None or module.__file__ is None:
            continue
        seen[name] = Path(module.__file__)
        waiting += _imported(seen[name], _package_of(name))
    return [seen[name] for name in sorted(seen)]


_game_packages: set[str] = set()
"""The packages of games."""


def add_game_package(package: str) -> None:
    """Register the package of a game: of what its rules import, only this package counts."""
    _game_packages.add(package)


def _package_of(module: str) -> str:
    """Return the package of the game that a module belongs to, else its top-level package."""
    packages = [home for home in _game_packages if f"{module}.".startswith(f"{home}.")]
    return max(packages, key=len, default=module.partition(".")[0])


def _imported(file: Path, package: str) -> list[str]:
    """Return the modules below ``package`` that a file imports, or imports names from."""
    return sorted(name for name in _imports(file) if name.startswith(package + "."))


@cache
def _imports(file: Path) -> set[str]:
    """Return everything that a file imports anywhere: modules, and names that may be modules."""
    names: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        waiting += (part for part in ast.iter_child_nodes(node) if isinstance(part, _BLOCKS))
    return names


_BLOCKS = (ast.stmt, ast.excepthandler, ast.match_case)
"""The nodes that contain statements."""


def reachable(
    functions: Iterable[Callable[..., Any]], look_up: Callable[[Any], Any]
) -> set[FunctionType]:
    """Return these ``functions`` and all rules they may call.

    ``look_up`` returns the game's function for a verb, and None for anything else.
    """
    waiting: list[Any] = list(functions)
    found: set[FunctionType] = set()
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += _called(function, look_up)
    return found


def _called(function: FunctionType, look_up: Callable[[Any], Any]) -> Iterator[Any]:
    for value in _named(function):
        if is_rule(value):
            yield value
        elif (found := look_up(value)) is not None:
            yield found


def _named(function: FunctionType) -> Iterator[Any]:
    """Yield the values of a function's global names, and of those it may read from modules."""
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        yield value
        if isinstance(value, ModuleType):
            yield from (getattr(value, each, None) for each in names)
