"""1. The sea: sets of its squares.

A set is two integers (:mod:`proa.engine.core.sets`), the bits of the northern and of the southern
rows, because a large board has more squares than an integer has bits. An array of sets holds both
integers of the first set, then those of the second, and so on.
"""

from __future__ import annotations

from proa.engine.compiler.compile import inlined, rule, whole
from proa.engine.core.sets import count

Squares = tuple[int, int]


@inlined
def only(rules, square) -> Squares:
    """Return the set of one square."""
    if square < rules.north:
        return whole(1) << square, whole(0)
    return whole(0), whole(1) << (square - rules.north)


@inlined
def common(some, others) -> Squares:
    """Return the squares that are in both sets."""
    return some[0] & others[0], some[1] & others[1]


@inlined
def without(some, others) -> Squares:
    """Return the squares of the first set that are not in the second."""
    return some[0] & ~others[0], some[1] & ~others[1]


@inlined
def first_of(squares) -> Squares:
    """Return the first square of a set that is not empty."""
    north, south = squares
    return (north & -north, whole(0)) if north else (whole(0), south & -south)


@inlined
def number_of(squares) -> int:
    """Return the number of squares in a set."""
    return count(squares[0]) + count(squares[1])


@inlined
def has_any(squares) -> bool:
    """Return whether a set has squares."""
    return (squares[0] | squares[1]) != 0


# -- neighbours ------------------------------------------------------------------------------


@inlined
def wide(rules, half) -> int:
    """Return the squares of one half and their left and right neighbours."""
    return half | (half & ~rules.last_column) << 1 | (half & ~rules.first_column) >> 1


@inlined
def with_rows(rules, squares, rows) -> Squares:
    """Return the squares and those above and below ``rows``, without the island."""
    size, step = whole(rules.size), whole(rules.north) - rules.size
    north = squares[0] | rows[0] << size | rows[0] >> size | rows[1] << step
    south = squares[1] | rows[1] << size | rows[1] >> size | rows[0] >> step
    return north & rules.sea[0], south & rules.sea[1]


@inlined
def beside(rules, squares) -> Squares:
    """Return the squares and their neighbours at the sides."""
    return with_rows(rules, (wide(rules, squares[0]), wide(rules, squares[1])), squares)


@inlined
def around(rules, squares) -> Squares:
    """Return the squares and their neighbours at sides and corners."""
    rows = wide(rules, squares[0]), wide(rules, squares[1])
    return with_rows(rules, rows, rows)


@rule
def linked(rules, squares, others) -> Squares:
    """Return the squares of ``others`` that are connected with ``squares`` side by side."""
    now = common(beside(rules, squares), others)
    while now != squares:
        squares = now
        now = common(beside(rules, squares), others)
    return squares


# -- arrays of sets --------------------------------------------------------------------------


@inlined
def set_at(sets, place) -> Squares:
    """Return one set of an array of sets."""
    return sets[2 * place], sets[2 * place + 1]


@inlined
def put(sets, place, squares):
    """Add squares to one set of an array; the set must contain none of them."""
    sets[2 * place] |= squares[0]
    sets[2 * place + 1] |= squares[1]


@inlined
def take(sets, place, squares):
    """Remove squares from one set of an array."""
    sets[2 * place] &= ~squares[0]
    sets[2 * place + 1] &= ~squares[1]
