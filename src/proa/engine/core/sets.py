"""Sets as whole numbers: bit n is set if n is in the set. At most 63 members, from 0 on."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import intrinsic

from proa.engine.compiler.compile import inlined, inlined_as, whole


@intrinsic
def _ones(typing: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@inlined
def _counted_at_once(things):
    return _ones(whole(things))


@inlined_as(_counted_at_once)
def count(things) -> int:
    """Return the number of members of a set."""
    n = 0
    while things:
        things &= things - 1
        n += 1
    return n
