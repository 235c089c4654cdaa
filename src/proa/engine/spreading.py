"""Sets of bits as a number each, many at once: a few instructions for what else takes one each."""

from __future__ import annotations

from typing import Any

import llvmlite.ir
from numba.core import types
from numba.extending import intrinsic

_ir: Any = llvmlite.ir


def _spread(width: int) -> Any:
    @intrinsic
    def spread(typing: Any, bits: Any, row: Any, at: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value, memory, place = arguments
            chosen = builder.trunc(value, _ir.IntType(width))
            flags = builder.bitcast(chosen, _ir.VectorType(_ir.IntType(1), width))
            numbers = builder.zext(flags, _ir.VectorType(_ir.IntType(8), width))
            first = builder.gep(memory, [place])
            builder.store(numbers, builder.bitcast(first, numbers.type.as_pointer()), align=1)
            return context.get_dummy_value()

        return types.void(types.int64, row, types.int64), code

    return spread


spread_8, spread_16, spread_32 = _spread(8), _spread(16), _spread(32)
"""``(bits, row, at)``: the lowest so many bits, written to bare memory
(:func:`proa.engine.borrowing.bare`) from a place on."""
