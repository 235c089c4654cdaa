"""The cache of compiled code on disk: one folder per compilation unit and state of its sources.

Numba's own cache watches only the file of the cached function, so a changed rule would leave stale
compiled functions. Ours is keyed by a hash of the sources that a unit's functions can reach, of the
versions that compile them and of the target processor (``NUMBA_CPU_NAME=generic`` means any). So
the functions that play at a table stay valid when a bot's search changes, and all stay valid when
texts or pages change. Cached code is only read: the folder may be in a container's image.
"""

from __future__ import annotations

import hashlib
import logging
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import Any

import llvmlite.binding
import numba
import numpy as np
from filelock import FileLock, Timeout
from platformdirs import user_cache_path

from proa.engine.compiler.compile import (
    BOUNDS_CHECKED,
    COMPILED_FUNCTIONS,
    OPTIONS,
    CompiledFunction,
    signature,
)
from proa.engine.compiler.linking import compile_together, count_compiled, load_code
from proa.engine.compiler.source_hashes import reachable, source_files_of, source_hash
from proa.engine.errors import BadOption, NoCache

MAX_FOLDERS = 3
FRESH = 24 * 3600.0
"""Seconds for which no folder is deleted: others may be about to use it."""
DIGEST = hashlib.sha256().digest_size
"""A file of code begins with so many bytes, the hash of the rest."""
TRANSLATING = 0.85
"""The share of a unit's compile time that goes into its functions one by one."""
_host: Any = llvmlite.binding
_log = logging.getLogger("proa.cache")


def cache_root() -> Path:
    """Return the folder of all compiled code; ``PROA_CACHE`` moves it."""
    chosen = os.environ.get("PROA_CACHE")
    if chosen:
        return Path(chosen)
    try:
        return user_cache_path("proa") / "compiled"
    except RuntimeError:
        raise NoCache(
            "this account has no home folder for compiled rules; set PROA_CACHE to a folder"
        ) from None


def cache_folder(name: str, sources: Iterable[Path]) -> Path:
    """The cache folder of what is called ``name`` and compiled from ``sources``."""
    compilers = (numba.__version__, llvmlite.__version__, np.__version__, sys.version)
    hashes = [source_hash(source) for source in sources]
    key = (compilers, BOUNDS_CHECKED, _settings(), _processor(), hashes)
    digest = hashlib.sha256(repr(key).encode())
    return cache_root() / f"{name}-{digest.hexdigest()[:16]}"


def _settings() -> tuple[Any, ...]:
    """Return the Numba settings (``NUMBA_OPT`` and the like) that change compiled code."""
    config: Any = numba.config
    return (
        config.BOUNDSCHECK,
        config.DEBUGINFO_DEFAULT,
        config.DEBUG_JIT,
        config.ENABLE_AVX,
        config.EXTEND_VARIABLE_LIFETIMES,
        config.LLVM_REFPRUNE_FLAGS,
        config.LLVM_REFPRUNE_PASS,
        config.LOOP_VECTORIZE,
        config.OPT,
        config.SLP_VECTORIZE,
        config.USING_SVML,
    )


def _processor() -> tuple[str, ...]:
    """Return the target processor of Numba: this one, unless configured otherwise."""
    config: Any = numba.config
    name = config.CPU_NAME or _host.get_host_cpu_name()
    features = _features() if config.CPU_FEATURES is None else config.CPU_FEATURES
    return platform.machine(), name, features


@cache
def _features() -> str:
    try:
        found: str = _host.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM doesn't know
        return ""
    return found


def remove_old(name: str, keep: Path) -> list[Path]:
    """Delete the folders of a game's unit that are neither among the newest nor fresh, nor being
    written to; returns what was deleted."""
    others = [f for f in cache_root().glob(f"{name}-*") if f.is_dir() and f != keep]
    by_age = sorted((_age(folder), folder) for folder in others)
    return [folder for age, folder in by_age[MAX_FOLDERS - 1 :] if age > FRESH and _delete(folder)]


def _age(folder: Path) -> float:
    """Return how many seconds ago a folder was written to; 0 if it is gone."""
    try:
        return time.time() - folder.stat().st_mtime
    except OSError:
        return 0.0


def _delete(folder: Path) -> bool:
    """Delete a folder unless a process writes to it; return whether it is gone."""
    try:
        with _lock_of(folder).acquire(timeout=0):
            shutil.rmtree(folder, ignore_errors=True)
            _lock_path(folder).unlink(missing_ok=True)
    except (OSError, Timeout):
        return False
    return True


def _lock_path(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.lock")


def _lock_of(folder: Path) -> FileLock:
    """The lock of who writes to a folder or deletes it; it lies beside, so that it outlives it."""
    return FileLock(_lock_path(folder))


def remove_undivided(game: str) -> list[Path]:
    """Delete folders of an old layout, with all of a game in one; return the deleted ones."""
    whole = re.compile(rf"{re.escape(game)}-[0-9a-f]{{16}}")
    found = [f for f in cache_root().glob(f"{game}-*") if f.is_dir() and whole.fullmatch(f.name)]
    for folder in found:
        shutil.rmtree(folder, ignore_errors=True)
    return found


@dataclass(frozen=True)
class CompilationUnit:
    """The compiled functions of one module for one game, compiled and cached together."""

    name: str
    """The name of game and module, used for its folder."""
    functions: tuple[CompiledFunction, ...]
    parts: int
    """The number of functions that they consist of."""
    folder: Path

    @property
    def is_cached(self) -> bool:
        """Return whether the unit is compiled and complete."""
        return self._code.is_file() and _is_whole(self._code, *_version(self._code))

    @property
    def progress(self) -> float:
        """Return how much of it is compiled, from 0 to 1, also if another process compiles it."""
        if self.is_cached:
            return 1.0
        with suppress(OSError, ValueError):
            return float(self._progress.read_text())
        return 0.0

    def load(
        self, rules: np.dtype[Any], state: np.dtype[Any], tick: Callable[[float], None]
    ) -> list[Callable[..., Any]]:
        """Return the functions, read from the folder or else compiled by one process at a time."""
        config: Any = numba.config
        if config.DISABLE_JIT:
            raise BadOption(
                "NUMBA_DISABLE_JIT is set, but the rules of games are always compiled; unset it"
            )
        code = _read(self._code) if self.is_cached else None
        if code is None:
            self.check()
            with _lock_of(self.folder):
                code = _read(self._code) if self.is_cached else None
                if code is None:
                    return self._compile(rules, state, tick)
        return load_code(code, [compiled.function for compiled in self.functions], **OPTIONS)

    def check(self) -> None:
        """Raise :class:`OSError` if what is compiled could not be written."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        _lock_path(self.folder).touch()

    def _compile(
        self, rules: np.dtype[Any], state: np.dtype[Any], tick: Callable[[float], None]
    ) -> list[Callable[..., Any]]:
        self.folder.mkdir(exist_ok=True)
        done: set[Any] = set()

        def count(function: Any) -> None:
            done.add(function)
            share = min(len(done) / self.parts, 1) * TRANSLATING
            self._progress.write_text(f"{share:.3f}")
            tick(share)

        wanted = [(d.function, signature(d.signature, rules, state)) for d in self.functions]
        with count_compiled(count):
            made, code = compile_together(self.name, wanted, **OPTIONS)
        written = self.folder / f"code-{os.getpid()}"
        with written.open("wb") as file:
            file.write(hashlib.sha256(code).digest() + code)
            file.flush()
            os.fsync(file.fileno())
        written.replace(self._code)
        self._progress.unlink(missing_ok=True)
        return made

    @property
    def _code(self) -> Path:
        return self.folder / "code"

    @property
    def _progress(self) -> Path:
        return self.folder / "progress"


def _read(path: Path) -> bytes | None:
    """Return the code in a file; None if there is no file, or it is damaged."""
    try:
        saved = path.read_bytes()
    except FileNotFoundError:
        return None
    digest, code = saved[:DIGEST], saved[DIGEST:]
    return code if hashlib.sha256(code).digest() == digest else None


def _version(path: Path) -> tuple[int, int, int]:
    """What changes when a file is replaced."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return (0, 0, 0)
    return found.st_ino, found.st_mtime_ns, found.st_size


@cache
def _is_whole(path: Path, *version: int) -> bool:
    """Whether the code in a file, in this version of it, is as it was written; the log says if it
    is not."""
    is_whole = _read(path) is not None
    if not is_whole and path.is_file():
        _log.warning("compiled rules in %s are damaged; they are compiled again", path)
    return is_whole


class CompiledFunctions:
    """The compiled functions of one game; each unit is compiled when it is first needed."""

    def __init__(
        self,
        name: str,
        look_up: Callable[[Any], Any],
        rules: np.dtype[Any],
        state: np.dtype[Any],
    ) -> None:
        """``look_up`` returns the game's function for a verb, and None for anything else."""
        self.name = name
        self._look_up = look_up
        self._rules = rules
        self._state = state
        self._units: dict[str, CompilationUnit] = {}
        self._loaded: dict[CompiledFunction, Callable[..., Any]] = {}
        self._unchecked: dict[CompiledFunction, Callable[..., Any]] = {}
        self._loading = RLock()

    def __getitem__(self, function: CompiledFunction) -> Callable[..., Any]:
        """Return a function compiled; raise :class:`NoCache` if compiled code can't be stored."""
        loaded = self._loaded.get(function)
        if loaded is None:
            self.load(function.unit)
            loaded = self._loaded[function]
        return loaded

    def unchecked(self, function: CompiledFunction) -> Callable[..., Any]:
        """Return a compiled function without argument checks, which cost three times as much as
        most functions do. The caller must pass arrays of exactly the declared types."""
        if function not in self._unchecked:  # Numba takes 20 us to return it
            (compiled,) = self[function].overloads.values()  # type: ignore[attr-defined]
            self._unchecked[function] = compiled.entry_point
        return self._unchecked[function]

    def unit(self, name: str) -> CompilationUnit:
        """Return the unit of a module, compiled or not."""
        if name not in self._units:
            import_module(name)
            functions = tuple(compiled for compiled in COMPILED_FUNCTIONS if compiled.unit == name)
            parts = reachable((compiled.function for compiled in functions), self._look_up)
            folder_name = f"{self.name}-{name.rpartition('.')[2]}"
            folder = cache_folder(folder_name, source_files_of(parts))
            self._units[name] = CompilationUnit(folder_name, functions, len(parts), folder)
        return self._units[name]

    def load(self, name: str, tick: Callable[[float], None] = lambda share: None) -> None:
        """Load a unit, or compile it first; ``tick`` gets the part that is done, from 0 to 1.

        Raises :class:`NoCache` if compiled code can't be stored.
        """
        with self._loading:
            unit = self.unit(name)
            if unit.functions and unit.functions[0] in self._loaded:
                return
            is_new = not self.is_cached(name)
            with self._caching(unit):
                loaded = unit.load(self._rules, self._state, tick)
            self._loaded.update(zip(unit.functions, loaded, strict=True))
            if is_new:
                remove_old(unit.name, unit.folder)
        tick(1.0)

    def is_cached(self, name: str) -> bool:
        """Return whether a unit has been compiled."""
        unit = self.unit(name)
        with self._caching(unit):
            return unit.is_cached

    def check(self, name: str) -> None:
        """Raise :class:`NoCache` if a unit's compiled code could not be stored."""
        unit = self.unit(name)
        with self._caching(unit):
            if not unit.is_cached:
                unit.check()

    @contextmanager
    def _caching(self, unit: CompilationUnit) -> Iterator[None]:
        """Turn an :class:`OSError` into a :class:`NoCache`."""
        try:
            yield
        except OSError as error:
            raise NoCache(
                "compiled rules can't be stored in {folder}: {reason}; set PROA_CACHE to "
                "another folder",
                folder=unit.folder.parent,
                reason=error.strerror or str(error),
            ) from None
