"""Keeping on disk what was compiled: a folder for each state of the sources.

Numba's own cache watches only the file of the cached function, so a changed rule would leave
stale doors. Ours is a folder keyed by a hash of all sources a door can reach (engine, compiled
bots, the game's folder), of the versions that compile them and of the processor they compile for
(``NUMBA_CPU_NAME=generic`` is any). What is there already is only read: the folder may lie in a
container's image.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
from filelock import FileLock
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from platformdirs import user_cache_path

from proa.engine.compile import BOUNDS_CHECKED, DOORS, Door, rule, signature
from proa.engine.errors import NoCache
from proa.engine.sources import compiled_in, source_hash

PACKAGE = Path(__file__).resolve().parents[1]
KEPT_FOLDERS = 3
_host: Any = llvmlite.binding


def cache_root() -> Path:
    """The folder of all compiled code; ``PROA_CACHE`` moves it."""
    chosen = os.environ.get("PROA_CACHE")
    return Path(chosen) if chosen else user_cache_path("proa") / "compiled"


_OURS = [source_hash(file) for file in compiled_in(PACKAGE / "engine", PACKAGE / "bots")]


def cache_folder(name: str, *sources: Path) -> Path:
    """The cache folder of the game ``name`` whose compiled code lies in ``sources``."""
    compilers = (numba.__version__, np.__version__, sys.version, BOUNDS_CHECKED)
    hashes = [source_hash(source) for source in sources]
    digest = hashlib.sha256(repr((compilers, _processor(), _OURS, hashes)).encode())
    return cache_root() / f"{name}-{digest.hexdigest()[:16]}"


def _processor() -> tuple[str, ...]:
    """What Numba compiles for: this processor, if it is not told otherwise."""
    told: Any = numba.config
    name = told.CPU_NAME or _host.get_host_cpu_name()
    features = _features() if told.CPU_FEATURES is None else told.CPU_FEATURES
    return platform.machine(), name, features


@cache
def _features() -> str:
    try:
        found: str = _host.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM can't tell
        return ""
    return found


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
        """A door, compiled; :class:`NoCache` if what was compiled can't be kept."""
        compiled = self._compiled.get(door)
        if compiled is None:
            with self._keeping():
                compiled = self._compiled[door] = self._compile(door)
        return compiled

    def _compile(self, door: Door) -> Callable[..., Any]:
        dispatcher: Any = rule(door.function)
        dispatcher._cache = _cache_in(self.folder, door.function)
        with nullcontext() if self.is_warm() else self._alone():
            dispatcher.compile(signature(door.signature, self._rules, self._state))
        compiled: Callable[..., Any] = dispatcher
        return compiled

    def _alone(self) -> FileLock:
        """For one process that compiles; others wait, and find what it has compiled."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return FileLock(self.folder / "lock")

    def is_warm(self) -> bool:
        """Whether an earlier process has compiled all doors of the imported modules."""
        listed = self.folder / "complete"
        with self._keeping():
            return listed.is_file() and _door_names() <= set(listed.read_text().split())

    def compile_all(self, tick: Callable[[str], None] = lambda name: None) -> None:
        """Compile every door, or load it from the cache; ``tick`` is told each name before."""
        for door in DOORS:
            tick(door.name)
            self[door]
        if not self.is_warm():
            with self._keeping():
                (self.folder / "complete").write_text("\n".join(sorted(_door_names())))
            prune(self.name, self.folder)

    @contextmanager
    def _keeping(self) -> Iterator[None]:
        """Say in a sentence that the cache can't be read or written."""
        try:
            yield
        except OSError as error:
            raise NoCache(
                "compiled rules can't be kept in {folder}: {reason}; PROA_CACHE names another"
                " folder",
                folder=self.folder.parent,
                reason=error.strerror or str(error),
            ) from None


def _door_names() -> set[str]:
    return {door.name for door in DOORS}
