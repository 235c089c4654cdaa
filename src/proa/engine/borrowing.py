"""Arrays that compiled code need not count.

Numba counts who uses an array, at each call that it is given to, by instructions that cost 5 ns:
with twenty arrays and ten calls a microsecond.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import intrinsic

from proa.engine.compile import BOUNDS_CHECKED


@intrinsic
def borrowed(typing: Any, lent: Any) -> Any:
    """The same array for compiled code, or the same tuple of arrays, uncounted: the caller of the
    door keeps them alive."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _uncounted(context, builder, lent, arguments[0])

    return lent(lent), code


def _uncounted(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.BaseTuple):
        kinds: Any = kind
        parts = [
            _uncounted(context, builder, one, builder.extract_value(value, n))
            for n, one in enumerate(kinds)
        ]
        return context.make_tuple(builder, kind, parts)
    array = context.make_array(kind)(context, builder, value)
    array.meminfo = array.meminfo.type(None)
    array.parent = array.parent.type(None)
    return array._getvalue()


@intrinsic
def bare(typing: Any, array: Any) -> Any:
    """The memory of a row, to be written by places from 0 on: neither counted nor, as an array's
    places are that might be negative, counted from the end."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(array)(context, builder, arguments[0]).data

    memory: Any = types.CPointer
    return memory(array.dtype)(array), code


row_of = borrowed if BOUNDS_CHECKED else bare
"""What a rule is given to fill that does nothing but write to places."""
