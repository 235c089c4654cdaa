"""Which functions compiled code consists of, as far as its text tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

from proa.engine import verbs as declared
from proa.engine.compile import is_rule


def reachable(
    functions: Iterable[Callable[..., Any]], verbs: Mapping[str, Callable[..., Any]]
) -> set[FunctionType]:
    """These ``functions`` and all rules they may call, for a game's ``verbs``."""
    waiting: list[Any] = list(functions)
    found: set[FunctionType] = set()
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += _called(function, verbs)
    return found


def _called(function: FunctionType, verbs: Mapping[str, Callable[..., Any]]) -> Iterator[Any]:
    for value in _named(function):
        if is_rule(value):
            yield value
        elif getattr(value, "__module__", "") == declared.__name__ and callable(value):
            yield declared.function_of(value.__name__, verbs)


def _named(function: FunctionType) -> Iterator[Any]:
    """The values of the global names in a function, and of the names it may ask of modules."""
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        yield value
        if isinstance(value, ModuleType):
            yield from (getattr(value, each, None) for each in names)
