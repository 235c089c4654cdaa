"""Undocumented parts of libraries that proa uses: each is listed here and still exists, and its
library has an upper bound, so that we meet a new version before those who install proa."""

from __future__ import annotations

import ast
import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src" / "proa").rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

LENT = {
    # the cache of compiled rules
    "numba.core": ("event", "types"),
    "numba.core.codegen": ("JITCodeLibrary",),
    "numba.core.codegen.JITCodeLibrary": (
        "_get_module_for_linking",
        "_optimize_functions",
    ),
    "numba.core.compiler": (
        "CompilerBase",
        "DefaultPassBuilder",
        "Flags",
        "compile_extra",
        "compile_result",
    ),
    "numba.core.compiler.CompileResult": ("_find_referenced_environments", "entry_point"),
    "numba.core.cgutils._StructProxy": ("_getvalue",),
    "numba.core.compiler_lock": ("global_compiler_lock",),
    "numba.core.compiler_machinery": ("register_pass",),
    "numba.core.registry": ("CPUDispatcher", "cpu_target"),
    "numba.core.registry.CPUDispatcher": ("_compile_for_args",),
    "numba.core.runtime.nrt": ("rtsys",),
    "numba.core.serialize": ("dumps",),
    "numba.core.typed_passes": ("NativeLowering",),
    "numba.core.typed_passes.NativeLowering": ("_name",),
    "numba.core.typing.templates": ("AbstractTemplate", "infer_global"),
    "numba.config": (
        "BOUNDSCHECK",
        "CPU_FEATURES",
        "CPU_NAME",
        "DEBUGINFO_DEFAULT",
        "DEBUG_JIT",
        "ENABLE_AVX",
        "EXTEND_VARIABLE_LIFETIMES",
        "LLVM_REFPRUNE_FLAGS",
        "LLVM_REFPRUNE_PASS",
        "LOOP_VECTORIZE",
        "OPT",
        "SLP_VECTORIZE",
        "USING_SVML",
    ),
    "numba.core.errors": ("TypingError",),
    # several processes that take requests from one port
    "uvicorn.config": ("STARTUP_FAILURE",),
    "uvicorn.supervisors.multiprocess": ("Multiprocess",),
    "uvicorn.supervisors.multiprocess.Multiprocess": (
        "handle_hup",
        "handle_term",
        "keep_subprocess_alive",
        "terminate_all",
    ),
    "uvicorn.server.Server": ("startup",),
    # connections that have only so long
    "uvicorn.protocols.http.httptools_impl": (
        "HttpToolsProtocol",
        "RequestResponseCycle",
        "STATUS_LINE",
    ),
    "uvicorn.protocols.http.httptools_impl.HttpToolsProtocol": (
        "connection_lost",
        "connection_made",
        "data_received",
        "on_headers_complete",
        "on_message_begin",
        "on_message_complete",
        "on_response_complete",
        "pause_writing",
        "resume_writing",
    ),
    # the store works in greenlets on PostgreSQL
    "sqlalchemy.util": ("greenlet_spawn",),
    # environments in which seats decide in turn, as PettingZoo's guide writes them
    "pettingzoo.AECEnv": ("_accumulate_rewards", "_was_dead_step"),
    # a usage error of the command line: its class is not exported
    "typer.BadParameter": ("__base__",),
}
"""The undocumented names, by their module or class."""
SET = {
    "_codegen",
    "_data_layout",
    "_final_module",
    "_finalized",
    "_linking_libraries",
    "_reload_init",
}
"""Attributes that numba's code libraries have once they are made."""
NAMES = SET.union(*LENT.values())
OPEN = (
    "alembic",
    "fastapi",
    "jinja2",
    "numba",
    "numba.extending",
    "sqlalchemy",
    "sqlalchemy.dialects",
    "sqlalchemy.exc",
    "sqlalchemy.ext.asyncio",
    "starlette",
    "typer",
    "uvicorn",
)
"""Libraries whose modules, with those below them, are documented."""
CLOSED = (
    "numba.core",
    "sqlalchemy.util",
    "uvicorn.config",
    "uvicorn.protocols",
    "uvicorn.supervisors",
)
"""Undocumented modules of these libraries."""
LIBRARIES = {name.partition(".")[0] for name in OPEN}


def resolved(name: str) -> Any:
    """Return a module or a class by its full name."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, attribute = name.rpartition(".")
        return getattr(importlib.import_module(module), attribute)


@pytest.mark.parametrize(
    ("owner", "name"), [(owner, name) for owner, names in LENT.items() for name in names]
)
def test_what_is_lent_is_there(owner, name):
    assert hasattr(resolved(owner), name)


def test_compiled_functions_and_supervisors_of_processes_have_what_is_set_and_asked():
    from numba import njit
    from uvicorn import Config
    from uvicorn.supervisors.multiprocess import Multiprocess, Process

    function = njit(lambda: 0)
    function()
    ((result),) = function.overloads.values()
    assert set(vars(result.library)) >= SET - {"_data_layout"}
    assert isinstance(result.library.codegen._data_layout, str)
    assert Multiprocess(Config("app"), []).processes == []
    assert {"is_ready", "exitcode"} <= set(dir(Process))


def test_connections_have_what_is_asked_of_them():
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

    asked = {"client", "connections", "cycle", "flow", "loop", "transport"}
    assert asked <= set(HttpToolsProtocol.__init__.__code__.co_names)
    told = {"response_complete", "response_started"}
    assert told <= set(RequestResponseCycle.__init__.__code__.co_names)


@pytest.mark.parametrize("library", sorted({owner.partition(".")[0] for owner in LENT}))
def test_libraries_that_lend_have_an_upper_bound(library):
    extras = PROJECT["optional-dependencies"]
    everywhere = [*PROJECT["dependencies"], *extras["postgres"], *extras["envs"]]
    found = [need for need in everywhere if re.match(rf"{library}\b", need)]
    assert found
    assert all(re.search(r"<\d", need) for need in found), found


def test_nothing_else_is_imported_from_inside_a_library():
    named = {(owner, name) for owner, names in LENT.items() for name in names}
    assert [
        f"{path.relative_to(ROOT)}:{line}: {module}.{name}"
        for path in SOURCES
        for line, module, name in _imports(path)
        if module.partition(".")[0] in LIBRARIES
        and (name.startswith("_") or module.startswith(CLOSED))
        and (module, name) not in named
    ] == []


def _imports(path: Path) -> Iterator[tuple[int, str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((node.lineno, node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, "") for alias in node.names)


def test_no_attribute_is_private_to_others():
    """Of what begins with one underscore all is ours, or named above."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}
    ours = {name for tree in trees.values() for name in _defined(tree)}
    # documented, whatever they are called
    public = {"_mapping", "_asdict", "_exit", "_fields", "_replace"}
    assert [
        f"{path.relative_to(ROOT)}:{node.lineno}: .{node.attr}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and re.match(r"_[a-z]", node.attr)
        if node.attr not in ours | public | NAMES
    ] == []


def _defined(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a module gives to functions, classes, variables and its own
    attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
                yield node.attr
