"""1. The sea: sets of its squares.

A set is two whole numbers (:mod:`proa.engine.core.sets`), bits of the northern rows and of the
southern ones, as a large board has more squares than a number has bits. An array of sets has both
numbers of the first set, then those of the second.
"""

from __future__ import annotations

from proa.engine.compiler.compile import inlined, rule, whole
from proa.engine.core.sets import count

Squares = tuple[int, int]


@inlined
def only(rules, square) -> Squares:
    """The set of one square."""
    if square < rules.north:
        return whole(1) << square, whole(0)
    return whole(0), whole(1) << (square - rules.north)


@inlined
def common(some, others) -> Squares:
    """The squares of both sets."""
    return some[0] & others[0], some[1] & others[1]


@inlined
def without(some, others) -> Squares:
    """The squares of one set that are not in another."""
    return some[0] & ~others[0], some[1] & ~others[1]


@inlined
def first_of(squares) -> Squares:
    """The first square of a set that is not empty."""
    north, south = squares
    return (north & -north, whole(0)) if north else (whole(0), south & -south)


@inlined
def number_of(squares) -> int:
    """How many squares a set has."""
    return count(squares[0]) + count(squares[1])


@inlined
def has_any(squares) -> bool:
    """Whether there are squares in a set."""
    return (squares[0] | squares[1]) != 0


# -- what touches ----------------------------------------------------------------------------


@inlined
def wide(rules, half) -> int:
    """Squares of one half and those at their left and right."""
    return half | (half & ~rules.last_column) << 1 | (half & ~rules.first_column) >> 1


@inlined
def with_rows(rules, squares, rows) -> Squares:
    """The squares, and those above and below ``rows``, without the island."""
    size, step = whole(rules.size), whole(rules.north) - rules.size
    north = squares[0] | rows[0] << size | rows[0] >> size | rows[1] << step
    south = squares[1] | rows[1] << size | rows[1] >> size | rows[0] >> step
    return north & rules.sea[0], south & rules.sea[1]


@inlined
def beside(rules, squares) -> Squares:
    """The squares and those at their sides."""
    return with_rows(rules, (wide(rules, squares[0]), wide(rules, squares[1])), squares)


@inlined
def around(rules, squares) -> Squares:
    """The squares and those that touch them at sides and corners."""
    rows = wide(rules, squares[0]), wide(rules, squares[1])
    return with_rows(rules, rows, rows)


@rule
def linked(rules, squares, others) -> Squares:
    """Those of the others that hang together with some of them, side by side."""
    now = common(beside(rules, squares), others)
    while now != squares:
        squares = now
        now = common(beside(rules, squares), others)
    return squares


# -- arrays of sets --------------------------------------------------------------------------


@inlined
def set_at(sets, place) -> Squares:
    """One of an array of sets."""
    return sets[2 * place], sets[2 * place + 1]


@inlined
def put(sets, place, squares):
    """Add squares to one of an array of sets that has none of them."""
    sets[2 * place] |= squares[0]
    sets[2 * place + 1] |= squares[1]


@inlined
def take(sets, place, squares):
    """Take squares away from one of an array of sets."""
    sets[2 * place] &= ~squares[0]
    sets[2 * place + 1] &= ~squares[1]
