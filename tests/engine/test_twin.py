"""The twin: bounds, ranges, and the rules that Python calls with it."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from proa.engine import chance, verbs
from proa.engine.compile import rule
from proa.engine.layout import position_dtype
from proa.engine.twin import record_of, twin_of

PLAYER = np.dtype([("money", "u1"), ("debt", "i1")])
STATE = position_dtype(
    "twins", [("board", "i2", (2, 3)), ("player", PLAYER, (2,)), ("rate", "<f8")]
)


@pytest.fixture
def twin():
    return twin_of(np.zeros(1, STATE))


def test_fields_rows_and_records_are_plain_python(twin):
    twin.board[1][2] = -7
    twin.player[1].money = 255
    twin.rate = 0.5
    array = record_of(twin, STATE)
    assert array["board"][0].tolist() == [[0, 0, 0], [0, 0, -7]]
    assert array["player"][0]["money"].tolist() == [0, 255]
    assert twin_of(array) == twin
    assert twin_of(array).board[1] == [0, 0, -7]
    assert type(twin.player[1].money) is int


def test_a_twin_is_a_copy():
    array = np.zeros(1, STATE)
    twin_of(array).player[0].money = 9
    assert array["player"][0][0]["money"] == 0


@pytest.mark.parametrize("index", [-1, 2, 100])
def test_indexes_out_of_bounds_raise(twin, index):
    with pytest.raises(IndexError, match=f"index {index} of 2"):
        twin.board[index]
    with pytest.raises(IndexError):
        twin.player[index].money = 1
    with pytest.raises(IndexError):
        twin.board[0][3 if index > 0 else -1] = 1


@pytest.mark.parametrize("value", [-1, 256, 0.5])
def test_values_out_of_range_raise(twin, value):
    with pytest.raises(OverflowError, match="does not fit into uint8"):
        twin.player[0].money = value


def test_values_in_rows_are_checked_too(twin):
    with pytest.raises(OverflowError):
        twin.board[0][0] = 40000
    with pytest.raises(OverflowError):
        twin.board[0] = [0, 40000, 0]


def test_unknown_fields_raise(twin):
    with pytest.raises(AttributeError, match="no field 'wind'"):
        twin.wind = 1
    with pytest.raises(AttributeError):
        print(twin.wind)


@rule
def _earn(state, seat, money):
    state.player[seat].money += money


@rule
def _earn_twice(state, seat, money):
    _earn(state, seat, money)
    _earn(state, seat, money)


def test_rules_are_plain_functions_that_call_each_other(twin):
    _earn_twice(twin, 1, 100)
    assert twin.player[1].money == 200
    with pytest.raises(OverflowError):
        _earn_twice(twin, 1, 100)


def test_changes_of_a_records_row_are_seen_in_both_forms():
    array = np.zeros(1, STATE)
    njit(_earn_twice)(array[0], 1, 3)
    twin = twin_of(np.zeros(1, STATE))
    _earn_twice(twin, 1, 3)
    assert record_of(twin, STATE) == array


def test_the_toy_plays_alike_compiled_and_in_python(toy):
    """The same chance and the same choices give the same bytes, step by step."""
    actions, weights = [0] * 16, [0] * 16
    for seed in range(20):
        position = toy.start(3, seed=seed, chance=False)
        twin = position.fields
        picks = np.random.default_rng(seed)
        while not position.is_over:
            if position.to_move == verbs.CHANCE:
                position = toy.settle(position)[0]
                while verbs.to_move(toy.tables, twin) == verbs.CHANCE:
                    with np.errstate(over="ignore"):
                        chance.play_chance(toy.tables, twin, actions, weights)
            else:
                n = verbs.legal(toy.tables, twin, actions)
                assert actions[:n] == toy.legal_actions(position)
                action = int(picks.choice(actions[:n]))
                position = toy.play(position, action, chance=False)
                verbs.apply(toy.tables, twin, action)
            assert record_of(twin, toy.kind.state) == position.record()
