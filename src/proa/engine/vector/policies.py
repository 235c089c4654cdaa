"""Policies of others' making that decide inside compiled loops.

A policy is a function that Numba compiles to a C function: it gets what the seat observes (int8,
as the game's layout has it), its legal actions (int32, ascending), how many they are, the seat and
a random uint64, and returns the place of its choice in that list.

>>> from proa.engine.vector.policies import policy
>>> @policy
... def last(observation, legal, count, seat, number):
...     return count - 1
>>> games.step_by(last, 100)

``observation`` and ``legal`` are pointers: ``observation[3]`` is a number of it, and
``numba.carray(observation, 573)`` an array.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from proa.engine.errors import BadOption

OUTSIDE, RAISED, FRACTION = -1, -2, -3
"""What a policy's code returns instead of a place: there is no such place, the policy raised an
error, it returned a number that is not whole."""

SIGNATURE = types.int64(
    types.CPointer(types.int8),
    types.CPointer(types.int32),
    types.int64,
    types.int64,
    types.uint64,
)
"""Observation, legal actions, their number, the seat, a random number; the choice's place."""


def policy(function: Callable[..., int]) -> Any:
    """Compile a policy (a decorator)."""
    chosen = numba.njit(error_model="python")(function)

    def place(observation: Any, legal: Any, count: Any, seat: Any, number: Any) -> Any:
        try:
            choice = chosen(observation, legal, count, seat, number)
        except Exception:
            return RAISED
        whole = np.int64(choice)
        if whole != choice:
            return FRACTION
        return max(whole, OUTSIDE)

    made: Any = numba.cfunc(SIGNATURE)(place)
    made.place = f"{function.__module__}:{function.__qualname__}"
    return made


def address_of(made: Any) -> int:
    """Where a policy's code lies; :class:`BadOption` if it is none."""
    if getattr(made, "_sig", None) != SIGNATURE:
        raise BadOption(
            "a policy must be made by {maker}, not {value}",
            maker="proa.engine.vector.policies.policy",
            value=repr(made),
        )
    address: int = made.address
    return address


@intrinsic
def chosen_by(
    typing: Any, address: Any, numbers: Any, actions: Any, count: Any, seat: Any, random: Any
) -> Any:
    """Call the policy at an address."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at, seen, legal, *rest = arguments
        pointers = [
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args[1:3], (seen, legal), strict=True)
        ]
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [p.type for p in pointers] + [word] * 3)
        function = builder.inttoptr(at, kind.as_pointer())
        return builder.call(function, [*pointers, *rest])

    whole = types.int64
    return whole(whole, numbers, actions, whole, whole, types.uint64), code
