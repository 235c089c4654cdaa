"""The arrays of a search: settings as numbers, the statistics of its tree, scratch memory."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

ACTION, CHILD, SIBLING, VISITS, OFFERED = range(5)
COLUMNS = 5
SIZE, MEASURED = range(2)
EXPLORE, VICTORY, WIDTH, GROWTH, PICKS, HORIZON, PICKS_BY, ORDER_BY, SCALE, LEAN, CUT = range(11)
OPEN_CARDS = 11
"""The numbers in ``knobs``: the fields of :class:`proa.engine.core.search_settings.SearchSettings`
except the first and the last."""


class Tree(NamedTuple):
    """The statistics of a search."""

    nodes: NDArray[np.int32]
    """``[node, column]``: the action that leads here, first child, next child of the same parent
    (0: none), simulations through it, simulations in which it could have been chosen. Node 0 is the
    root."""
    values: NDArray[np.float64]
    """``[node, seat]``: the sum of the seat's values, 0 to 1 each, over the node's simulations."""
    record: NDArray[np.float64]
    """``[2 seat, action]``: the sum of the seat's values in simulations in which it played the
    action after leaving the tree; ``[2 seat + 1, action]``: how often."""
    counts: NDArray[np.int64]
    """``SIZE``: nodes in the tree; ``MEASURED``: leads measured."""
    leads: NDArray[np.float64]
    """``[0]``: the sum of the squares of the leads at the ends of simulations."""
    squares: NDArray[np.float64]
    """``[node]``: the sum of squares of the searching seat's values, for the root's children."""


class Scratch(NamedTuple):
    """Scratch memory of a simulation; ``child_of`` is zero between uses."""

    actions: NDArray[np.int32]
    """Legal actions."""
    child_of: NDArray[np.int32]
    """``[action]``: a node's child."""
    path: NDArray[np.int64]
    """The nodes on the path."""
    line: NDArray[np.int32]
    """``[decision, 0]`` and ``[.., 1]``: seat and action of each random decision."""
    totals: NDArray[np.int64]
    """``[seat]``: points."""
    evaluations: NDArray[np.float64]
    """``[seat]``: the evaluation of the position, in points."""
    shares: NDArray[np.float64]
    """``[seat]``: values of the simulation."""
    logs: NDArray[np.float64]
    """``[n]``: the logarithm of n (computing it took a quarter of the time of a search)."""


class Guidance(NamedTuple):
    """Scratch memory of a guided search. Others have None, and are compiled without this code."""

    ahead: NDArray[Any]
    """A position one step ahead."""
    drawn: NDArray[np.int32]
    """Actions to choose from."""
    weights: NDArray[np.float64]
    """The weight of each of them."""
