"""Arrays that compiled code need not count.

Numba counts who uses an array, at each call that it is given to, by instructions that cost 5 ns:
with twenty arrays and ten calls a microsecond.
"""

from __future__ import annotations

from typing import Any

from numba.extending import intrinsic


@intrinsic
def borrowed(typing: Any, array: Any) -> Any:
    """The same array for compiled code, uncounted: the caller of the door keeps it alive."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(array)(context, builder, arguments[0])
        made.meminfo = made.meminfo.type(None)
        made.parent = made.parent.type(None)
        return made._getvalue()

    return array(array), code
