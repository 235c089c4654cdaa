"""The verbs that every game supplies; this is the only place that declares them.

A verb finds its function by the position, in compiled code by its type:

    @rule
    def turns_left(rules, state):
        return 0 if to_move(rules, state) == OVER else 1

compiles for a Tahiti position with Tahiti's ``to_move`` and for a Borneo position with Borneo's. A
game's record type has a field of the game's own name, because Numba's record types are structural;
the look-up uses that field. A game registers once, with :func:`register`.

======================================  =========================================================
``start(rules, state, players)``        sets up; ``state`` is zeroed before
``to_move(rules, state)``               a seat, :data:`CHANCE` or :data:`OVER`
``legal(rules, state, actions)``        fills the legal actions, ascending; returns their number
``apply(rules, state, action)``         changes ``state`` in place; does not check ``action``
``outcomes(rules, state, weights)``     weight (int64, positive) of each listed outcome; the sum,
                                        which stays below 2**31: else chance is uneven
``draw(rules, state, number)``          one outcome from a random uint64 (optional, for speed)
``sheet(rules, state, seat, out)``      points by source, as if the game had ended now
``scores(rules, state, out)``           points of every seat: the sums of their sheets
``returns(rules, state, out)``          1/k to each of k winners after tie-breaks, else 0
``observe(rules, state, seat, out)``    what the seat may know: int8, ``out`` is zeroed before; it
                                        is written index by index, from 0 on, and never sliced
``resample(rules, state, seat, rng)``   in place: a position the seat can't tell from this one
======================================  =========================================================

A game may have more verbs, for bots:

====================================================  ===========================================
``evaluate(rules, state, values)``                    evaluation for each seat, in points
``is_quiet(rules, state)``                            whether a look-ahead may end here
``prune(rules, state, actions, n)``                   keeps promising actions; returns how many
``score_actions(rules, state, actions, n, weights)``  weighs actions before they are tried
====================================================  ===========================================

Without them the points are the evaluation, a look-ahead ends at a decision, and all actions have
the same weight.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import wraps
from typing import Any

import numpy as np
from numba.core import types
from numba.core.errors import TypingError
from numba.core.typing.templates import AbstractTemplate, infer_global

from proa.engine.compiler.compile import compiled_form, rule, whole
from proa.engine.compiler.linking import Rule
from proa.engine.core.fields import fields_of

CHANCE = -1
"""The result of ``to_move`` when dice, cards or lots decide."""
OVER = -2
"""The result of ``to_move`` when the game has ended."""

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
OPTIONAL = ("draw", "evaluate", "is_quiet", "prune", "score_actions")

_games: dict[str, Mapping[str, Callable[..., Any]]] = {}


def register(name: str, verbs: Mapping[str, Callable[..., Any]]) -> None:
    """Register a game's verbs for records that have the field ``name``.

    Raises ``ValueError`` if a verb is missing or unknown, or the name is taken.
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


def function_of(verb: str, verbs: Mapping[str, Callable[..., Any]]) -> Any:
    """Return the function for a verb of a game with these ``verbs``: its own or the common one."""
    return verbs[verb] if verb in verbs else _COMMON[verb]


def look_up(verbs: Mapping[str, Callable[..., Any]]) -> Callable[[Any], Any]:
    """Return a function that maps each declared verb to that of a game with these ``verbs``.

    It returns None for everything that is not a verb.
    """

    def found(value: Any) -> Any:
        if getattr(value, "__module__", "") == __name__ and callable(value):
            return function_of(value.__name__, verbs)
        return None

    return found


def _own(verb: str, fields: Container[str]) -> Any:
    """Return the function for a verb of the game whose positions have these ``fields``."""
    names = [name for name in _games if name in fields]
    if len(names) != 1:
        raise LookupError(f"{verb}: no registered game has such positions")
    return function_of(verb, _games[names[0]])


def _verb(declared: Callable[..., Any]) -> Callable[..., Any]:
    """Make a verb call the function of the position's game, in Python and in compiled code.

    (Numba's ``overload`` would compile every verb by itself, with all that it calls.)
    """
    verb = declared.__name__

    @wraps(declared)
    def called(rules: Any, state: Any, *arguments: Any) -> Any:
        return _own(verb, fields_of(state))(rules, state, *arguments)

    def compiled(state: Any) -> Rule:
        try:
            return compiled_form(_own(verb, getattr(state, "fields", ())))
        except LookupError as error:
            raise TypingError(f"{error}: {state}") from None

    class Verb(AbstractTemplate):
        key = called

        def generic(self, args: Any, kws: Any) -> Any:
            return types.Dispatcher(compiled(args[1])).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return compiled(sig.args[1]).get_overload(sig.args)

    infer_global(called, types.Function(Verb))
    return called


@_verb
def start(rules, state, players):
    """Set up ``state``, which is all zero, for ``players``; chance may be the first to move."""


@_verb
def to_move(rules, state):
    """Return the seat that decides, :data:`CHANCE` or :data:`OVER`."""


@_verb
def legal(rules, state, actions):
    """Fill ``actions`` (int32) with legal actions or possible outcomes, ascending; return the
    count."""


@_verb
def apply(rules, state, action):
    """Carry out ``action``, which must be legal, in place."""


@_verb
def outcomes(rules, state, weights):
    """Fill ``weights`` (int64) for the outcomes as ``legal`` lists them; return the sum."""


@_verb
def draw(rules, state, number):
    """Return the outcome for the random uint64 ``number``, distributed as ``outcomes`` says."""


@_verb
def sheet(rules, state, seat, out):
    """Fill ``out`` (int64) with the seat's points by source, as if the game had ended now."""


@_verb
def scores(rules, state, out):
    """Fill ``out`` (int64) with the points of every seat, as if the game had ended now."""


@_verb
def returns(rules, state, out):
    """Fill ``out`` (float64) with 1/k for each of k winners and 0 for the others."""


@_verb
def observe(rules, state, seat, out):
    """Fill ``out`` (int8, all zero) with what ``seat`` may know, as the game's table lists it."""


@_verb
def resample(rules, state, seat, rng):
    """Replace what ``seat`` does not know by a random possibility, also key and counter."""


@_verb
def evaluate(rules, state, values):
    """Fill ``values`` (float64) with the evaluation for each seat, in points."""


@_verb
def is_quiet(rules, state):
    """Return whether a look-ahead may end here: no action is in progress, ``evaluate`` covers the
    rest."""


@_verb
def prune(rules, state, actions, n):
    """Keep the promising ones of ``n`` legal ``actions``, ascending; return how many (1 or
    more)."""


@_verb
def score_actions(rules, state, actions, n, weights):
    """Fill ``weights`` (float64) for ``n`` legal ``actions`` not yet tried: higher is better."""


MOST_OUTCOMES = 1024
"""The longest list of outcomes of a game without its own ``draw``."""


@rule
def _draw_by_weight(rules, state, number):
    """The default of ``draw``."""
    actions = np.empty(MOST_OUTCOMES, np.int32)
    weights = np.empty(MOST_OUTCOMES, np.int64)
    legal(rules, state, actions)
    left = whole((number >> np.uint64(1)) % np.uint64(outcomes(rules, state, weights)))
    i = 0
    while left >= weights[i]:
        left -= weights[i]
        i += 1
    return whole(actions[i])


@rule
def _points(rules, state, values):
    """The default of ``evaluate``: the points."""
    totals = np.zeros(len(values), np.int64)
    scores(rules, state, totals)
    for seat in range(len(values)):
        values[seat] = totals[seat]


@rule
def _is_asked(rules, state):
    """The default of ``is_quiet``: a seat decides."""
    return to_move(rules, state) != CHANCE


@rule
def _all(rules, state, actions, n):
    """The default of ``prune``: keep all."""
    return n


@rule
def _alike(rules, state, actions, n, weights):
    """The default of ``score_actions``: all are equal."""
    for i in range(n):
        weights[i] = 0.0


_COMMON: dict[str, Callable[..., Any]] = {
    "draw": _draw_by_weight,
    "evaluate": _points,
    "is_quiet": _is_asked,
    "prune": _all,
    "score_actions": _alike,
}
"""The defaults of optional verbs."""
