"""Intrinsics that avoid reference counts for arrays.

Numba counts references to an array at each call that gets it, at a cost of 5 ns: a microsecond for
ten calls with twenty arrays.
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir
from numba.core import types
from numba.extending import intrinsic

from proa.engine.compiler.compile import BOUNDS_CHECKED


@intrinsic
def borrowed(typing: Any, kind: Any) -> Any:
    """Return the same array, or tuple of arrays, without reference counts; the caller of the
    compiled function keeps them alive."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _without_refcount(context, builder, kind, arguments[0])

    return kind(kind), code


def _without_refcount(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.BaseTuple):
        kinds: Any = kind
        parts = [
            _without_refcount(context, builder, one, builder.extract_value(value, n))
            for n, one in enumerate(kinds)
        ]
        return context.make_tuple(builder, kind, parts)
    array = context.make_array(kind)(context, builder, value)
    array.meminfo = array.meminfo.type(None)
    array.parent = array.parent.type(None)
    return array._getvalue()


@intrinsic
def data_pointer(typing: Any, array: Any) -> Any:
    """Return a pointer to the memory of a row, to be written from index 0 on.

    It has no reference count and no handling of negative indices, unlike an array.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(array)(context, builder, arguments[0]).data

    memory: Any = types.CPointer
    return memory(array.dtype)(array), code


row_of = borrowed if BOUNDS_CHECKED else data_pointer
"""Prepares an array for a rule that only writes to it by index."""


_ir: Any = llvmlite.ir


def _unpack_bits(width: int) -> Any:
    @intrinsic
    def unpack(typing: Any, bits: Any, row: Any, at: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value, memory, place = arguments
            chosen = builder.trunc(value, _ir.IntType(width))
            flags = builder.bitcast(chosen, _ir.VectorType(_ir.IntType(1), width))
            numbers = builder.zext(flags, _ir.VectorType(_ir.IntType(8), width))
            first = builder.gep(memory, [place])
            builder.store(numbers, builder.bitcast(first, numbers.type.as_pointer()), align=1)
            return context.get_dummy_value()

        return types.void(types.int64, row, types.int64), code

    return unpack


unpack_bits_8, unpack_bits_16, unpack_bits_32 = _unpack_bits(8), _unpack_bits(16), _unpack_bits(32)
"""``(bits, row, at)``: write so many lowest bits to the memory of ``row``
(:func:`proa.engine.compiler.intrinsics.data_pointer`) from index ``at`` on."""
