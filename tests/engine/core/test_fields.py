"""Fields declared once: records, and twins with bounds and range checks that rules accept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import numpy as np
import pytest
from numba import njit

from proa.engine.compiler.compile import rule
from proa.engine.core import chance, verbs
from proa.engine.core.fields import (
    Fields,
    PositionFields,
    Row,
    float64,
    int8,
    int16,
    record_of,
    twin_of,
    uint8,
    writable,
)


class Player(Fields):
    money: uint8
    debt: int8


class State(PositionFields, of="twins"):
    board: Annotated[Row[Row[int16]], 2, 3]
    player: Annotated[Row[Player], 2]
    banker: Player
    rate: float64


@pytest.fixture
def twin():
    return twin_of(np.zeros(1, State.dtype))


def test_a_declaration_is_the_type_of_records():
    """In its order, after what every position begins with; nothing between the fields."""
    player = [("money", "u1"), ("debt", "i1")]
    assert State.dtype == np.dtype(
        [
            ("twins", "u1"),
            ("key", "<u8", (2,)),
            ("counter", "<u8"),
            ("players", "u1"),
            ("board", "<i2", (2, 3)),
            ("player", player, (2,)),
            ("banker", player),
            ("rate", "<f8"),
        ]
    )
    assert isinstance(twin_of(np.zeros(1, State.dtype)).player[0], Player)


def test_fields_rows_and_records_are_plain_python(twin):
    twin.board[1][2] = -7
    twin.player[1].money = 255
    twin.rate = 0.5
    array = record_of(twin)
    assert array["board"][0].tolist() == [[0, 0, 0], [0, 0, -7]]
    assert array["player"][0]["money"].tolist() == [0, 255]
    assert twin_of(array) == twin
    assert twin_of(array).board[1] == [0, 0, -7]
    assert type(twin.player[1].money) is int


def test_fields_that_are_only_read_refuse_to_be_written(twin):
    fixed = twin_of(record_of(twin), fixed=True)
    assert fixed == twin
    assert isinstance(fixed, State)
    with pytest.raises(AttributeError, match="only read"):
        fixed.rate = 1.0
    with pytest.raises(AttributeError, match="only read"):
        fixed.player[1].money = 1
    with pytest.raises(AttributeError, match="only read"):
        fixed.player[0] = fixed.player[1]
    with pytest.raises(AttributeError, match="only read"):
        fixed.board[1][2] += 1
    copy = writable(fixed)
    copy.player[1].money += 1
    copy.board[1][2] = 5
    assert (copy.player[1].money, copy.board[1][2]) == (1, 5)
    assert (fixed.player[1].money, fixed.board[1][2]) == (0, 0)


def test_a_twin_is_a_copy():
    array = np.zeros(1, State.dtype)
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
    array = np.zeros(1, State.dtype)
    njit(_earn_twice)(array[0], 1, 3)
    twin = twin_of(np.zeros(1, State.dtype))
    _earn_twice(twin, 1, 3)
    assert record_of(twin) == array


def test_the_toy_plays_alike_compiled_and_in_python(toy):
    """The same chance and the same choices give the same bytes, step by step."""
    actions, weights = [0] * 16, [0] * 16
    for seed in range(20):
        position = toy.start(3, seed=seed, chance=False)
        twin = writable(position.fields)
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
            assert record_of(twin) == position.record()


ROOT = Path(__file__).parents[3]
VIEW = """
from proa.games.{game}.state import Game, Position

def view(game: Game, position: Position) -> int:
    return position.fields.mover + position.fields.player[0].{field} + game.tables.{table}

def misspelt(game: Game, position: Position) -> int:
    return position.fields.movre + position.fields.player[0].x{field} + game.tables.x{table}
"""


@pytest.mark.parametrize(
    ("game", "field", "table"),
    [("tahiti", "cash", "money"), ("borneo", "hand", "merchants"), ("borabora", "shells", "cards")],
)
def test_a_misspelt_field_is_an_error_of_types(game, field, table, tmp_path, monkeypatch):
    mypy = pytest.importorskip("mypy.api")
    view = tmp_path / "view.py"
    view.write_text(VIEW.format(game=game, field=field, table=table))
    monkeypatch.chdir(ROOT)
    told, _, _ = mypy.run([str(view)])
    missing = re.findall(r"view.py:8: error: \S+ has no attribute \"(\w+)\"", told)
    assert missing == ["movre", f"x{field}", f"x{table}"], told
    assert "view.py:5" not in told
