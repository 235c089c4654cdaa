"""The registry of games' verbs."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit
from numba.core.errors import TypingError

from proa.engine.compiler.compile import rule
from proa.engine.core import verbs
from proa.engine.core.fields import PositionFields, twin_of, uint8


class One(PositionFields, of="one"):
    x: uint8


class Two(PositionFields, of="two"):
    x: uint8


class Unheard(PositionFields, of="unheard"):
    """Positions of no game."""


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch, toy):
    monkeypatch.setattr(verbs, "_games", dict(verbs._games))


@njit
def _is_over(rules, state):
    return verbs.to_move(rules, state) == verbs.OVER


def _complete():
    return {name: (lambda *arguments: None) for name in verbs.REQUIRED}


def test_registering_a_game_twice_is_an_error():
    verbs.register("twice", _complete())
    with pytest.raises(ValueError, match="'twice' is registered already"):
        verbs.register("twice", _complete())


def test_a_missing_verb_is_named():
    given = _complete()
    del given["observe"]
    with pytest.raises(ValueError, match=r"lacks the verbs \['observe'\]"):
        verbs.register("half", given)


def test_an_unknown_verb_is_named():
    with pytest.raises(ValueError, match=r"unknown ones \['shuffle'\]"):
        verbs.register("more", _complete() | {"shuffle": None})


def test_a_verb_finds_the_function_of_the_records_game(toy):
    position = toy.start(3, seed=1)
    assert not _is_over(toy.rules[0], position.record()[0])


def test_a_verb_finds_the_function_of_the_twins_game(toy):
    position = toy.start(3, seed=1)
    assert verbs.to_move(toy.tables, position.fields) == position.to_move
    total = verbs.draw(toy.tables, toy.start(3, seed=1, chance=False).fields, np.uint64(0))
    assert type(total) is int


def test_equal_fields_under_two_names_are_two_types():
    """Records are told apart by the field of the game's name, though all else is equal."""

    @rule
    def first(rules, state):
        return np.int64(1)

    @rule
    def second(rules, state):
        return np.int64(2)

    @njit
    def mover(rules, state):
        return verbs.to_move(rules, state)

    verbs.register("one", _complete() | {"to_move": first})
    verbs.register("two", _complete() | {"to_move": second})
    for positions, expected in ((One, 1), (Two, 2)):
        array = np.zeros(1, positions.dtype)
        assert mover(array[0], array[0]) == expected


def test_a_record_of_no_game_does_not_compile():
    array = np.zeros(1, Unheard.dtype)
    with pytest.raises(TypingError, match="no registered game"):
        _is_over(array[0], array[0])


def test_a_twin_of_no_game_has_no_verbs():
    twin = twin_of(np.zeros(1, Unheard.dtype))
    with pytest.raises(LookupError, match="to_move: no registered game has such positions"):
        verbs.to_move(None, twin)


def test_the_common_draw_is_distributed_as_outcomes_say(toy):
    """Numbers spread over the range hit each outcome as often as its weight asks."""

    @njit
    def drawn(rules, state, number):
        return verbs.draw(rules, state, number)

    position = toy.start(3, seed=1, chance=False)
    weights = toy.outcomes(position)
    total = sum(weights.values())
    assert total == 21
    seen = dict.fromkeys(weights, 0)
    for number in range(total):
        outcome = drawn(toy.rules[0], position.record()[0], np.uint64(2 * number))
        seen[toy.code(outcome)] += 1
    assert seen == weights
