"""Markers for functions that Numba compiles.

``rule`` marks a function of the rules: Python can still call it, and compiled code that names it
gets its translated form (:mod:`proa.engine.compiler.linking`). ``compiled_function`` marks a
function that Python calls in compiled form. It is compiled for one game at a time, with everything
it calls, together with the other compiled functions of its module (a compilation unit), and cached
on disk (:mod:`proa.engine.compiler.cache`). A researcher's own Numba settings are not changed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import types
from numba.core.typing.templates import infer_global

from proa.engine.compiler.linking import Rule

BOUNDS_CHECKED = os.environ.get("PROA_BOUNDSCHECK", "") == "1"
"""Whether compiled code checks every index (slow; for tests; has a cache of its own)."""
OPTIONS = {"error_model": "numpy", "boundscheck": BOUNDS_CHECKED, "nogil": True}
"""Numba's options for every function."""


T = TypeVar("T")
_parts: dict[Callable[..., Any], Rule] = {}


def rule(function: Callable[..., T]) -> Callable[..., T]:
    """Mark a function of the rules and return it; Python may call it with twins."""
    return _marked(function, OPTIONS)


def inlined(function: Callable[..., T]) -> Callable[..., T]:
    """Mark a rule that is inlined: passing its arguments would cost more than its work."""
    return _marked(function, OPTIONS | {"forceinline": True})


def inlined_as(form: Callable[..., T]) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Mark a rule for which compiled code uses ``form``, which does the same with fewer
    instructions, unless every index is checked."""

    def mark(function: Callable[..., T]) -> Callable[..., T]:
        if BOUNDS_CHECKED:
            return inlined(function)
        _parts[function] = _parts[form]
        infer_global(function, types.Dispatcher(_parts[form]))
        return function

    return mark


def _marked(function: Callable[..., T], options: dict[str, Any]) -> Callable[..., T]:
    _parts[function] = Rule(function, **options)
    infer_global(function, types.Dispatcher(_parts[function]))
    return function


def is_rule(value: object) -> bool:
    """Return whether ``value`` is a function marked by :func:`rule`."""
    return isinstance(value, FunctionType) and value in _parts


def compiled_form(function: Callable[..., Any]) -> Rule:
    """Return the form of a rule that compiled code calls."""
    return _parts[function]


def whole(number: Any) -> int:
    """Return a whole number: int in Python, int64 in compiled code, for any type of field."""
    return int(number)


infer_global(whole, types.NumberClass(types.int64))


@dataclass(frozen=True, eq=False)
class CompiledFunction:
    """A function that Python calls in compiled form, before it is compiled for a game.

    ``signature`` is written as in ``"i8(R, S, i4[:])"``: R is an array of one rules record, S an
    array of positions, the rest are Numba's short type names.
    """

    function: Callable[..., Any]
    signature: str

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def unit(self) -> str:
        """Return the name of its module, whose compiled functions are compiled together."""
        return self.function.__module__


COMPILED_FUNCTIONS: list[CompiledFunction] = []
"""Every compiled function of the imported modules, in the order of definition."""


def compiled_function(signature: str) -> Callable[[Callable[..., Any]], CompiledFunction]:
    """Mark a function that Python calls in compiled form; see :class:`CompiledFunction`."""

    def mark(function: Callable[..., Any]) -> CompiledFunction:
        made = CompiledFunction(function, signature)
        COMPILED_FUNCTIONS.append(made)
        return made

    return mark


_WORDS = {
    "void": types.void,
    "b1": types.boolean,
    "u1": types.uint8,
    "i1": types.int8,
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


def signature(text: str, rules: np.dtype[Any], state: np.dtype[Any]) -> Any:
    records = {"R": numba.from_dtype(rules), "S": numba.from_dtype(state)}
    result, _, arguments = text.rstrip(")").partition("(")
    parts = arguments.replace("[:, :]", "[:;:]").split(",")
    return _type(result, records)(*(_type(part.replace(";", ","), records) for part in parts))
