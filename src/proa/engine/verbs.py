"""The verbs every game supplies, declared here and nowhere else.

A verb called in compiled code finds its function by the type of the position:

    @rule
    def turns_left(rules, state):
        return 0 if to_move(rules, state) == OVER else 1

compiles for a Tahiti position with Tahiti's ``to_move`` and for a Borneo position with
Borneo's. A game's record type carries a field of the game's own name, because Numba's record
types are structural; that field is what the look-up goes by. A game makes itself known once,
with :func:`register`.

======================================  =========================================================
``start(rules, state, players)``        sets up; ``state`` comes zeroed
``to_move(rules, state)``               a seat, :data:`CHANCE` or :data:`OVER`
``legal(rules, state, actions)``        fills the legal actions, ascending; returns their number
``apply(rules, state, action)``         changes ``state`` in place; trusts its caller
``outcomes(rules, state, weights)``     weight (int64, positive) of each listed outcome; the sum
``draw(rules, state, number)``          one outcome from a random uint64 (optional, for speed)
``sheet(rules, state, seat, out)``      points by source, as if the game had ended now
``scores(rules, state, out)``           points of every seat: the sums of their sheets
``returns(rules, state, out)``          1/k to each of k winners after tie-breaks, else 0
``observe(rules, state, seat, out)``    float32 vector of what the seat may know
``resample(rules, state, seat, rng)``   in place: a position the seat can't tell from this one
======================================  =========================================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numba.core import types
from numba.core.errors import TypingError
from numba.core.typing.templates import AbstractTemplate, infer_global

from proa.engine.compile import rule

CHANCE = -1
"""``to_move`` when dice, cards or the drawing of lots decide."""
OVER = -2
"""``to_move`` when the game has ended."""

REQUIRED = (
    "start",
    "to_move",
    "legal",
    "apply",
    "outcomes",
    "sheet",
    "scores",
    "returns",
    "observe",
    "resample",
)
OPTIONAL = ("draw",)

_games: dict[str, Mapping[str, Callable[..., Any]]] = {}


def register(name: str, verbs: Mapping[str, Callable[..., Any]]) -> None:
    """Make a game's verbs known for records that carry the field ``name``.

    Raises ``ValueError`` when a verb is missing or unknown, or the name is taken.
    """
    if name in _games:
        raise ValueError(f"the game {name!r} is registered already")
    missing = [verb for verb in REQUIRED if verb not in verbs]
    unknown = [verb for verb in verbs if verb not in REQUIRED + OPTIONAL]
    if missing or unknown:
        raise ValueError(
            f"the game {name!r} lacks the verbs {missing} or has unknown ones {unknown}"
        )
    _games[name] = dict(verbs)


def _verb(verb: str, state: Any) -> Any:
    names = [name for name in _games if name in getattr(state, "fields", ())]
    if len(names) != 1:
        raise TypingError(f"{verb}: no registered game has positions of the type {state}")
    return function_of(verb, _games[names[0]])


def function_of(verb: str, verbs: Mapping[str, Callable[..., Any]]) -> Any:
    """The function that a game with these ``verbs`` has for one, be it the common one."""
    return verbs[verb] if verb in verbs else {"draw": _draw_by_weight}[verb]


def start(rules, state, players):
    """Set ``state``, all zero, up for ``players``; chance may be the first to move."""
    raise TypeError("verbs are called in compiled code")


def to_move(rules, state):
    """The seat that decides, :data:`CHANCE` or :data:`OVER`."""
    raise TypeError("verbs are called in compiled code")


def legal(rules, state, actions):
    """Fill ``actions`` (int32) with legal actions or possible outcomes, ascending; their number."""
    raise TypeError("verbs are called in compiled code")


def apply(rules, state, action):
    """Carry out ``action``, which must be legal, in place."""
    raise TypeError("verbs are called in compiled code")


def outcomes(rules, state, weights):
    """Fill ``weights`` (int64) for the outcomes as ``legal`` lists them; return the sum."""
    raise TypeError("verbs are called in compiled code")


def draw(rules, state, number):
    """The outcome that the random uint64 ``number`` picks, distributed as ``outcomes`` says."""
    raise TypeError("verbs are called in compiled code")


def sheet(rules, state, seat, out):
    """Fill ``out`` (int64) with the seat's points by source, as if the game had ended now."""
    raise TypeError("verbs are called in compiled code")


def scores(rules, state, out):
    """Fill ``out`` (int64) with the points of every seat, as if the game had ended now."""
    raise TypeError("verbs are called in compiled code")


def returns(rules, state, out):
    """Fill ``out`` (float64) with 1/k for each of k winners and 0 for the others."""
    raise TypeError("verbs are called in compiled code")


def observe(rules, state, seat, out):
    """Fill ``out`` (float32) with what ``seat`` may know."""
    raise TypeError("verbs are called in compiled code")


def resample(rules, state, seat, rng):
    """Replace all that ``seat`` does not know by a draw from what may be; key and counter too."""
    raise TypeError("verbs are called in compiled code")


MOST_OUTCOMES = 1024
"""The longest list of outcomes a game without a ``draw`` of its own may have."""


@rule
def _draw_by_weight(rules, state, number):
    """``draw`` for games that have none of their own."""
    actions = np.empty(MOST_OUTCOMES, np.int32)
    weights = np.empty(MOST_OUTCOMES, np.int64)
    legal(rules, state, actions)
    left = np.int64((number >> np.uint64(1)) % np.uint64(outcomes(rules, state, weights)))
    i = 0
    while left >= weights[i]:
        left -= weights[i]
        i += 1
    return np.int64(actions[i])


# -- how compiled code finds a verb ----------------------------------------------------------


def _declare(declared: Callable[..., Any]) -> None:
    """Have calls of a verb compiled as calls of the function that the position's game has for it.

    (Numba's ``overload`` would make every verb machine code by itself, with all that it calls.)
    """
    verb = declared.__name__

    class Verb(AbstractTemplate):
        key = declared

        def generic(self, args: Any, kws: Any) -> Any:
            return types.Dispatcher(_verb(verb, args[1])).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return _verb(verb, sig.args[1]).get_overload(sig.args)

    infer_global(declared, types.Function(Verb))


for _name in REQUIRED + OPTIONAL:
    _declare(globals()[_name])
