"""Compiling with Numba, and keeping what was compiled.

``rule`` marks a function of the rules: it compiles when compiled code first needs it, and its
plain Python form stays at hand for the twin. ``door`` marks a function that Python calls: it is
compiled for one game at a time and cached on disk, with everything it calls inside.

Numba's own cache watches only the file of the cached function, so a changed rule would leave
stale doors. Ours is a folder keyed by a hash of all sources a door can reach (engine, compiled
bots, the game's folder) and of the versions that compile them. The settings a researcher has
made for Numba are not touched.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np
from filelock import FileLock
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from platformdirs import user_cache_path

from proa.engine.sources import compiled_in, source_hash

BOUNDS_CHECKED = os.environ.get("PROA_BOUNDSCHECK", "") == "1"
"""Whether compiled code checks every index (slow; for tests; has a cache of its own)."""

PACKAGE = Path(__file__).resolve().parents[1]
KEPT_FOLDERS = 3


def rule(function: Callable[..., Any]) -> Any:
    """Mark a function of the rules for compiling. Its plain form is ``.py_func``."""
    return numba.njit(function, error_model="numpy", boundscheck=BOUNDS_CHECKED, nogil=True)


@dataclass(frozen=True, eq=False)
class Door:
    """A compiled function that Python may call, before it is compiled for a game.

    ``signature`` is written as in ``"i8(R, S, i4[:])"``: R an array of rules records (one), S an
    array of positions, the rest in Numba's short words.
    """

    function: Callable[..., Any]
    signature: str

    @property
    def name(self) -> str:
        return self.function.__name__


DOORS: list[Door] = []
"""Every door of the imported modules, in the order of their definition."""


def door(signature: str) -> Callable[[Callable[..., Any]], Door]:
    """Mark a function as a door; see :class:`Door`."""

    def mark(function: Callable[..., Any]) -> Door:
        made = Door(function, signature)
        DOORS.append(made)
        return made

    return mark


_WORDS = {
    "void": types.void,
    "b1": types.boolean,
    "u1": types.uint8,
    "i4": types.int32,
    "i8": types.int64,
    "u8": types.uint64,
    "f4": types.float32,
    "f8": types.float64,
}


def _type(word: str, records: dict[str, Any]) -> Any:
    word = word.strip()
    if word in records:
        return types.Array(records[word], 1, "C")
    base, _, dimensions = word.partition("[")
    if not dimensions:
        return _WORDS[base]
    return types.Array(_WORDS[base], dimensions.count(":"), "C")


def _signature(text: str, rules: np.dtype[Any], state: np.dtype[Any]) -> Any:
    records = {"R": numba.from_dtype(rules), "S": numba.from_dtype(state)}
    result, _, arguments = text.rstrip(")").partition("(")
    parts = arguments.replace("[:, :]", "[:;:]").split(",")
    return _type(result, records)(*(_type(part.replace(";", ","), records) for part in parts))


def cache_root() -> Path:
    """The folder of all compiled code; ``PROA_CACHE`` moves it."""
    chosen = os.environ.get("PROA_CACHE")
    return Path(chosen) if chosen else user_cache_path("proa") / "compiled"


_OURS = [source_hash(file) for file in compiled_in(PACKAGE / "engine", PACKAGE / "bots")]


def cache_folder(name: str, *sources: Path) -> Path:
    """The cache folder of the game ``name`` whose compiled code lies in ``sources``."""
    machine = (numba.__version__, np.__version__, sys.version, platform.machine(), BOUNDS_CHECKED)
    hashes = [source_hash(source) for source in sources]
    digest = hashlib.sha256(repr((machine, _OURS, hashes)).encode())
    return cache_root() / f"{name}-{digest.hexdigest()[:16]}"


def prune(name: str, keep: Path) -> list[Path]:
    """Delete all but the newest cache folders of a game; returns what was deleted."""
    if not cache_root().is_dir():
        return []
    others = [f for f in cache_root().glob(f"{name}-*") if f.is_dir() and f != keep]
    others.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in others[KEPT_FOLDERS - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)
    return others[KEPT_FOLDERS - 1 :]


def _cache_in(folder: Path, function: Callable[..., Any]) -> Any:
    """A Numba function cache that lives in ``folder`` and trusts the folder's name."""

    class Locator(_CacheLocator):
        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return folder.name

        def get_disambiguator(self) -> str:
            return ""

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Any:
            return cls()

    class Impl(CompileResultCacheImpl):
        _locator_classes: Any = [Locator]  # noqa: RUF012

    class Cache(FunctionCache):
        _impl_class = Impl

    return Cache(function)  # type: ignore[no-untyped-call]


class Doors:
    """The doors of one game, each compiled when first wanted or all at once."""

    def __init__(
        self, name: str, sources: Sequence[Path], rules: np.dtype[Any], state: np.dtype[Any]
    ) -> None:
        self.name = name
        self.folder = cache_folder(name, *sources)
        self._rules = rules
        self._state = state
        self._compiled: dict[Door, Callable[..., Any]] = {}

    def __getitem__(self, door: Door) -> Callable[..., Any]:
        compiled = self._compiled.get(door)
        if compiled is None:
            compiled = self._compiled[door] = self._compile(door)
        return compiled

    def _compile(self, door: Door) -> Callable[..., Any]:
        dispatcher: Any = rule(door.function)
        dispatcher._cache = _cache_in(self.folder, door.function)
        self.folder.mkdir(parents=True, exist_ok=True)
        with FileLock(self.folder / "lock"):
            dispatcher.compile(_signature(door.signature, self._rules, self._state))
        compiled: Callable[..., Any] = dispatcher
        return compiled

    def is_warm(self) -> bool:
        """Whether an earlier process has compiled all doors of the imported modules."""
        listed = self.folder / "complete"
        return listed.is_file() and _door_names() <= set(listed.read_text().split())

    def compile_all(self, tick: Callable[[str], None] = lambda name: None) -> None:
        """Compile every door, or load it from the cache; ``tick`` is told each name before."""
        for door in DOORS:
            tick(door.name)
            self[door]
        if not self.is_warm():
            (self.folder / "complete").write_text("\n".join(sorted(_door_names())))
            prune(self.name, self.folder)


def _door_names() -> set[str]:
    return {door.name for door in DOORS}
