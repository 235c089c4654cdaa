"""Rules as functions that numba-cuda compiles: with local arrays, and calls of such functions.

It is imported before the kernels, so that it can say what is missing.
"""

from __future__ import annotations

import ast
import inspect
import operator
import textwrap
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import FunctionType
from typing import Any, TypeGuard

import numpy as np
from numba import config

from proa.engine.compiler.compile import is_rule, whole
from proa.engine.core import verbs
from proa.engine.core.game import Game
from proa.engine.errors import BadOption


def _numba_cuda() -> Any:
    """Import what compiles for a GPU; :class:`BadOption` that says what is missing."""
    try:
        import_module("numba_cuda")
        return import_module("numba.cuda")
    except ModuleNotFoundError:
        raise BadOption(
            "this needs {library}, which is not installed: pip install 'proa[gpu]'",
            library="numba-cuda",
        ) from None
    except Exception as error:  # such as a function that a newer NumPy has not
        raise BadOption(
            "numba-cuda can't be imported with NumPy {version} ({error}); pip install 'proa[gpu]' "
            "installs versions that work together",
            version=np.__version__,
            error=f"{type(error).__name__}: {error}",
        ) from error


cuda: Any = _numba_cuda()
SIMULATED: bool = bool(vars(config)["ENABLE_CUDASIM"])
"""Whether kernels run in Python (``NUMBA_ENABLE_CUDASIM=1``), for tests."""

_MAKES_AN_ARRAY = ("zeros", "empty", "ones", "full", "array", "arange", "zeros_like", "empty_like")
"""NumPy's functions that make arrays; a kernel has the first two."""


class _LocalArrays(ast.NodeTransformer):
    """Turns ``x = np.zeros(n, t)`` into a local array of the thread, set to zero.

    numba-cuda accepts only a literal size, so ``n`` is evaluated here. Raises ``BadOption``.
    """

    def __init__(self, function: FunctionType, constants: Mapping[str, Any]) -> None:
        self._file = inspect.getsourcefile(function) or "rules"
        self._locals = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
        self._constants = dict(constants)

    def visit_Assign(self, node: ast.Assign) -> Any:
        """Replace an array that is assigned to a name."""
        call = node.value
        if not _makes_an_array(call) or not isinstance(node.targets[0], ast.Name):
            return self.generic_visit(node)
        if call.func.attr not in ("zeros", "empty") or len(call.args) != 2 or call.keywords:
            raise self._refused(call)
        name, size, dtype = node.targets[0].id, self._size(call), ast.unparse(call.args[1])
        made = f"{name} = cuda.local.array({size}, {dtype})"
        made += f"\nfor _i in range({size}):\n    {name}[_i] = 0"
        lines = ast.parse(made).body
        for line in lines:
            ast.increment_lineno(line, node.lineno - line.lineno)
        return lines

    def visit_Call(self, node: ast.Call) -> Any:
        """Refuse an array in any other place."""
        if _makes_an_array(node):
            raise self._refused(node)
        return self.generic_visit(node)

    def _size(self, call: ast.Call) -> int:
        """Return the size of an array, which must consist of constants."""
        size = call.args[0]
        if any(isinstance(n, ast.Name) and n.id in self._locals for n in ast.walk(size)):
            raise self._refused(call)
        try:
            found = eval(compile(ast.Expression(size), self._file, "eval"), self._constants)
            return operator.index(found)
        except (NameError, TypeError, AttributeError):
            raise self._refused(call) from None

    def _refused(self, call: ast.Call) -> BadOption:
        return BadOption(
            "{place}: a GPU can't run {code}. It makes arrays only as name = np.zeros(size, type), "
            "with a size that consists of constants.",
            place=f"{self._file}:{call.lineno}",
            code=ast.unparse(call),
        )


def _makes_an_array(node: ast.expr) -> TypeGuard[Any]:
    """Return whether an expression is a call like ``np.zeros(...)``."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "np"
        and node.func.attr in _MAKES_AN_ARRAY
    )


class Translator:
    """The rules of one game as device functions, each translated once."""

    def __init__(self, game: Game) -> None:
        self._verbs = game.spec.verbs
        self._made: dict[FunctionType, Any] = {}

    def device(self, function: Any) -> Any:
        """Return a rule as a device function."""
        if function not in self._made:
            self._made[function] = cuda.jit(device=True)(self._plain(function))
        return self._made[function]

    def kernel(self, function: Any, **constants: Any) -> Any:
        """Return a kernel's function before compilation; ``constants`` are names in it."""
        return self._plain(function, constants)

    def _plain(self, function: Any, constants: Mapping[str, Any] | None = None) -> Any:
        """Return the function with calls to device functions, and without arrays that a device
        lacks."""
        given = dict(function.__globals__, cuda=cuda, **(constants or {}))
        tree = _tree(function)
        for name in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}:
            if name in given:
                given[name] = self._translated(given[name])
        tree = _LocalArrays(function, given).visit(tree)
        ast.fix_missing_locations(tree)
        scope: dict[str, Any] = {}
        exec(compile(tree, inspect.getsourcefile(function) or "rules", "exec"), given, scope)
        made = scope[function.__name__]
        made.__module__ = function.__module__
        return made

    def _translated(self, value: Any) -> Any:
        if value is whole:
            return int if SIMULATED else np.int64
        if is_rule(value):
            return self.device(value)
        if getattr(value, "__module__", "") == verbs.__name__ and callable(value):
            return self.device(verbs.function_of(value.__name__, self._verbs))
        return value


@cache
def _source(function: Any) -> str:
    return textwrap.dedent(inspect.getsource(function))


def _tree(function: Any) -> ast.Module:
    """Return the function's syntax tree, without decorators, docstring and annotations."""
    tree = ast.parse(_source(function))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    definition.decorator_list = []
    definition.returns = None
    if ast.get_docstring(definition) is not None:
        definition.body = definition.body[1:] or [ast.Pass()]
    return tree
